package bottleneck.lab.log

import bottleneck.lab.log.LogDecoder.time
import scala.util.control.ControlThrowable

/** Records of one format. Reading them throws the exceptions of the companion, and the input's IOException. */
private[log] trait LogDecoder {

  /** Version that the log names; known before the header is. */
  def version: String

  /** Run record; of a text log, with the scenarios found so far. */
  def header: LogHeader

  def next(): Option[LogRecord]

  /** Place of the last record, for an error. */
  def place: String

  private var late = 0L

  /** See [[Log]]. */
  def backwards: Long = late

  /** A time of the run, in ms since its start: 0 for one before it, by a clock that was set back later. */
  protected def since(ms: Long): Int = if (ms < 0 && ms >= -LogFormat.longestSetBackMs) 0 else time(ms)

  /** The end of what started, in ms since the run's start: not before its own. `counts` a request that would be. */
  protected def end(start: Int, ms: Long, counts: Boolean): Int = {
    if (counts && ms < start) late += 1
    time(math.max(start.toLong, ms))
  }
}

private[log] object LogDecoder {

  /** The input ended within a value. */
  case object End extends ControlThrowable

  /** A value that cannot be. */
  final case class Damage(reason: String) extends ControlThrowable

  /** The names exceed what is kept. */
  case object Flood extends ControlThrowable

  private[log] def time(ms: Long): Int = {
    if (ms < 0 || ms > LogFormat.longestMs) throw Damage(s"a time is $ms ms")
    ms.toInt
  }
}
