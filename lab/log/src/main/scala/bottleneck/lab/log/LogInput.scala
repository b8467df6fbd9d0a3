package bottleneck.lab.log

import bottleneck.lab.log.LogFormat.{byteOrder, maxLength, Coder}
import java.io.InputStream
import java.nio.ByteBuffer
import java.nio.charset.StandardCharsets.ISO_8859_1
import scala.collection.immutable.ArraySeq
import scala.collection.mutable.ArrayBuffer
import scala.util.control.ControlThrowable

/** The primitives of a simulation.log: big-endian numbers, and strings with Gatling's cache of those that recur.
  *
  * @param maxKept
  *   bytes of heap that all strings together may take
  */
private[log] final class LogInput(input: InputStream, val maxKept: Long) {
  import LogInput._

  private val buffer = new Array[Byte](bufferSize)
  private var position = 0
  private var limit = 0
  private val cache = ArrayBuffer.empty[String]
  private var kept = 0L

  /** True if the input ends at this position. */
  def isAtEnd: Boolean = position == limit && !fill()

  def byte(): Int = {
    if (position == limit && !fill()) throw Ended
    val value = buffer(position) & 0xff
    position += 1
    value
  }

  def boolean(): Boolean = byte() match {
    case 0 => false
    case 1 => true
    case other => throw Damaged(s"a flag is $other")
  }

  def int(): Int =
    if (limit - position >= Integer.BYTES) {
      val p = position
      position += Integer.BYTES
      (buffer(p) & 0xff) << 24 | (buffer(p + 1) & 0xff) << 16 | (buffer(p + 2) & 0xff) << 8 | (buffer(p + 3) & 0xff)
    } else byte() << 24 | byte() << 16 | byte() << 8 | byte()

  def long(): Long = int().toLong << 32 | (int() & 0xffffffffL)

  /** A number of things that follow, at most `max`. */
  def count(max: Int): Int = {
    val value = int()
    if (value < 0 || value > max) throw Damaged(s"a count is $value")
    value
  }

  def bytes(): ArraySeq[Byte] = ArraySeq.unsafeWrapArray(raw(count(maxLength)))

  def string(): String = {
    val length = count(maxLength)
    if (length == 0) ""
    else {
      val content = raw(length)
      byte() match {
        case Coder.latin1 => new String(content, ISO_8859_1)
        case Coder.utf16 if length % 2 == 0 => ByteBuffer.wrap(content).order(byteOrder).asCharBuffer.toString
        case coder => throw Damaged(s"a string of $length bytes has coder $coder")
      }
    }
  }

  /** At its first use a string is preceded by its index, and afterwards replaced by the negative of that. */
  def cachedString(): String = {
    val index = int()
    if (index < 0 && index >= -cache.size) cache(-index - 1)
    else if (index == cache.size + 1) {
      cache += string()
      cache.last
    } else throw Damaged(s"string number $index follows ${cache.size} strings")
  }

  /** Bytes that stay in memory as long as the log is read. */
  private def raw(length: Int): Array[Byte] = {
    kept += length + overhead
    if (kept > maxKept) throw Flooded
    val content = new Array[Byte](length)
    var done = 0
    while (done < length) {
      if (position == limit && !fill()) throw Ended
      val part = math.min(length - done, limit - position)
      System.arraycopy(buffer, position, content, done, part)
      position += part
      done += part
    }
    content
  }

  private def fill(): Boolean = {
    position = 0
    limit = math.max(0, input.read(buffer))
    limit > 0
  }
}

private[log] object LogInput {
  private val bufferSize = 1 << 16

  /** Bytes of heap that a string takes beside its content. */
  private val overhead = 64

  /** The input ended within a value. */
  case object Ended extends ControlThrowable

  /** A value that cannot be. */
  final case class Damaged(reason: String) extends ControlThrowable

  /** The strings exceed `maxKept`. */
  case object Flooded extends ControlThrowable
}
