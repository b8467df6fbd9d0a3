package bottleneck.lab.log

import bottleneck.lab.log.LogFormat.{byteOrder, maxLength, Coder}
import java.io.OutputStream
import java.nio.ByteBuffer
import java.nio.charset.StandardCharsets.ISO_8859_1
import scala.collection.immutable.ArraySeq
import scala.collection.mutable

/** Writes the primitives that [[BinaryInput]] reads. */
private[log] final class BinaryOutput(output: OutputStream) {
  import BinaryOutput._

  private val buffer = ByteBuffer.allocate(bufferSize)
  private val cache = mutable.HashMap.empty[String, Int]

  def byte(value: Int): Unit = {
    ensure(java.lang.Byte.BYTES)
    val _ = buffer.put(value.toByte)
  }

  def boolean(value: Boolean): Unit = byte(if (value) 1 else 0)

  def int(value: Int): Unit = {
    ensure(Integer.BYTES)
    val _ = buffer.putInt(value)
  }

  def long(value: Long): Unit = {
    ensure(java.lang.Long.BYTES)
    val _ = buffer.putLong(value)
  }

  def bytes(value: ArraySeq[Byte]): Unit = raw(value.toArray)

  /** An empty string is its length only. */
  def string(value: String): Unit =
    if (value.isEmpty) int(0)
    else if (value.forall(_ <= maxLatin1)) {
      raw(value.getBytes(ISO_8859_1))
      byte(Coder.latin1)
    } else {
      val content = new Array[Byte](value.length * Character.BYTES)
      ByteBuffer.wrap(content).order(byteOrder).asCharBuffer.put(value)
      raw(content)
      byte(Coder.utf16)
    }

  /** Preceded by its index at its first use, and afterwards replaced by the negative of that. */
  def cachedString(value: String): Unit = cache.get(value) match {
    case Some(index) => int(-index)
    case None =>
      val index = cache.size + 1
      cache(value) = index
      int(index)
      string(value)
  }

  def flush(): Unit = {
    output.write(buffer.array, 0, buffer.position())
    buffer.clear()
    output.flush()
  }

  private def raw(content: Array[Byte]): Unit = {
    require(content.length <= maxLength, s"length (${content.length} bytes) must be <= $maxLength")
    int(content.length)
    ensure(content.length)
    if (content.length > bufferSize) output.write(content)
    else {
      val _ = buffer.put(content)
    }
  }

  private def ensure(room: Int): Unit = if (buffer.remaining < room) flush()
}

private[log] object BinaryOutput {
  private val bufferSize = 1 << 16
  private val maxLatin1 = '\u00ff'
}
