package bottleneck.lab.log

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

  /** See [[Log]]. */
  def backwards: Long
}

private[log] object LogDecoder {

  /** The input ended within a value. */
  case object End extends ControlThrowable

  /** A value that cannot be. */
  final case class Damage(reason: String) extends ControlThrowable

  /** The names exceed what is kept. */
  case object Flood extends ControlThrowable

  /** A time of the run, in ms since its start. */
  def time(ms: Long): Int = {
    if (ms < 0 || ms > LogFormat.longestMs) throw Damage(s"a time is $ms ms")
    ms.toInt
  }
}
