package bottleneck.lab.figures.reading

import bottleneck.lab.figures.statistics._
import bottleneck.lab.figures._
import bottleneck.lab.log.{Log, LogError, LogHeader, LogReader}
import java.nio.file.Path
import java.time.Instant

/** Run from what was collected of its log.
  *
  * 95 % intervals come from the measured window. A throughput's is by batch means. For response times the window is cut
  * into 10 to 19 slices of equal length; Student's interval over the slices' means or percentiles, as a part of their
  * mean, is put around the exact value of the whole run. There is none where a slice has fewer than 20 requests or none
  * beyond the percentile, and none is narrower than the half millisecond by which a log rounds. Simulated windows of 20
  * to 600 s, with and without correlated seconds: 89 to 98 of 100 intervals held the true value. Percentiles of slices
  * and of slots are right to 0.8 %.
  */
private[lab] final class RunFigures(statistics: LogStatistics, log: Log, report: Option[GatlingReport]) {
  import RunFigures._
  import statistics.{firstMs, lastMs, seconds, slots, total, usersBySecond, usersBySlot}

  // from here on the widths of the cells are fixed
  private val (lastSecond, lastSlot) = (seconds.of(lastMs), slots.of(lastMs))
  private val requests = statistics.requests.all
  private val groups = statistics.groups.byStart
  private val all = total.all

  /** Measured window, or why there is none. The last second is not whole. */
  private val window: Either[String, Window] = {
    val users = usersBySecond.means(lastSecond)
    Plateau.of(users) match {
      case _ if statistics.users == 0 => Left("The log has no users, so that arrival and drain cannot be found.")
      case _ if lastMs - firstMs < shortestMs => Left(s"The run is shorter than ${Numbers.millis(shortestMs)}.")
      case None => Left("Not steady: the number of users keeps changing, as in a ramp, a staircase or a slow burst.")
      case Some(cells) =>
        val found = seconds.window(cells)
        if (found.length.toMillis < shortestMs)
          Left(s"The time without arrival and drain, ${span(found)}, is shorter than ${Numbers.millis(shortestMs)}.")
        else if (total.course.times.of(slots.within(found)).count < cells.map(users).max)
          Left(s"Fewer requests than users end in the time without arrival and drain, ${span(found)}: this is a burst.")
        else Right(found)
    }
  }

  private val measured: Option[Measured] = window.toOption.map { window =>
    val ok = okPerSecond(total.course, window)
    Measured(
      window,
      Option.when(ok.size >= BatchMeans.batches && ok.sum * window.seconds / ok.size >= fewest)(SteadyState.of(ok))
    )
  }

  def run: Run = Run(
    log.header.simulation,
    log.header.gatlingVersion,
    log.header.format.label,
    log.header.description,
    Instant.ofEpochMilli(log.header.start),
    firstMs,
    lastMs,
    measured,
    outcome(total, Some(total.course), report.flatMap(_.total)),
    named(requests)(statistics.requests.course, tally => report.flatMap(_.request(tally.path))),
    named(groups)(statistics.groups.course, _ => None),
    statistics.failures,
    statistics.firstFailure.map(_.copy(users = None)),
    statistics.users,
    timeSlots,
    curve,
    complete +: (clock ++ version ++ names ++ Vector(measuredCheck) ++ measured.flatMap(_.steady).map(steadiness) ++
      report.flatMap(ofReport)).toVector
  )

  private def named(tallies: Vector[Tally])(
      course: Tally => Option[Course],
      row: Tally => Option[GatlingReport.Row]
  ): Vector[(String, Outcome)] = Tallies.named(tallies).map { case (path, tally) =>
    path -> outcome(tally, course(tally), row(tally))
  }

  private def outcome(tally: Tally, course: Option[Course], row: Option[GatlingReport.Row]): Outcome = {
    import tally.{ko, ok}
    val inWindow = for { measured <- measured; course <- course } yield (course, measured.window)
    val slices = inWindow.toVector.flatMap { case (course, window) =>
      val cells = slots.within(window)
      val each = cells.size / leastSlices
      if (each == 0) Vector.empty else cells.grouped(each).filter(_.size == each).map(course.times.of)
    }
    val values = inWindow.toVector.map { case (course, window) =>
      Metrics.throughput -> throughput(okPerSecond(course, window))
    } ++ Vector(Metrics.runThroughput -> Estimate(ok.count / statistics.runSeconds)) ++
      times(Metrics.times, tally.all, slices) ++
      times(Metrics.okTimes, ok, if (ko.count == 0) slices else Vector.empty) ++
      report.zip(row.filter(_.count == tally.all.count)).toVector.flatMap { case (report, row) =>
        Metrics.reported.flatMap(metric => report.time(row, metric.percentile).map(metric -> Estimate(_)))
      }
    Outcome(ok.count, ko.count, values.map { case (metric, value) => metric.name -> value }.toMap)
  }

  private def okPerSecond(course: Course, window: Window): Vector[Double] =
    seconds.within(window).toVector.map(course.ok(_) * 1000.0 / seconds.widthMs)

  private def timeSlots: Vector[Slot] = {
    val users = usersBySlot.greatest(lastSlot + 1)
    for (cell <- (slots.of(firstMs) to lastSlot).toVector if all.count > 0) yield {
      val window = slots.window(cell until cell + 1)
      val times = total.course.times.of(cell until cell + 1)
      val percentiles =
        if (times.count == 0) Vector.empty
        else times.percentiles(Metrics.overTime.flatMap(_.percentile)).map(CoarseBins.middle)
      val ok = statistics.okBySlot(cell)
      Slot(window.fromMs, window.toMs, ok, times.count - ok, users(cell), percentiles)
    }
  }

  /** Up to the last percentile that a request lies beyond. */
  private def curve: Vector[(Double, Double)] = {
    val count = all.count
    val percentiles = curvePercentiles.takeWhile(percentile => (100 - percentile) * count > 99.999)
    percentiles.zip(all.percentiles(percentiles).map(_.toDouble))
  }

  private def complete: Check = {
    val problem =
      if (all.count == 0) Some(noRequest)
      else if (!log.isPartial) None
      else if (LogError.isNewer(log.header.gatlingVersion))
        Some("The log ends within a record, or has one that is not known: it is read up to there.")
      else Some("The log ends within a record: Gatling was ended, or is still running.")
    Check(completeness, problem.isEmpty, problem.getOrElse("The log is complete."))
  }

  private def failed(name: String)(sentence: String): Check = Check(name, passed = false, sentence)

  private def clock: Option[Check] = Option.when(log.backwards > 0)(
    failed(clockSet)(s"${log.backwards} requests ended before their start: a clock was set. They count as 0 ms.")
  )

  private def version: Option[Check] = Some(log.header.gatlingVersion)
    .filter(LogError.isNewer)
    .map(is => failed("version")(s"Gatling $is is newer than ${LogError.newestText}: its log may mean something else."))

  private def names: Vector[Check] = (statistics.requests.rest ++ statistics.groups.rest).toVector.map { rest =>
    val together = s"${Numbers.count(rest.all.count)} responses are counted together as ${rest.path}."
    failed("names")(s"There are too many different names: $together")
  }

  private def measuredCheck: Check =
    window.fold(failed("window"), found => Check("window", passed = true, s"Measured is ${span(found)}."))

  private def ofReport(report: GatlingReport): Option[Check] = report.check(
    ("all requests", report.total, all) +: requests.map { tally =>
      (tally.path, report.request(tally.path), tally.all)
    }
  )
}

