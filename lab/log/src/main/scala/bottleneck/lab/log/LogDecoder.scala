package bottleneck.lab.log

import scala.util.control.ControlThrowable

/** The records of one format. Reading them throws what is in the companion, and the input's IOException. */
private[log] trait LogDecoder {

  /** Version that the log names; known before the header is. */
  def version: String

  /** Run record; of a text log, with the scenarios found so far. */
  def header: LogHeader

  /** The next record, or nothing at the end. */
  def next(): Option[LogRecord]

  /** Place of the last record, for an error. */
  def place: String

  /** See [[Log]]. */
  def backwards: Long
}

private[log] object LogDecoder {

  /** The input ended within a value. */
  case object Ended extends ControlThrowable

  /** A value that cannot be. */
  final case class Damaged(reason: String) extends ControlThrowable

  /** The names exceed what is kept. */
  case object Flooded extends ControlThrowable

  /** A time of the run, in ms since its start. */
  def time(ms: Long): Int = {
    if (ms < 0 || ms > LogFormat.longestMs) throw Damaged(s"a time is $ms ms")
    ms.toInt
  }
}
