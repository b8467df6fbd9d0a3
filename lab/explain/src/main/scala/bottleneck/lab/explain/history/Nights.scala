package bottleneck.lab.explain.history

import bottleneck.lab.explain.record.Result
import bottleneck.lab.explain.verdict.{BetweenRuns, StoredResult, Study}
import java.time.{Duration, Instant}
import org.hipparchus.stat.StatUtils

/** A number of a run that nights are compared by.
  *
  * @param value
  *   none where the run did not measure it, or where it depends on the machine's speed and that is not known
  */
final case class NightMetric(name: String, value: Result => Option[Double])

object NightMetric {

  /** CPU time always depends on the machine's speed, the others where cores are the limit: such values are converted to
    * a machine of speed 1.
    */
  val all: Vector[NightMetric] = Vector(
    NightMetric("throughput, responses/s", run => speedOfLimit(run).map(run.total.throughput / _)),
    NightMetric(
      "p99, ms",
      run => run.total.latencyMs.zip(speedOfLimit(run)).map { case (ms, speed) => ms.p99 * speed }
    ),
    NightMetric(
      "CPU time of the service per response, ms",
      run =>
        run.server.cpu.service.zip(speed(run)).map { case (cores, speed) =>
          cores * speed * 1000 / run.total.throughput
        }
    )
  )

  private def speedOfLimit(run: Result): Option[Double] = if (BetweenRuns.isOfCores(run)) speed(run) else Some(1)

  private def speed(run: Result): Option[Double] = run.machine.speed.flatMap(_.jvm.mean).filter(_ > 0)
}

/** One metric of one variant over the nights.
  *
  * @param earlier
  *   a value per night before the newest one of this variant: one at least
  */
final case class NightSeries(
    experiment: String,
    variant: String,
    metric: NightMetric,
    earlier: Vector[Double],
    newest: Double
) {
  def earlierMedian: Double = Nights.median(earlier)
  def ratio: Double = newest / earlierMedian
  def nights: Int = earlier.size + 1
}

/** Measurements of the sound runs of the recent nights.
  *
  * @param began
  *   start of each night's first run
  */
final case class Nights(began: Vector[Instant], series: Vector[NightSeries]) {

  def isShown: Boolean = series.nonEmpty
}

object Nights {
  val none: Nights = Nights(Vector.empty, Vector.empty)

  /** A run that begins so much later than the one before belongs to another night. */
  private val pause = Duration.ofHours(3)

  /** Nights that count. */
  private val most = 30

  /** In the order of `studies`, then of each one's factor. A night's value is the median of its runs. Of each variant
    * those runs count that have the cores, Java, scale and load of its newest one.
    */
  def of(runs: Vector[StoredResult], studies: Vector[Study]): Nights = {
    val place = studies.map(_.id).zipWithIndex.toMap
    val nights =
      split(runs.map(_.result).filter(run => run.sound && place.contains(run.run.experiment))).takeRight(most)
    val placed = for { (night, n) <- nights.zipWithIndex; (_, run) <- night } yield n -> run
    val series = placed
      .groupBy { case (_, run) => (run.run.experiment, run.run.variant) }
      .toVector
      .sortBy { case ((id, variant), ofThis) =>
        (place(id), ofThis.last._2.run.factor.fold(0.0)(_.value), variant)
      }
      .flatMap { case ((id, variant), ofThis) =>
        val comparable = ofThis.filter { case (_, run) => conditions(run) == conditions(ofThis.last._2) }
        NightMetric.all.flatMap(seriesOf(id, variant, _, comparable))
      }
    Nights(nights.map(_.head._1), series)
  }

  /** None of fewer than two nights. */
  private def seriesOf(
      id: String,
      variant: String,
      metric: NightMetric,
      runs: Vector[(Int, Result)]
  ): Option[NightSeries] = {
    val values = runs.flatMap { case (night, run) =>
      metric.value(run).filter(value => value > 0 && !value.isInfinite).map(night -> _)
    }
    val nightly = values.groupMap(_._1)(_._2).toVector.sortBy(_._1).map { case (_, ofNight) => median(ofNight) }
    Option.when(nightly.size > 1)(NightSeries(id, variant, metric, nightly.init, nightly.last))
  }

  /** Runs by night, in order. A night also ends where the commit or the code of the service is another. */
  private def split(runs: Vector[Result]): Vector[Vector[(Instant, Result)]] = {
    val dated = runs.flatMap(run => run.run.started.map(_ -> run)).sortBy(_._1)
    dated.foldLeft(Vector.empty[Vector[(Instant, Result)]]) {
      case (before :+ night, run) if follows(night.last, run) => before :+ (night :+ run)
      case (nights, run) => nights :+ Vector(run)
    }
  }

  private def follows(before: (Instant, Result), run: (Instant, Result)): Boolean =
    Duration.between(before._1, run._1).compareTo(pause) <= 0 && code(before._2) == code(run._2)

  private def code(run: Result) = (run.run.identity.commit, run.machine.versions.service)

  private def conditions(run: Result) =
    (run.machine.cpus, run.machine.versions.serviceJava, run.run.identity.scale, run.load)

  private[history] def median(values: Vector[Double]): Double = StatUtils.percentile(values.toArray, 50)
}
