package bottleneck.lab.engine.ask

import bottleneck.lab.figures.{Estimate, Numbers}
import bottleneck.lab.figures.record.AskResult
import bottleneck.lab.report.{Column, Table}
import java.time.Instant
import java.time.temporal.ChronoUnit.SECONDS
import scala.collection.immutable.ListMap

/** Texts of an answer, for console and page, and its result; `absences` are what could not be seen. */
private[ask] final class AskReport(
    val asked: String,
    val program: String,
    val answer: Answer,
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
    others.filter(_ > notable).map { cores =>
      s"Other programs of this machine used ${Numbers.cores(cores)} cores in the window: ask again when it is quiet."
    },
    hold.gcShare.filter(_ > 0.1).map(share => s"Garbage collection took ${Numbers.percent(share)} of the time.")
  ).flatten

  private def failures: Option[String] = (seen.levels :+ hold).find(_.failedShare > notableFailures).map { level =>
    s"From ${Numbers.counted(level.users, "user")} on requests failed, ${Numbers.percent(level.failedShare)} there: " +
      s"${level.failed.mkString(", ")}."
  }

  private def others: Option[Double] =
    hold.cores(Part.Machine).map(_ - Vector(Part.Service, Part.Database, Part.Generator).flatMap(hold.cores).sum)

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

  def next: Option[String] = answer.next.map { limit =>
    s"Next: ${limit.resource.name} at ${Numbers.rate(limit.perSecond)}, ${limit.formula}."
  }

  def advice: Option[String] = Advice.of(answer).map(of => s"Advice: ${of.sentence} -Dconfirm tries it.")

  def lines: Vector[String] = {
    def block(table: String): Vector[String] = table.linesIterator.map("  " + _).toVector
    Vector(s"$asked · $program", s"a request takes $takes") ++
      (if (answer.limits.isEmpty) Vector.empty else block(limits.console(120))) ++
      Vector(s"measured: $measured", answer.finding.sentence) ++ cautions ++ next ++ advice ++
      block(Sizing.table(sizing).console(120)) ++ Sizing.defaults(answer) ++ absences.map("not seen: " + _)
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
    confirmation.map(of => AskResult.Confirmation(of.advice.argument, of.advice.perSecond, of.after)),
    seen.all.map(level),
    sizing.map { of =>
      AskResult.Need(of.rate, of.cores, ListMap.from(of.inUse.map { case (kind, n) => kind.name -> n }), of.instances)
    },
    conditions,
    absences
  )
}

private object AskReport {

  /** Cores of others from which they disturb. */
  private val notable = 0.2
  private val notableFailures = 0.01

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
