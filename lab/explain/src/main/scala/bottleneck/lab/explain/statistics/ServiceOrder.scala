package bottleneck.lab.explain.statistics

import bottleneck.lab.explain.log.LogRecord.Request
import bottleneck.lab.explain.log.{LogError, LogReader, LogRecord}
import bottleneck.lab.explain.theory.WaitingLine
import java.nio.file.Path
import scala.collection.mutable

/** What became of the requests that were sent within a second.
  *
  * @param second
  *   since the run record's start
  * @param leastMs
  *   shortest, median (to three digits) and longest response time of the OK ones; none without any
  * @param errors
  *   how often each message failed one, as [[ErrorCounts]] has it
  */
final case class Sent(
    second: Int,
    ok: Long,
    ko: Long,
    leastMs: Option[Int],
    p50Ms: Option[Int],
    mostMs: Option[Int],
    errors: Map[String, Long] = Map.empty
)

/** Whether requests were served in the order in which they came.
  *
  * @param overtook
  *   share of the window's OK responses that had been sent after another and were done so much earlier that it must
  *   have waited on while they were served; of several instances, which have a line each, also what a shorter line
  *   overtook; those sent within [[Overtaking.resolutionMs]] count as sent together
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

  /** Reads the log twice: see [[Overtaking]]. None of a log without requests. */
  def read(log: Path, window: Window, line: WaitingLine): Either[LogError, Option[ServiceOrder]] = {
    val collector = new Collector(window, line)
    for {
      _ <- LogReader.read(log)(collector.add)
      _ <- LogReader.read(log)(collector.addAgain)
    } yield collector.order
  }

  /** Collects the records of a log one by one, all of them twice. Its memory grows with the length of the run. */
  private[statistics] final class Collector(window: Window, line: WaitingLine) {
    private val shortestMs = line.shortest.toMillis
    private val overtaking = new Overtaking((line.most - line.least).toMillis)
    private val sent = mutable.LongMap.empty[SentSecond]
    private var answered = 0L
    private var shorter = 0L

    def add(record: LogRecord): Unit = record match {
      case request: Request =>
        sent.getOrElseUpdate(request.start / 1000L, new SentSecond).add(request)
        if (isAnswered(request)) {
          answered += 1
          if (request.end - request.start < shortestMs) shorter += 1
          overtaking.learn(request)
        }
      case _ => ()
    }

    def addAgain(record: LogRecord): Unit = record match {
      case request: Request if isAnswered(request) => overtaking.judge(request)
      case _ => ()
    }

    def order: Option[ServiceOrder] = Option.when(sent.nonEmpty) {
      val all = math.max(1, answered).toDouble
      val atOnce = line.atOnce(shorter / all)
      val inOrder = line.slowest(atOnce = 0, window.length)
      ServiceOrder(
        overtaking.count / all,
        atOnce,
        atOnce.filter(_ > 0).fold(inOrder)(line.slowest(_, window.length)).toMillis.toDouble,
        inOrder.toMillis.toDouble,
        sent.toVector.sortBy(_._1).map { case (second, requests) => requests.sent(second.toInt) }
      )
    }

    private def isAnswered(request: Request): Boolean = request.ok && window.contains(request.end)
  }
}
