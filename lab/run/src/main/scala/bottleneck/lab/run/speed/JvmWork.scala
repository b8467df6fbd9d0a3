package bottleneck.lab.run.speed

import java.util.Arrays
import scala.annotation.tailrec

/** Work as services do it, the same in every unit and without new objects: numbers are written as text and parsed
  * again, sorted, hashed, and looked up in a table that is larger than the caches of one core.
  */
private[speed] final class JvmWork(table: Array[Int]) {
  private val text = new java.lang.StringBuilder(JvmWork.numbers * 12)
  private val parsed = new Array[Int](JvmWork.numbers)

  /** Does a unit, of which `seed` chooses the numbers; the result depends on all that was done. */
  def unit(seed: Int): Int = {
    text.setLength(0)
    write(seed, 0)
    parse(0, 0)
    Arrays.sort(parsed)
    lookUp(0, seed & (table.length - 1), hash(0, 17))
  }

  @tailrec private def write(number: Int, written: Int): Unit =
    if (written < JvmWork.numbers) {
      val _ = text.append(number).append(',')
      write(number * 1664525 + 1013904223, written + 1)
    }

  @tailrec private def parse(from: Int, read: Int): Unit =
    if (read < JvmWork.numbers) {
      val end = comma(from)
      parsed(read) = Integer.parseInt(text, from, end, 10)
      parse(end + 1, read + 1)
    }

  @tailrec private def comma(at: Int): Int = if (text.charAt(at) == ',') at else comma(at + 1)

  @tailrec private def hash(at: Int, sofar: Int): Int =
    if (at == parsed.length) sofar else hash(at + 1, sofar * 31 + parsed(at))

  /** Where it looks next depends on what it found. */
  @tailrec private def lookUp(done: Int, at: Int, sofar: Int): Int =
    if (done == JvmWork.numbers) sofar else lookUp(done + 1, table(at), sofar ^ at)
}

private[speed] object JvmWork {
  private val numbers = 64

  /** A power of two; 4 MiB of numbers. */
  private val places = 1 << 20

  /** Each place holds the next one of a single cycle through all (a full-period generator: Knuth, TAOCP 2, §3.2.1.2).
    */
  def table(): Array[Int] = {
    val filled = new Array[Int](places)

    @tailrec def fill(at: Int): Unit =
      if (at < places) {
        filled(at) = (at * 1664525 + 1013904223) & (places - 1)
        fill(at + 1)
      }
    fill(0)
    filled
  }
}
