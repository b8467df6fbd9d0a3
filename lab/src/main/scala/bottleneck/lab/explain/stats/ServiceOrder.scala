package bottleneck.lab.explain.stats

import bottleneck.lab.explain.log.LogRecord.Request
import bottleneck.lab.explain.log.{LogError, LogReader}
import bottleneck.lab.explain.theory.WaitingLine
import java.nio.file.Path
import scala.collection.mutable.ArrayBuffer

/** What became of the requests that were sent within a second.
  *
  * @param second
  *   since the run record's start
  * @param leastMs
  *   shortest, median and longest response time of the OK ones; none without any
  */
final case class Sent(second: Int, ok: Long, ko: Long, leastMs: Option[Int], p50Ms: Option[Int], mostMs: Option[Int])

/** Whether requests were served in the order in which they came.
  *
  * @param overtook
  *   share of the window's OK responses that had been sent after another and were done so much earlier that it must
  *   have waited on while they were served; of several instances, which have a line each, also what a shorter line
  *   overtook
  * @param atOnce
  *   share that was served without a wait, while others waited; none where nobody has to
  * @param slowestMs
  *   what theory says that the slowest takes, by that share
  * @param slowestInOrderMs
  *   what it would take were all served in order
  * @param sent
  *   by when requests were sent, over the whole run
  */
final case class ServiceOrder(
    overtook: Double,
    atOnce: Option[Double],
    slowestMs: Double,
    slowestInOrderMs: Double,
    sent: Vector[Sent]
)

object ServiceOrder {

  /** Reads the log once more, as this needs all requests at once. */
  def read(log: Path, window: Window, line: WaitingLine): Either[LogError, Option[ServiceOrder]] = {
    val requests = ArrayBuffer.empty[Request]
    LogReader
      .read(log) {
        case request: Request => requests += request
        case _ => ()
      }
      .map(_ => Option.when(requests.nonEmpty)(of(requests.toVector, window, line)))
  }

  private[stats] def of(requests: Vector[Request], window: Window, line: WaitingLine): ServiceOrder = {
    val answered = requests.filter(request => request.ok && window.contains(request.end))
    val all = math.max(1, answered.size).toDouble
    val shorter = answered.count(request => request.end - request.start < line.shortest.toMillis)
    val atOnce = line.atOnce(shorter / all)
    val inOrder = line.slowest(atOnce = 0, window.length)
    ServiceOrder(
      overtaking(answered, (line.most - line.least).toMillis.toInt) / all,
      atOnce,
      atOnce.filter(_ > 0).fold(inOrder)(line.slowest(_, window.length)).toMillis.toDouble,
      inOrder.toMillis.toDouble,
      requests.groupBy(_.start / 1000).toVector.sortBy(_._1).map { case (second, sent) => bin(second, sent) }
    )
  }

  /** How many were done more than `slackMs` before one that was sent earlier: as much can service times differ. */
  private def overtaking(requests: Vector[Request], slackMs: Int): Int = {
    val byStart = requests.sortBy(_.start)
    val latestBefore = byStart.scanLeft(Int.MinValue)((latest, request) => math.max(latest, request.end))
    byStart.zip(latestBefore).count { case (request, latest) => latest.toLong - slackMs > request.end }
  }

  private def bin(second: Int, sent: Vector[Request]): Sent = {
    val times = sent.filter(_.ok).map(request => request.end - request.start).sorted
    Sent(
      second,
      times.size.toLong,
      sent.size.toLong - times.size,
      times.headOption,
      times.lift((times.size - 1) / 2),
      times.lastOption
    )
  }
}
