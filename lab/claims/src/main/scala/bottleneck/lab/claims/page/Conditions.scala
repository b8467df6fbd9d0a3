package bottleneck.lab.claims.page

import bottleneck.lab.claims.verdict.Variant
import bottleneck.lab.figures.Numbers
import bottleneck.lab.figures.record.{Result, TargetDescription}
import bottleneck.lab.report.{Column, Table}
import scalatags.Text.all.{frag, stringFrag}

/** Conditions of the newest runs: a row shows a common value once, and different values per variant. */
private[page] object Conditions {

  /** A name, and the value of each variant. */
  private type Row = (String, Vector[String])

  def of(variants: Vector[Variant]): Table[Row] = {
    val groups = variants.map(variant => properties(variant.shown)).transpose.map { ofGroup =>
      val names = ofGroup.flatMap(_._2.map(_._1)).distinct
      Option(frag(ofGroup.head._1)) -> names.map { name =>
        name -> ofGroup.map { case (_, of) => of.find(_._1 == name).fold(Numbers.none)(_._2) }
      }
    }
    val values = variants.zipWithIndex.map { case (variant, n) => Column.text[Row](variant.name)(_._2(n)) }
    Table
      .grouped(Column.text[Row]("condition")(_._1) +: values, groups)
      .copy(joined = true)
      .as("conditions", "conditions")
  }

  /** Properties by group, which are the same groups of every result. */
  private def properties(result: Result): Vector[(String, Vector[(String, String)])] = Vector(
    "Run" -> run(result),
    "Machine" -> machine(result),
    "Target" -> target(result),
    "Service properties" -> result.target.service.toVector.sorted,
    "Database" -> result.target.database.toVector.sorted,
    "Database settings" -> result.installed.toVector.flatMap(_.database).sorted,
    "Load balancer" -> (balancer(result.target) ++ result.installed.flatMap(_.balancer).map("HAProxy" -> _)),
    "Cache" -> (cache(result.target) ++ result.installed.flatMap(_.redis).map("Redis" -> _)),
    "Load" -> load(result)
  )

  private def run(result: Result): Vector[(String, String)] = Vector(
    "simulation" -> result.run.simulation,
    "started" -> Numbers.minute(result.run.startedAt),
    "scale" -> result.run.identity.scale,
    "repeat" -> result.run.repeat.toString,
    "commit" -> result.run.identity.commit.fold(Numbers.none)(_.take(10))
  )

  private def machine(result: Result): Vector[(String, String)] = {
    val machine = result.machine
    Vector(
      "cores" -> machine.cpus.toString,
      "memory" -> Numbers.gibibytes(machine.memoryBytes.toDouble),
      "operating system" -> machine.os,
      "code of the service" -> result.installed.flatMap(_.service).getOrElse(Numbers.none),
      "Java of the service" -> result.installed.map(_.java).getOrElse(Numbers.none),
      "Java of the generator" -> machine.java,
      "Gatling" -> result.gatling,
      "PostgreSQL" -> result.installed.flatMap(_.postgres).getOrElse(Numbers.none)
    )
  }

  private def target(result: Result): Vector[(String, String)] = {
    def limit(cores: Option[Double]): String = cores.fold("none")(Numbers.count)
    Vector(
      "instances" -> result.target.instances.toString,
      "JVM flags" -> result.installed.map(_.jvm.mkString(" ")).filter(_.nonEmpty).getOrElse("none"),
      "limit of the service, cores" -> limit(result.target.cpus.service),
      "limit of the database, cores" -> limit(result.target.cpus.database)
    ) ++ result.installed.flatMap(_.cpuLimitBy).map(how => "limited by" -> s"$how, from the end of the warm-up on")
  }

  private def balancer(target: TargetDescription): Vector[(String, String)] = target.balancer.toVector.flatMap { used =>
    Vector(
      "policy" -> used.policy.name,
      "an instance may be silent for" -> Numbers.millis(used.serverTimeout),
      "health check" -> s"GET ${used.healthCheck.path}",
      "checks are apart" -> Numbers.millis(used.healthCheck.interval),
      "a check may take" -> Numbers.millis(used.healthCheck.timeout),
      "failures until it is down" -> used.healthCheck.fall.toString,
      "successes until it is up" -> used.healthCheck.rise.toString
    )
  }

  private def cache(target: TargetDescription): Vector[(String, String)] =
    target.cache.toVector.flatMap(used =>
      Vector("kept in" -> used.name, "expires after" -> Numbers.millis(used.expiry))
    )

  private def time(ms: Long): String = Numbers.millis(ms)

  private def load(result: Result): Vector[(String, String)] = {
    val load = result.load
    val users = "users" -> Numbers.count(load.users)
    val settling = "settling, not judged" -> time(load.settleMs)
    val coming = (result.burst, result.staircase, load.perSecond) match {
      case (Some(times), _, _) => Vector(users, "one request each, all sent within" -> time(times.spreadMs.toLong))
      case (_, Some(staircase), _) =>
        val levels = staircase.levels.map(level => Numbers.count(level.users))
        Vector(
          "users of each level" -> levels.mkString(", "),
          "settling at each level, not judged" -> time(load.settleMs)
        )
      case (_, _, Some(perSecond)) =>
        Vector("arrivals, one request each" -> Numbers.rate(perSecond), settling, "for" -> time(load.holdMs))
      case _ if load.inSlices =>
        val others = if (result.shared.isDefined) ", by turns with those of the other variant" else ""
        Vector(users, "they send" -> s"in full slices between light ones$others")
      case _ =>
        Vector(users, "they arrive within" -> time(load.arrivalMs), settling, "they stay for" -> time(load.holdMs))
    }
    val others = result.disturbance.map { disturbance =>
      "users beside them, not judged" -> s"${disturbance.users} from ${time(disturbance.fromMs.toLong)} of the run on"
    }
    coming ++ others ++ Vector(
      "warm-up, not judged" -> result.warmUp.fold("none")(_.text),
      if (load.inSlices) "full slices" -> s"${time(result.window.length.toMillis)} in all"
      else "window" -> s"${time(result.window.fromMs.toLong)} to ${time(result.window.toMs.toLong)} of the load"
    )
  }
}
