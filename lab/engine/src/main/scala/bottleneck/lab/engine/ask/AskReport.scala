package bottleneck.lab.engine.ask

import bottleneck.lab.figures.{Estimate, Numbers, Truth}
import bottleneck.lab.figures.record.AskResult
import bottleneck.lab.report.{Column, Junit, JunitCase, Table}
import java.time.Instant
import java.time.temporal.ChronoUnit.SECONDS
import scala.collection.immutable.ListMap

/** Texts of an answer, for console and page, and its result; `absences` are what could not be seen. */
private[ask] final class AskReport(
    val asked: String,
    val program: String,
    val answer: Answer,
    val use: Option[CpuUse],
    val database: Option[DatabaseUse],
    canTry: Boolean,
    val sizing: Vector[Sizing],
    val conditions: Vector[String],
    val absences: Vector[String]
) {
  import AskReport._

  private val seen = answer.seen
  private val hold = seen.hold

  val takes: String = {
    val parts = Vector(Part.Service, Part.Database).flatMap { part =>
      Limits.cpu(seen, part).filter(_ > 0).map(each => s"${Limits.time(each)} of the ${part.name}'s CPU time")
    }
    val held = answer.limits.collect { case ResourceLimit(Resource.Pool(kind, _), _, _, demand, _) =>
      s"one of the ${kind.name} for ${Limits.time(demand)}"
    }
    val all = parts ++ held
    if (all.isEmpty) "nothing that can be seen" else all.mkString(", ")
  }

  val measured: String = {
    val failed = if (hold.failedShare > 0) s", ${Numbers.percent(hold.failedShare)} of the requests failed" else ""
    s"${Numbers.rate(hold.throughput)} with ${Numbers.counted(hold.users, "user")} at once: p50 ${Numbers.millis(hold.percentile(50))}, " +
      s"p99 ${Numbers.millis(hold.percentile(99))}$failed"
  }

  /** Everything a reader must know beside the answer. */
  def cautions: Vector[String] = answer.unexplained ++ Vector(
    Option.when(!seen.isWarm)("The service was still getting faster at the end of the warm-up: it may do more."),
    failures,
    generator,
    hold.others.filter(_ > notable).map { cores =>
      s"Other programs of this machine used ${Numbers.cores(cores)} cores in the window: ask again when it is quiet."
    },
    Option.when(seen.collecting > 0.1 && !answer.finding.isInstanceOf[Finding.Heap]) {
      s"Garbage collection took ${Numbers.percent(seen.collecting)} of the service's CPU time, or of the window's time."
    }
  ).flatten

  private def failures: Option[String] = (seen.levels :+ hold).find(_.failedShare > notableFailures).map { level =>
    s"From ${Numbers.counted(level.users, "user")} on requests failed, ${Numbers.percent(level.failedShare)} there: " +
      s"${level.failed.mkString(", ")}."
  }

  private def generator: Option[String] = for {
    alone <- answer.alone
    mine <- hold.cores(Part.Generator)
    all <- hold.cores(Part.Machine)
  } yield s"Gatling took ${Numbers.cores(mine)} of the ${Numbers.cores(all)} busy cores: with a machine of its own, the " +
    s"service would do up to ${Numbers.rate(alone)}."

  def limits: Table[ResourceLimit] = Table(
    Vector(
      Column.text[ResourceLimit]("limit")(_.resource.name),
      Column.text[ResourceLimit]("capacity ÷ what a request takes")(_.formula),
      Column.number[ResourceLimit]("predicted")(limit => Numbers.rate(limit.perSecond)),
      Column.text[ResourceLimit]("in the window")(limit => if (limit.isFull) "full" else "not full")
    ),
    answer.limits
  )

  /** What uses the cores, where these limit, and what there would be without it; and many statements of one form. */
  def causes: Vector[String] = {
    val limit = answer.finding match {
      case Finding.Named(limit, _, _) if limit.resource.isCpu => Some(limit)
      case _ => None
    }
    val ofDatabase = limit
      .filter(_.resource == Resource.Cores)
      .flatMap(of => Limits.cpu(seen, Part.Database).map(_ / of.demand))
      .getOrElse(0.0)
    val mostly = Option.when(ofDatabase > 0.5) {
      s"Cause: ${Numbers.percent(ofDatabase)} of a request's CPU time is the database's." +
        database.flatMap(_.scan).fold("")(" " + _)
    }
    mostly.orElse(limit.flatMap(causeInService)).toVector ++ database.flatMap(_.manyOfOneForm)
  }

  private def causeInService(limit: ResourceLimit): Option[String] = for {
    of <- use
    service <- Limits.cpu(seen, Part.Service)
    (what, largest) <- of.methods
      .find(_.share >= worthALine)
      .map(method => s"in own code at ${method.of}, with what it calls" -> method)
      .orElse(of.owners.headOption.filter(_.share >= worthALine).map(owner => s"spent in ${owner.of}" -> owner))
    share = math.min(0.99, largest.share * service / limit.demand)
    isKnown = of.hasAll && !limit.resource.isInstanceOf[Resource.OneThread]
    without = Option.when(isKnown)(
      s" Without it there would be up to ${Numbers.rate(limit.perSecond / (1 - share))}, if nothing else limits."
    )
  } yield s"Cause: ${Numbers.percent(largest.share)} of ${of.whole} is $what.${without.mkString}"

  def next: Option[String] = answer.next.map { limit =>
    s"Next: ${limit.resource.name} at ${Numbers.rate(limit.perSecond)}, ${limit.formula}."
  }

  def advice: Option[String] = Advice.of(answer, database).map { of =>
    s"Advice: ${of.sentence}${if (canTry && of.canBeTried) " -Dconfirm tries it." else ""}"
  }

  def lines: Vector[String] = {
    def block(table: Table[_]): Vector[String] =
      if (table.isEmpty) Vector.empty else table.console(120).linesIterator.map("  " + _).toVector
    Vector(s"$asked · $program", s"a request takes $takes") ++
      block(limits) ++
      Vector(s"measured: $measured", answer.finding.sentence) ++ seen.goal.map(_.sentence) ++ causes ++ use.toVector
        .flatMap(of => block(of.table) ++ block(of.methodTable)) ++
      database.toVector.flatMap(of => block(of.table)) ++ cautions ++ next ++ advice ++
      block(Sizing.table(sizing)) ++ Sizing.defaults(answer) ++ absences.map("not seen: " + _)
  }

  /** For a comment on a pull request. */
  def markdown(confirmation: Option[Confirmation]): String = {
    val all = lines ++ confirmation.map(_.sentence)
    s"**${Table.escaped(answer.finding.sentence)}**\n\n```\n${all.mkString("\n")}\n```\n"
  }

  /** Whether the limit is known and, if asked for, whether there is a rate that keeps the goal. */
  def junit: String = {
    val isKnown = if (AskResult.isKnown(answer.finding.kind)) Truth.Yes else Truth.Undecided
    val limit = JunitCase("ask", s"the limit of $asked", isKnown, answer.finding.sentence)
    val goal = seen.goal.map { of =>
      JunitCase("ask", of.goal.text, if (of.kept.isDefined) Truth.Yes else Truth.No, of.sentence)
    }
    Junit.render("ask", limit +: goal.toVector)
  }

  private def efficiency: Option[AskResult.Efficiency] = answer.finding match {
    case Finding.Named(_, Estimate(value, interval), _) =>
      Some(AskResult.Efficiency(value, interval.map(_._1), interval.map(_._2)))
    case _ => None
  }

  def result(confirmation: Option[Confirmation]): AskResult = AskResult(
    asked,
    Some(Instant.now.truncatedTo(SECONDS).toString),
    lines,
    program,
    AskResult.Finding(answer.finding.kind, answer.finding.name, answer.finding.sentence, efficiency),
    hold.throughput,
    answer.limits.map { of =>
      AskResult.Limit(
        of.resource.name,
        of.perSecond,
        of.limit.low,
        of.limit.high,
        of.formula,
        of.isFull,
        of.demand,
        of.byTurns
      )
    },
    answer.unexplained,
    confirmation.map(of =>
      AskResult.Confirmation(
        of.advice.argument,
        of.advice.perSecond,
        of.changed,
        Some(of.asItIs),
        of.ratio.map(times => AskResult.Efficiency(times.value, Some(times.low), Some(times.high)))
      )
    ),
    seen.all.map(level),
    sizing.map { of =>
      AskResult.Need(of.rate, of.cores, ListMap.from(of.inUse.map { case (kind, n) => kind.name -> n }), of.instances)
    },
    conditions,
    absences,
    seen.hold.statements.map(of => AskResult.Statement(of.query, of.perRequest, of.seconds, of.rows)),
    use.map { of =>
      def shares(all: Vector[CpuShare]) = all.map(part => AskResult.Share(part.of, part.share, part.seconds))
      AskResult.Cpu(of.by, of.samples, shares(of.owners), shares(of.methods))
    },
    seen.goal.map { of =>
      AskResult.Goal(
        of.goal.text,
        of.kept.map(_.perSecond),
        of.missed.map(_.perSecond),
        of.levels.map { level =>
          val time = Option.when(level.seen.good.getTotalCount > 0)(level.seen.percentile(of.goal.percentile) / 1000)
          AskResult.OpenLoad(level.perSecond, time)
        }
      )
    }
  )
}

private object AskReport {

  /** Cores of others from which they disturb. */
  private val notable = 0.2
  private val notableFailures = 0.01
  private val worthALine = 0.1

  private def level(of: Level): AskResult.Level = AskResult.Level(
    of.users,
    of.seconds,
    of.throughput,
    of.failedShare,
    ListMap.from(of.failures.toVector.sorted),
    of.response,
    of.percentile(99) / 1000,
    ListMap.from(Part.all.flatMap(part => of.cores(part).map(part.name -> _))),
    of.pools.map(of => AskResult.Pool(of.kind.name, of.name, of.max, of.inUse, of.waiting, of.counted)),
    of.waits.map { case (wait, threads) => AskResult.Threads(wait.kind.name, wait.detail, threads) }
  )
}