private[lab] object RunFigures {

  /** The run of a log, or of a `part` from and to ms since its start; `progress` now and then gets the bytes read. */
  def read(
      log: Path,
      anyVersion: Boolean = false,
      progress: Long => Unit = _ => (),
      part: (Option[Int], Option[Int]) = (None, None)
  ): Either[LogError, (Run, LogStatistics, LogHeader)] = {
    val statistics = new LogStatistics(part._1.getOrElse(0), part._2.getOrElse(Int.MaxValue))
    LogReader.read(log, anyVersion, progress)(statistics.add).map { read =>
      val report = if (part == ((None, None))) GatlingReport.beside(log) else None
      (new RunFigures(statistics, read, report).run, statistics, read.header)
    }
  }

  /** Name of the check without which no expectation is met. */
  val completeness = "complete"
  private val clockSet = "clock"

  private val noRequest = "No request ended."

  /** Whether a check failed because the log itself is damaged. */
  def isDamage(check: Check): Boolean =
    !check.passed && Set(completeness, clockSet)(check.name) && check.sentence != noRequest
  private val shortestMs = 10000.0

  /** OK responses of a window, before which a throughput cannot be shown to be steady. */
  private val fewest = 100
  private val leastSlices = 10

  /** 0 to 98, 99.0 to 99.8, 99.90 to 99.98 and so on. */
  private val curvePercentiles: Vector[Double] = (0 to 98).map(_.toDouble).toVector ++
    (for { decimals <- 1 to 4; beyond <- 10 to 2 by -1 } yield (100 - BigDecimal(beyond, decimals)).toDouble)

  private def throughput(perSecond: Vector[Double]): Estimate = {
    val interval = Option.when(perSecond.size >= BatchMeans.batches)(BatchMeans.interval(perSecond))
    Estimate(perSecond.sum / perSecond.size, interval.map(found => (math.max(0, found.low), found.high)))
  }

  /** @param metrics of response times in the order of the registry */
  private def times(
      metrics: Vector[Metric],
      counts: ExactCounts,
      slices: Vector[ExactCounts]
  ): Vector[(Metric, Estimate)] =
    if (counts.count == 0) Vector.empty
    else {
      val ranked = metrics.flatMap(metric => metric.percentile.map(metric -> _))
      val least = slices.map(_.count).minOption.getOrElse(0L)
      val ofSlices = if (least < 20) Vector.empty else slices
      val bins = ofSlices.map(_.percentiles(ranked.map(_._2)).map(CoarseBins.middle))
      val values = counts.percentiles(ranked.map(_._2))
      val percentiles = ranked.zipWithIndex.map { case ((metric, percentile), n) =>
        val isBetween = 0 < percentile && least >= 99.999 / (100 - percentile)
        metric -> around(values(n).toDouble, if (isBetween) bins.map(_(n)) else Vector.empty, rounding = 0.5)
      }
      val Vector(mean, sd) = metrics.filter(_.percentile.isEmpty): @unchecked
      percentiles ++
        Vector(mean -> around(counts.mean, ofSlices.map(meanOfBins), rounding = 0), sd -> Estimate(counts.sd))
    }

  private def around(value: Double, ofSlices: Vector[Double], rounding: Double): Estimate = Estimate(
    value,
    Interval.of(ofSlices).map { over =>
      val half = math.max(rounding, if (over.mean > 0) value * over.halfWidth / over.mean else 0)
      (math.max(0, value - half), value + half)
    }
  )

  private def meanOfBins(counts: ExactCounts): Double = {
    var sum = 0.0
    counts.foreach((bin, times) => sum += CoarseBins.middle(bin) * times)
    sum / counts.count
  }

  private def span(window: Window): String =
    s"seconds ${Numbers.count(window.fromMs / 1000.0)} to ${Numbers.count(window.toMs / 1000.0)}"

  private def steadiness(steady: SteadyState): Check = {
    val drift = s"${Numbers.percent(steady.drift)} (${Numbers.percent(steady.low)} to ${Numbers.percent(steady.high)})"
    val sentence = steady.answer match {
      case SteadyState.Finding.Steady => s"The throughput of the measured window is steady: it changes by $drift."
      case SteadyState.Finding.Drifts =>
        s"The throughput of the measured window drifts by $drift: the service was not warm or did not keep up."
      case SteadyState.Finding.CannotTell =>
        s"The measured window is too short to show a steady throughput: it changes by $drift."
    }
    Check("steady", steady.answer == SteadyState.Finding.Steady, sentence)
  }
}
