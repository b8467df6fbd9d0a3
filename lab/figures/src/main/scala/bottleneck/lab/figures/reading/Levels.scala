package bottleneck.lab.figures.reading

import bottleneck.lab.figures.statistics.{ExactCounts, Window}
import bottleneck.lab.log.LogRecord
import bottleneck.lab.log.LogRecord.Request

/** The levels of a staircase, rising. */
object Levels {

  /** Collects the records of a log one by one, of levels whose judged parts are equally long. Its memory grows with the
    * levels and with the response times.
    */
  final class Collector(steps: Vector[(Int, Window)]) {
    private val levels = steps.map { case (users, window) => new Level(users, window) }

    def add(record: LogRecord): Unit = levels.foreach(_.add(record))

    def readings: Vector[LevelReading] = levels.map(_.reading)

    /** Users and requests over all that is judged of the levels. */
    def occupancy: Occupancy = Occupancy.mean(levels.map(_.occupancy))
  }

  private final class Level(users: Int, window: Window) {
    private val (ok, ko) = (new ExactCounts, new ExactCounts)
    private val present = new Occupancy.Collector(window)

    def add(record: LogRecord): Unit = {
      record match {
        case request: Request if window.contains(request.end) =>
          (if (request.ok) ok else ko).add(request.end - request.start)
        case _ => ()
      }
      present.add(record)
    }

    def occupancy: Occupancy = present.occupancy

    def reading: LevelReading = {
      val percentiles = if (ok.count == 0) Vector.empty else ok.percentiles(Vector(50, 95)).map(_.toLong)
      val errors = ko.count.toDouble / math.max(1, ok.count + ko.count)
      val throughput = ok.count / window.seconds
      val (p50, p95) = (percentiles.headOption, percentiles.lastOption)
      LevelReading(users, window.fromMs, window.toMs, ok.count, throughput, p50, p95, errors)
    }
  }
}

/** Measurements in the judged part of one level of a load staircase, times since the run record's start: OK responses,
  * their number per second, median and 95th percentile, and the failed share of all requests, 0 to 1.
  */
final case class LevelReading(
    users: Int,
    fromMs: Int,
    toMs: Int,
    ok: Long,
    throughput: Double,
    p50Ms: Option[Long],
    p95Ms: Option[Long],
    errors: Double
)

/** Service level objective: latency limit in milliseconds, and maximum share of errors. */
final case class Slo(p95Ms: Double = 500, errors: Double = 0)

/** Result of a load staircase: the last level up to which every level meets the SLO, and the one from which more users
  * hardly raise throughput, if it was reached.
  */
final case class StaircaseReading(
    levels: Vector[LevelReading],
    slo: Slo,
    sustained: Option[LevelReading],
    saturation: Option[LevelReading]
) {

  /** Sustained and saturation level, by name. */
  def marks: Vector[(String, Option[LevelReading])] = Vector("sustained" -> sustained, "saturation" -> saturation)
}

object StaircaseReading {

  /** Throughput that is nowhere more than this part above that of the first level does not grow at all. */
  private val flat = 0.05

  /** The levels in any order, each number of users once; none without any. */
  def of(levels: Vector[LevelReading], slo: Slo): Option[StaircaseReading] = Option.when(levels.nonEmpty) {
    // where nothing was answered no limit is met
    def meets(level: LevelReading): Boolean = level.p95Ms.exists(_ <= slo.p95Ms) && level.errors <= slo.errors
    val rising = levels.sortBy(_.users)
    StaircaseReading(levels, slo, rising.takeWhile(meets).lastOption, saturation(rising))
  }

  /** Kneedle with sensitivity 1 (Satopää et al. 2011, Finding a "Kneedle" in a Haystack, ICDCSW, §IV): with both axes
    * scaled to 0…1, the first level where throughput is ahead of load by a local maximum, once that lead has dropped by
    * more than an average step of load. So a knee shows only to who goes on for two levels or so beyond it.
    */
  private def saturation(staircase: Vector[LevelReading]): Option[LevelReading] =
    if (staircase.size < 3) None
    else if (neverGrows(staircase.map(_.throughput))) staircase.headOption
    else {
      val lead =
        scaled(staircase.map(_.throughput)).zip(scaled(staircase.map(_.users.toDouble))).map { case (y, x) => y - x }
      val step = 1.0 / (staircase.size - 1)
      staircase.indices.find(i => isPeak(lead, i) && dropsFrom(lead, i, step)).map(staircase)
    }

  private def neverGrows(throughput: Vector[Double]): Boolean =
    throughput.max - throughput.head <= flat * throughput.max

  private def scaled(values: Vector[Double]): Vector[Double] =
    values.map(value => (value - values.min) / (values.max - values.min))

  private def isPeak(lead: Vector[Double], i: Int): Boolean =
    0 < i && i < lead.size - 1 && lead(i - 1) < lead(i) && lead(i) >= lead(i + 1)

  /** True if the lead drops below its threshold before it is as large again. */
  private def dropsFrom(lead: Vector[Double], i: Int, step: Double): Boolean =
    lead.drop(i + 1).takeWhile(_ <= lead(i)).exists(_ < lead(i) - step)
}
