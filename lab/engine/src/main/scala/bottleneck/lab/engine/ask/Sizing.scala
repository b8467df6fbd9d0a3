package bottleneck.lab.engine.ask

import bottleneck.lab.figures.Numbers
import bottleneck.lab.parts.sources.PoolKind
import bottleneck.lab.report.{Column, Table}

/** What a rate of requests needs: busy cores of the service and its database, without room for peaks; the mean number
  * in use of each pool (Little's law); and instances as they are set now, each with a machine of its own where Gatling
  * took many of the cores.
  */
private[ask] final case class Sizing(
    rate: Double,
    cores: Option[Double],
    inUse: Vector[(PoolKind, Double)],
    instances: Option[Int]
)

private[ask] object Sizing {

  /** Of the rates that are asked for or, without any, of 0.5, 1, 2 and 10 times the maximum. */
  def of(answer: Answer, asked: Vector[Double]): Vector[Sizing] = {
    val each = answer.alone.getOrElse(answer.most)
    val rates = if (asked.nonEmpty) asked else Vector(0.5, 1.0, 2.0, 10.0).map(_ * answer.most)
    rates.filter(_ > 0).map { rate =>
      val pools = answer.limits.collect { case ResourceLimit(Resource.Pool(kind, _), _, _, demand, _) =>
        kind -> rate * demand
      }
      Sizing(
        rate,
        Limits.cpuInWindow(answer.seen, Part.Service, Part.Database).map(_ * rate),
        pools.groupMapReduce(_._1)(_._2)(math.max).toVector.sortBy(_._1.name),
        Option.when(each > 0 && helps(answer.finding))(math.ceil(rate / each - 1e-9).toInt.max(1))
      )
    }
  }

  /** True if another instance of the service gives more: it brings what limits this one along. */
  private def helps(finding: Finding): Boolean = finding match {
    case _: Finding.Named | _: Finding.Queue | _: Finding.Asleep | _: Finding.Heap => true
    case _ => false
  }

  def table(rows: Vector[Sizing]): Table[Sizing] = {
    def number(label: String, about: String, write: Double => String = Numbers.plain)(of: Sizing => Option[Double]) =
      Column.number[Sizing](label)(row => of(row).fold(Numbers.none)(write)).copy(about = about)
    val pools = rows.flatMap(_.inUse.map(_._1)).distinct.map { kind =>
      number(kind.name, s"Average number of ${kind.name} in use: rate × time that a request holds one (Little's law).")(
        _.inUse.collectFirst { case (`kind`, n) => n }
      )
    }
    val rate = number("rate", "Requests per second.", Numbers.rate)(row => Some(row.rate))
    val cores =
      number("cores", "Busy cores of service and database: rate × CPU time of a request in the window.")(_.cores)
    val each =
      "Of the service as it is set now: rate ÷ the greatest throughput measured, or expected on a machine of its " +
        "own where Gatling took many cores."
    val instances = number("instances", each, Numbers.count)(_.instances.map(_.toDouble))
    Table((rate +: Option.when(rows.exists(_.cores.isDefined))(cores).toVector) ++ pools :+ instances, rows)
  }

  /** What the usual pools of a Spring Boot service could do, where the service has such a pool. */
  def defaults(answer: Answer): Option[String] = {
    val usual = Map[PoolKind, Int](PoolKind.JdbcConnections -> 10, PoolKind.RequestThreads -> 200)
    val each = answer.limits.collect {
      case ResourceLimit(Resource.Pool(kind, _), _, _, demand, _)
          if usual.contains(kind) && demand > 0 && answer.isNear(usual(kind) / demand) =>
        s"${usual(kind)} ${kind.name} would do ${Numbers.rate(usual(kind) / demand)}"
    }
    Option.when(each.nonEmpty)(s"As Spring Boot sets them, ${each.mkString(" and ")}.")
  }
}
