package bottleneck.lab.figures.checks

import bottleneck.lab.figures.Text.text
import bottleneck.lab.figures.reading.{BurstTimes, LevelReading, RunStatistics, ScheduleLag}
import bottleneck.lab.figures.record.InjectorShare
import bottleneck.lab.figures.statistics.SteadyState.Finding
import bottleneck.lab.figures.statistics.{BatchMeans, SteadyState}
import bottleneck.lab.figures.target.{Burst, OpenLoad}
import bottleneck.lab.figures.{Check, Outcome}
import scala.concurrent.duration.FiniteDuration

/** Conditions that only bursts, open loads, staircases or loads of several injectors have. */
private[lab] object LoadChecks {

  /** Tolerated extra spread of sends, as a share of the time from a burst's first request to its last answer. */
  private val mostSpread = 0.05

  /** Tolerated lag, in ms: a fifth of the default SLO, so that a late start does not decide whether it is met. */
  private val mostLagMs = 100.0

  /** Minimum OK responses of a level for meaningful percentiles and error rates. */
  private val fewestOfLevel = 100

  /** Maximum difference between the injectors' starts, as a share of the window. */
  private val mostApart = 0.01

  def burst(load: Burst, statistics: RunStatistics): Vector[Check] = statistics.burst match {
    case None => Vector(Check("complete", passed = false, s"none of ${load.users} requests was sent"))
    case Some(times) => Vector(complete(load.users, statistics.total), simultaneous(load, times))
  }

  private def complete(requests: Int, total: Outcome): Check = Check(
    "complete",
    total.ok + total.ko == requests,
    s"of $requests requests ${total.ok} were answered and ${total.ko} failed"
  )

  private def simultaneous(load: Burst, times: BurstTimes): Check = {
    val (within, length) = (load.arrival.toMillis, times.lastMs - times.firstMs)
    val most = within + mostSpread * length
    Check(
      "simultaneous",
      times.spreadMs <= most,
      text("all requests were sent within %d ms, at most %.0f", times.spreadMs, most),
      size = Option.when(length > 0)(math.max(0, times.spreadMs - within).toDouble / length)
    )
  }

  /** Gatling shares users out by whole seconds, so that any may come one interval late. As users came so near to the
    * plan, response times from the intended start are longer than the measured ones by no more than that.
    */
  def schedule(load: OpenLoad, seen: Option[ScheduleLag]): Check = {
    val most = mostLagMs + 1000 / load.perSecond
    val sentence = seen.fold(s"none of ${load.arrivals} requests was sent") { lag =>
      text(
        "%d of %d requests were sent, 99 %% of them at most %.0f ms after their time (%.0f allowed): responses took at most so much longer from the intended start",
        lag.requests,
        load.arrivals,
        lag.p99Ms,
        most
      )
    }
    Check("schedule", seen.exists(lag => lag.requests == load.arrivals && lag.p99Ms <= most), sentence)
  }

  def levels(readings: Vector[LevelReading]): Check = {
    val few = readings.filter(_.ok < fewestOfLevel).map(level => s"${level.ok} at ${level.users} users")
    Check(
      "levels",
      few.isEmpty,
      if (few.isEmpty) s"each of ${readings.size} levels has at least $fewestOfLevel OK responses"
      else s"each level needs $fewestOfLevel OK responses: there were only ${few.mkString(", ")}"
    )
  }

  /** Check that all injectors began together, by their own clocks. */
  def together(injectors: Vector[InjectorShare], window: FiniteDuration): Option[Check] = {
    val began = injectors.flatMap(_.sent).map(_.beganMs)
    Option.when(began.nonEmpty) {
      val (apart, most) = (began.max - began.min, mostApart * window.toMillis)
      Check(
        "injectors",
        apart <= most,
        text("the first requests of %d injectors were sent within %d ms, at most %.0f ms", injectors.size, apart, most),
        size = Some(apart.toDouble / window.toMillis)
      )
    }
  }

  /** Never fails where the load is an overload: nothing is steady then, and more come than leave. */
  def unless(overload: Boolean)(check: Check): Check =
    if (overload)
      check.copy(
        passed = true,
        undecided = false,
        size = None,
        sentence = s"not judged of an overload, in which requests pile up: ${check.sentence}"
      )
    else check
}

/** Check that the window of an open load is steady. Its throughput hardly changes where its response time does, so both
  * are judged.
  */
private[lab] object SteadyCheck {
  private val name = "steady"
  private val most = text("±%.0f %%", SteadyState.margin * 100)

  def of(statistics: RunStatistics): Check = statistics.perSecond.fold(
    Check.undecided(name, s"it takes ${BatchMeans.batches} whole seconds to measure a drift")
  ) { perSecond =>
    val measures = Vector(
      "throughput" -> Some(SteadyState.of(perSecond)),
      "response time" -> statistics.responseMsByBatch.map(SteadyState.ofBatches(statistics.seconds.size, _))
    )
    val clauses = measures.map { case (measure, state) => s"$measure ${state.fold("cannot be followed")(drift)}" }
    val answers = measures.map { case (_, state) => state.fold[Finding](Finding.CannotTell)(_.answer) }
    val detail = s"drift over the window, with its 90 % interval: ${clauses.mkString("; ")}"
    val size = measures.flatMap(_._2).map(state => math.abs(state.drift)).maxOption
    if (answers.contains(Finding.Drifts)) Check(name, passed = false, s"$detail; at most $most is steady", size = size)
    else if (answers.forall(_ == Finding.Steady)) Check(name, passed = true, s"$detail; within $most", size = size)
    else Check.undecided(name, s"$detail; the window is too short to tell: ${asked(perSecond)}", size)
  }

  private def asked(perSecond: Vector[Double]): String = {
    val noise = SteadyState.noise(perSecond)
    text("with seconds that differ by %.1f %% it takes %d s", noise * 100, SteadyState.seconds(noise))
  }

  private def drift(state: SteadyState): String =
    text("%+.1f %% (%+.1f to %+.1f %%)", state.drift * 100, state.low * 100, state.high * 100)
}
