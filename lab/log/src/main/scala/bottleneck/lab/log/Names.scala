package bottleneck.lab.log

import bottleneck.lab.log.LogDecoder.Flood
import java.nio.charset.StandardCharsets.UTF_8
import java.util.Arrays
import scala.collection.mutable
import scala.collection.mutable.ArrayBuffer

/** The names, messages and group paths of a log, each kept once, in at most `maxKept` bytes of heap: those of a test
  * take kilobytes, those of a hostile log have no end.
  */
private[log] final class Names(val maxKept: Long) {
  import Names._

  private val strings = mutable.HashMap.empty[String, String]
  private val paths = mutable.HashMap.empty[Vector[String], Vector[String]]
  private var kept = 0L

  /** Claims so many bytes of content, before they are read. */
  def reserve(bytes: Int): Unit = {
    kept += bytes + overhead
    if (kept > maxKept) throw Flood
  }

  def string(text: String): String = strings.getOrElseUpdate(text, text)

  def path(groups: Vector[String]): Vector[String] = paths.getOrElseUpdate(
    groups, {
      reserve(groups.size * pointer)
      groups
    }
  )

  /** A table from bytes to the string or path that they are. */
  def table[A](of: String => A): Table[A] = new Table(of)

  /** Values by bytes, with open addressing, as finding one must make no object. */
  final class Table[A](of: String => A) {
    private val keys = ArrayBuffer.empty[Array[Byte]]
    private val values = ArrayBuffer.empty[A]

    /** One more than the index of the value; 0 where there is none. */
    private var slots = new Array[Int](1 << 10)

    def get(bytes: Array[Byte], from: Int, to: Int): A = {
      val slot = find(bytes, from, to)
      if (slots(slot) > 0) values(slots(slot) - 1) else add(slot, Arrays.copyOfRange(bytes, from, to))
    }

    private def find(bytes: Array[Byte], from: Int, to: Int): Int = {
      var hash = 0
      var n = from
      while (n < to) {
        hash = hash * 31 + bytes(n)
        n += 1
      }
      var slot = (hash ^ hash >>> 15) & slots.length - 1
      while (slots(slot) > 0 && !isKey(keys(slots(slot) - 1), bytes, from, to)) slot = slot + 1 & slots.length - 1
      slot
    }

    private def isKey(key: Array[Byte], bytes: Array[Byte], from: Int, to: Int): Boolean =
      Arrays.equals(key, 0, key.length, bytes, from, to)

    private def add(slot: Int, key: Array[Byte]): A = {
      reserve(2 * key.length)
      val value = of(new String(key, UTF_8))
      keys += key
      values += value
      slots(slot) = keys.size
      if (2 * keys.size > slots.length) {
        slots = new Array[Int](2 * slots.length)
        keys.indices.foreach(n => slots(find(keys(n), 0, keys(n).length)) = n + 1)
      }
      value
    }
  }
}

private object Names {

  /** Bytes of heap that a string takes beside its content, with its places in tables. */
  private val overhead = 128
  private val pointer = 8
}
