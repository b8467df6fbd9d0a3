package bottleneck.lab.explain.validity

import bottleneck.lab.explain.preparation.Preparation
import bottleneck.lab.explain.record.{Check, ErrorKind, InterventionStep, WarmUpReading}
import bottleneck.lab.explain.statistics.{RunStatistics, Window}

/** The conditions of a run's [[Soundness]], each judged with its numbers. */
object Validity {

  private val fewestResponses = 100

  def judge(statistics: RunStatistics, circumstances: Circumstances): Vector[Check] = Vector(
    parts(circumstances.ended),
    Check("metrics", circumstances.metrics.isEmpty, circumstances.metrics.getOrElse("there are samples of the window")),
    log(statistics)
  ) ++ load(statistics, circumstances) ++ Vector(
    errors(statistics),
    little(statistics, circumstances)
  ) ++ InjectorChecks.together(
    circumstances.capacity.injectors,
    statistics.measurement.window.length
  ) ++ circumstances.preparation.map(warm) ++ MachineChecks.all(circumstances)

  private def warm(preparation: Preparation): Check = {
    val reading = WarmUpReading.of(preparation)
    Check("warm", reading.moving.isEmpty, reading.text, size = preparation.warmth.size)
  }

  private def load(statistics: RunStatistics, circumstances: Circumstances): Vector[Check] =
    (circumstances.asked.burst, circumstances.asked.arrivals) match {
      case (Some(asked), _) => LoadChecks.burst(asked, statistics)
      case (_, Some(asked)) =>
        Vector(
          responses(statistics),
          LoadChecks.unless(asked.overload)(SteadyChecks.open(statistics)),
          LoadChecks.schedule(asked, statistics.byLoad.lag)
        )
      case _ if statistics.byLoad.levels.nonEmpty =>
        Vector(LoadChecks.levels(statistics.byLoad.levels), LoadChecks.climbing)
      case _ => responses(statistics) +: steadyOrChanged(statistics, circumstances.asked.intervention)
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

  private def little(statistics: RunStatistics, circumstances: Circumstances): Check = {
    val sendsOnce = circumstances.asked.arrivals.isDefined || circumstances.asked.burst.isDefined
    LoadChecks.unless(circumstances.asked.arrivals.exists(_.overload))(
      LittleCheck.of(statistics.occupancy, Option.unless(sendsOnce)(circumstances.asked.thinkTime))
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
