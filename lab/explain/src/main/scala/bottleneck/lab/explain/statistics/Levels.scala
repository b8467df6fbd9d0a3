package bottleneck.lab.explain.statistics

import bottleneck.lab.statistics.Window
import bottleneck.lab.log.LogRecord
import bottleneck.lab.log.LogRecord.Request

/** The levels of a staircase, rising, and how many users and requests were there over all that is judged of them. */
final case class Levels(readings: Vector[LevelReading], occupancy: Occupancy)

object Levels {

  /** Collects the records of a log one by one. Its memory grows with the levels and with the response times.
    *
    * @param steps
    *   users of each level and the part of it that is judged, all equally long
    */
  final class Collector(steps: Vector[(Int, Window)]) {
    private val collectors = steps.map { case (users, window) => new LevelCollector(users, window) }

    def add(record: LogRecord): Unit = collectors.foreach(_.add(record))

    def levels: Levels = Levels(collectors.map(_.reading), Occupancy.mean(collectors.map(_.occupancy)))
  }

  private final class LevelCollector(users: Int, window: Window) {
    private val requests = new Outcome.Collector
    private val present = new Occupancy.Collector(window)

    def add(record: LogRecord): Unit = {
      record match {
        case request: Request if window.contains(request.end) => requests.add(request)
        case _ => ()
      }
      present.add(record)
    }

    def occupancy: Occupancy = present.occupancy

    def reading: LevelReading = {
      val total = requests.outcome(window.seconds)
      LevelReading(
        users,
        window.fromMs,
        window.toMs,
        total.ok,
        total.throughput,
        total.latencyMs.map(_.p50),
        total.latencyMs.map(_.p95),
        total.failed
      )
    }
  }
}

/** Measurements in the judged part of one level of a load staircase.
  *
  * @param fromMs
  *   start, since the run record's start, as is `toMs`
  * @param throughput
  *   OK responses per second
  * @param p50Ms
  *   median of OK responses, as `p95Ms` is their 95th percentile; none without any
  * @param errors
  *   failed share of all requests, 0 to 1
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
