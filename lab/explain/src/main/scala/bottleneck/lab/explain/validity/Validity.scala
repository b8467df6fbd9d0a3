package bottleneck.lab.explain.validity

import bottleneck.lab.explain.preparation.Preparation
import bottleneck.lab.explain.record.{Check, InjectorShare, InterventionStep, WarmUpReading}
import bottleneck.lab.explain.series.PartFigures
import bottleneck.lab.explain.statistics.{GeneratorGap, Occupancy, RunStatistics}
import bottleneck.lab.explain.theory.LittlesLaw
import bottleneck.lab.model.ErrorKind
import bottleneck.lab.model.Text.text
import bottleneck.lab.statistics.Window
import scala.concurrent.duration._

/** The conditions of a run's [[Soundness]], each judged with its numbers. */
object Validity {

  private val fewestResponses = 100

  /** Of Little's law. */
  private val tolerance = 0.05

  /** Minimum window in seconds for Little's law: in a shorter one the edges matter too much. */
  private val fewestSeconds = 5

  def judge(statistics: RunStatistics, circumstances: Circumstances): Vector[Check] = Vector(
    parts(circumstances.ended),
    Check("metrics", circumstances.metrics.isEmpty, circumstances.metrics.getOrElse("there are samples of the window")),
    log(statistics)
  ) ++ load(statistics, circumstances) ++ Vector(
    errors(statistics),
    little(statistics, circumstances)
  ) ++ LoadChecks.together(
    circumstances.injectors,
    statistics.measurement.window.length
  ) ++ circumstances.preparation.map(warm) ++ MachineChecks.all(circumstances)

  private def warm(preparation: Preparation): Check = {
    val reading = WarmUpReading.of(preparation)
    Check("warm", reading.moving.isEmpty, reading.text, size = preparation.warmth.size)
  }

  private def load(statistics: RunStatistics, circumstances: Circumstances): Vector[Check] =
    (circumstances.burst, circumstances.arrivals) match {
      case (Some(asked), _) => LoadChecks.burst(asked, statistics)
      case (_, Some(asked)) =>
        Vector(
          responses(statistics),
          LoadChecks.unless(asked.overload)(SteadyChecks.open(statistics)),
          LoadChecks.schedule(asked, statistics.lag)
        )
      case _ if statistics.levels.nonEmpty =>
        Vector(LoadChecks.levels(statistics.levels), LoadChecks.climbing)
      case _ => responses(statistics) +: steadyOrChanged(statistics, circumstances.intervention)
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
    val ok = statistics.measurement.total.ok
    Check("responses", ok >= fewestResponses, s"$ok OK responses in the window, at least $fewestResponses are needed")
  }

  private def errors(statistics: RunStatistics): Check = {
    val unnamed = statistics.measurement.total.errors.keys.filter(ErrorKind.of(_).isEmpty).toVector.sorted
    Check(
      "errors",
      unnamed.isEmpty,
      if (unnamed.isEmpty) s"${statistics.measurement.total.ko} failed requests, each of a known kind"
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
  private def little(statistics: RunStatistics, circumstances: Circumstances): Check = {
    val seen = statistics.occupancy
    val sendsOnce = circumstances.arrivals.isDefined || circumstances.burst.isDefined
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
          ) + (if (sendsOnce) "" else cycle(seen, circumstances.thinkTime)),
          size = Option.when(seen.inFlight > 0)(math.abs(ended / seen.inFlight - 1))
        )
    LoadChecks.unless(circumstances.arrivals.exists(_.overload))(check)
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

  private def steadyOrChanged(
      statistics: RunStatistics,
      intervention: Option[Vector[InterventionStep]]
  ): Vector[Check] =
    intervention.fold(Vector(SteadyChecks.closed(statistics)))(steps =>
      Vector(
        Check(
          SteadyChecks.name,
          ok = true,
          "not judged: the lab changes the target within the window, by design"
        ),
        completed(steps, statistics.measurement.window)
      )
    )

  private def completed(steps: Vector[InterventionStep], window: Window): Check = {
    val unfinished = steps.filterNot(_.toMs.exists(_ < window.toMs)).map(_.name)
    val detail =
      if (steps.isEmpty) "the lab did not change the target, though it should have"
      else if (unfinished.nonEmpty) s"the load ended before this was done: ${unfinished.mkString(", ")}"
      else s"all was done within the load: ${steps.map(_.name).mkString(", ")}"
    Check("intervention", steps.nonEmpty && unfinished.isEmpty, detail)
  }
}

/** Inputs of the checks, apart from the measurements: the parts, the planned load, the machine. */
final case class Circumstances(
    figures: PartFigures,
    metrics: Option[String], // why the window has none
    ended: Vector[String], // a sentence for every part that ended unplanned
    external: Option[String], // parts that the lab did not start, whose CPU use it cannot tell from that of others
    preparation: Option[Preparation] = None, // none where parts were to be cold
    thinkTime: FiniteDuration, // mean of a user
    burst: Option[Asked] = None,
    arrivals: Option[Arrivals] = None,
    intervention: Option[Vector[InterventionStep]] = None,
    cold: Boolean = false, // there was no warm-up
    cpus: Int,
    serviceCores: Option[Double] = None, // quota of all instances together
    databaseCores: Option[Double] = None,
    shortfall: Option[Check] = None, // what the machine has no cores for
    ofCores: Boolean = false, // cores are the limit by theory
    injectors: Vector[InjectorShare] = Vector.empty
)
