package bottleneck.lab.explain.statistics

import bottleneck.lab.log.LogRecord.Request
import bottleneck.lab.log.{LogError, LogReader}
import java.nio.file.Path
import scala.collection.mutable

/** Outcomes of the requests that were sent within one second.
  *
  * @param second
  *   since the run record's start
  * @param errors
  *   failed requests by message, as [[ErrorCounts]] has it
  */
final case class Sent(second: Int, ok: Long, ko: Long, errors: Map[String, Long] = Map.empty)

/** Outcomes of all requests of a run by the second in which they were sent. */
final case class SentSeconds(sent: Vector[Sent])

object SentSeconds {

  /** None of a log without requests. */
  def read(log: Path): Either[LogError, Option[SentSeconds]] = {
    val seconds = mutable.LongMap.empty[Counts]
    LogReader
      .read(log) {
        case request: Request => seconds.getOrElseUpdate(request.start / 1000L, new Counts).add(request)
        case _ => ()
      }
      .map { _ =>
        val sent = seconds.toVector.sortBy(_._1).map { case (second, counts) => counts.sent(second.toInt) }
        Option.when(sent.nonEmpty)(SentSeconds(sent))
      }
  }

  private final class Counts {
    private val errors = new ErrorCounts
    private var ok = 0L
    private var ko = 0L

    def add(request: Request): Unit =
      if (request.ok) ok += 1
      else {
        ko += 1
        errors.add(request.message)
      }

    def sent(second: Int): Sent = Sent(second, ok, ko, errors.counts)
  }
}
