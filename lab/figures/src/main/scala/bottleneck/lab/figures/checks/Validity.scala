package bottleneck.lab.figures.checks

import bottleneck.lab.figures.Text.text
import bottleneck.lab.figures.preparation.Preparation
import bottleneck.lab.figures.reading.{GeneratorGap, Occupancy, RunStatistics}
import bottleneck.lab.figures.record.{RunRecord, WarmUpReading}
import bottleneck.lab.figures.series.PartFigures
import bottleneck.lab.figures.target._
import bottleneck.lab.figures.theory.{Limit, LittlesLaw}
import bottleneck.lab.figures.{Check, ErrorKind}
import scala.concurrent.duration._

/** The conditions of a run's [[Soundness]], each judged with its numbers. */
object Validity {

  private val fewestResponses = 100

  /** Of Little's law. */
  private val tolerance = 0.05

  /** Minimum window in seconds for Little's law: in a shorter one the edges matter too much. */
  private val fewestSeconds = 5

  def judge(statistics: RunStatistics, circumstances: Circumstances): Vector[Check] = {
    val record = circumstances.record
    Vector(
      parts(record.ended),
      Check("metrics", circumstances.damage.isEmpty, circumstances.damage.getOrElse("there are samples of the window")),
      log(statistics)
    ) ++ load(statistics, record) ++ (record.load match {
      case _: SlicedLoad => errors(statistics) +: TurnsChecks.all(circumstances)
      case _ =>
        Vector(errors(statistics), little(statistics, record.load)) ++
          LoadChecks.together(record.setup.injectors, statistics.window.length) ++
          circumstances.preparation.map(warm) ++
          MachineChecks.all(statistics.total.throughput, circumstances)
    })
  }

  private def warm(preparation: Preparation): Check = {
    val reading = WarmUpReading.of(preparation)
    Check("warm", reading.moving.isEmpty, reading.text, size = preparation.warmth.size)
  }

  private def load(statistics: RunStatistics, record: RunRecord): Vector[Check] = record.load match {
    case burst: Burst => LoadChecks.burst(burst, statistics)
    case open: OpenLoad =>
      Vector(
        responses(statistics),
        LoadChecks.unless(open.overload)(SteadyCheck.of(statistics)),
        LoadChecks.schedule(open, statistics.lag)
      )
    case _: Staircase => Vector(LoadChecks.levels(statistics.levels))
    case _: SlicedLoad => Vector(responses(statistics))
    case _: ClosedLoad =>
      responses(statistics) +: record.setup.intervention.map(_ => changed(statistics, record.steps)).toVector
  }

  private def parts(ended: Vector[String]): Check =
    Check("parts", ended.isEmpty, if (ended.isEmpty) "no part ended early" else ended.mkString(" "))

  private def log(statistics: RunStatistics): Check = {
    val read = statistics.log
    Check(
      "log",
      !read.isPartial,
      if (read.isPartial) s"simulation.log ends within its record ${read.records + 1}"
      else s"${read.records} records, complete"
    )
  }

  private def responses(statistics: RunStatistics): Check = {
    val ok = statistics.total.ok
    Check("responses", ok >= fewestResponses, s"$ok OK responses in the window, at least $fewestResponses are needed")
  }

  private def errors(statistics: RunStatistics): Check = {
    val unnamed = statistics.total.errors.keys.filter(ErrorKind.of(_).isEmpty).toVector.sorted
    Check(
      "errors",
      unnamed.isEmpty,
      if (unnamed.isEmpty) s"${statistics.total.ko} failed requests, each of a known kind"
      else s"requests failed in an unknown way: ${unnamed.mkString("; ")}"
    )
  }

  /** Little's law in two forms.
    *
    * L = X·R is judged: requests in flight, integrated over the window, against what ended in it. Both come from the
    * same records, so the law can only break at the edges: more begins than ends (a backlog grows), or the window is
    * short beside the response times. A request that was never recorded is missing on either side and is not found by
    * it, so the end of a load that is cut off is left out.
    *
    * N = X·(R + Z + gap) is shown where users send one request after the other, and holds by construction, since the
    * gap is what is left ([[GeneratorGap]]). Whatever keeps users from sending is in it: the generator's own time, and
    * also records that were lost.
    */
  private def little(statistics: RunStatistics, load: Load): Check = {
    val seen = statistics.occupancy
    val (sendsOnce, overload) = load match {
      case open: OpenLoad => (true, open.overload)
      case _: Burst => (true, false)
      case _: ClosedLoad | _: Staircase | _: SlicedLoad => (false, false)
    }
    val ended = LittlesLaw.population(seen.perSecond, seen.responseSeconds.seconds)
    val check =
      if (seen.seconds < fewestSeconds)
        Check.undecided(
          "little",
          "requests in flight at the end of the load have no record, and the slowest took nearly all of the window"
        )
      else
        Check(
          "little",
          seen.inFlight > 0 && math.abs(ended - seen.inFlight) <= tolerance * seen.inFlight,
          text(
            "%.1f requests in flight, throughput × response time = %.1f, at most %.0f %% apart",
            seen.inFlight,
            ended,
            tolerance * 100
          ) + (if (sendsOnce) "" else cycle(seen, load.thinkTime)),
          size = Option.when(seen.inFlight > 0)(math.abs(ended / seen.inFlight - 1))
        )
    LoadChecks.unless(overload)(check)
  }

  private def cycle(seen: Occupancy, thinkTime: FiniteDuration): String =
    GeneratorGap.of(seen, thinkTime).fold("") { gap =>
      text(
        "; %.1f users = %.1f/s × (response %.1f ms + think time %.1f ms + generator %.1f ms)",
        seen.users,
        seen.perSecond,
        seen.responseSeconds * 1000,
        thinkTime.toUnit(MILLISECONDS),
        gap.ms
      )
    }

  private def changed(statistics: RunStatistics, steps: Vector[Step]): Check = {
    val end = statistics.log.header.start + statistics.window.toMs
    val unfinished = steps.filterNot(_.to.exists(_ < end)).map(_.name)
    val detail =
      if (steps.isEmpty) "the lab did not change the target, though it should have"
      else if (unfinished.nonEmpty) s"the load ended before this was done: ${unfinished.mkString(", ")}"
      else s"all was done within the load: ${steps.map(_.name).mkString(", ")}"
    Check("intervention", steps.nonEmpty && unfinished.isEmpty, detail)
  }
}

/** Inputs of the checks, apart from the measurements: the `figures` of the window, the `damage` for which they or the
  * preparation cannot be used, and what ran and was predicted before the load, if anything.
  */
final case class Circumstances(
    record: RunRecord,
    figures: PartFigures,
    damage: Option[String] = None,
    preparation: Option[Preparation] = None,
    prediction: Option[Limit] = None
) {
  def cpus: Int = record.host.cpus
}
