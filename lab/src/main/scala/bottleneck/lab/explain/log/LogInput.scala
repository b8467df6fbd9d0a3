package bottleneck.lab.explain.log

import java.io.InputStream
import java.nio.ByteOrder
import java.nio.charset.StandardCharsets.{ISO_8859_1, UTF_16BE, UTF_16LE}
import scala.collection.mutable.ArrayBuffer
import scala.util.control.ControlThrowable

/** The primitives of a simulation.log: big-endian numbers, and strings with Gatling's cache of those that recur. */
private[log] final class LogInput(input: InputStream) {
  import LogInput._

  private val buffer = new Array[Byte](bufferSize)
  private var position = 0
  private var limit = 0
  private val cache = ArrayBuffer.empty[String]

  /** Whether the input ends right here. */
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

  def bytes(): Array[Byte] = Array.fill(count(maxLength))(byte().toByte)

  def string(): String = {
    val length = count(maxLength)
    if (length == 0) ""
    else {
      val content = raw(length)
      byte() match {
        case 0 => new String(content, ISO_8859_1)
        case 1 if length % 2 == 0 => new String(content, utf16)
        case coder => throw Damaged(s"a string of $length bytes has coder $coder")
      }
    }
  }

  /** At its first use a string is preceded by its index, and afterwards replaced by the negative of that. */
  def cachedString(): String = {
    val index = int()
    if (index == cache.size + 1) {
      cache += string()
      cache.last
    } else if (index < 0 && index >= -cache.size) cache(-index - 1)
    else throw Damaged(s"string number $index follows ${cache.size} strings")
  }

  private def raw(length: Int): Array[Byte] = {
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

  /** Gatling's own buffer: it cannot write anything longer. */
  private val maxLength = 8192

  /** The writer's byte order, which the log does not tell: that of all platforms that Gatling's users run. */
  private val utf16 = if (ByteOrder.nativeOrder == ByteOrder.BIG_ENDIAN) UTF_16BE else UTF_16LE

  /** The input ended within a value. */
  case object Ended extends ControlThrowable

  /** A value that cannot be. */
  final case class Damaged(reason: String) extends ControlThrowable
}
