package bottleneck.lab.explain.stats

import bottleneck.lab.explain.log.LogRecord
import bottleneck.lab.explain.log.LogRecord.{judged, Request, User}

/** How many users and requests were there at once, on average over the window, and what all requests took.
  *
  * @param inFlight
  *   requests that were sent and not answered yet
  * @param perSecond
  *   requests that ended, failed ones included
  * @param responseSeconds
  *   their mean response time
  */
final case class Occupancy(users: Double, inFlight: Double, perSecond: Double, responseSeconds: Double)

object Occupancy {

  /** Over several parts that are equally long. */
  def mean(parts: Vector[Occupancy]): Occupancy = {
    def of(value: Occupancy => Double): Double = parts.map(value).sum / parts.size
    val perSecond = of(_.perSecond)
    val responding = of(part => part.perSecond * part.responseSeconds)
    Occupancy(of(_.users), of(_.inFlight), perSecond, if (perSecond == 0) 0 else responding / perSecond)
  }

  /** Integrates over the window, record by record. A user who never leaves counts to its end; a request that was never
    * answered has no record and counts for nothing.
    */
  final class Collector(window: Window) {
    private var userMs = 0.0
    private var requestMs = 0.0
    private var ended = 0L
    private var responseMs = 0.0
    private var disturbed = Option.empty[Int]

    def add(record: LogRecord): Unit = record match {
      case Request(_, _, start, end, _, _) =>
        requestMs += math.max(0, math.min(end, window.toMs) - math.max(start, window.fromMs))
        if (window.contains(end)) {
          ended += 1
          responseMs += end - start
        }
      case User(`judged`, arrives, at) =>
        val rest = window.toMs - math.min(math.max(at, window.fromMs), window.toMs)
        userMs += (if (arrives) rest else -rest)
      case User(_, true, at) if userMs > 0 && disturbed.isEmpty => disturbed = Some(at)
      case _ => ()
    }

    /** When the first user of another scenario came after users of the judged one. */
    def disturbedFromMs: Option[Int] = disturbed

    def occupancy: Occupancy = {
      val length = (window.toMs - window.fromMs).toDouble
      val mean = if (ended == 0) 0.0 else responseMs / ended / 1000
      Occupancy(userMs / length, requestMs / length, ended / window.seconds, mean)
    }
  }
}
