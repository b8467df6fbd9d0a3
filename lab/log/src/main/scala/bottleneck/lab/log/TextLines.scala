package bottleneck.lab.log

import bottleneck.lab.log.LogDecoder.Damage
import bottleneck.lab.log.LogFormat.maxLength
import java.io.InputStream
import java.nio.charset.StandardCharsets.UTF_8
import java.util.Arrays

/** The lines of a text log, ended by LF or CRLF, as fields between tabs, which are objects only if asked for. */
private[log] final class TextLines(input: InputStream) {
  import TextLines._

  /** Bytes from the current line on, which is in `from` until `to`, its end included. */
  private var buffer = new Array[Byte](firstLength)
  private var from, to, limit = 0

  /** Begin of each field since `from`, and one more than the end of the last one. */
  private var begins = new Array[Int](64)

  var count = 0

  /** Number of lines up to the current one. */
  var number = 0L

  /** Whether the current line has its end, as all but a last one have. */
  var isWhole = true

  /** Moves to the next line that is not empty; false at the end of the log. */
  def next(): Boolean = {
    var isFound = false
    from = to
    while (!isFound && (to < limit || fill())) {
      from = to
      count = 0
      extend()
      isFound = begins(count) > 1
    }
    isFound
  }

  /** Adds the next line to the current one, which then has a line break in a name; false where there is none or it
    * begins with one of these words.
    */
  def append(unless: Vector[Array[Byte]]): Boolean = {
    val isThere = limit - to > maxWord || fill() || to < limit
    val isAdded = isThere && !unless.exists(word =>
      to + word.length <= limit && Arrays.equals(buffer, to, to + word.length, word, 0, word.length)
    )
    if (isAdded) {
      count -= 1
      extend()
    }
    isAdded
  }

  /** A word of up to seven letters as the number that its bytes are, which takes no object to compare. */
  def word(field: Int): Long = {
    val bytes = buffer
    val last = end(field)
    var at = begin(field)
    var code = 0L
    if (last - at < 8)
      while (at < last) {
        code = code << 8 | bytes(at)
        at += 1
      }
    code
  }

  /** Whether a number begins here. */
  def isNumeric(field: Int): Boolean = begin(field) < end(field) && {
    val first = buffer(begin(field))
    first == '-' || first >= '0' && first <= '9'
  }

  def long(field: Int): Long = {
    val bytes = buffer
    val last = end(field)
    val isNegative = begin(field) < last && bytes(begin(field)) == '-'
    var at = if (isNegative) begin(field) + 1 else begin(field)
    // 18 digits fit into a Long
    var isNumber = at < last && last - at <= 18
    var value = 0L
    while (isNumber && at < last) {
      val digit = bytes(at) - '0'
      isNumber = digit >= 0 && digit <= 9
      value = value * 10 + digit
      at += 1
    }
    if (!isNumber) throw Damage(s"it has '${text(field, field).take(40)}' for a number")
    if (isNegative) -value else value
  }

  /** Text from the first to the last of these fields, tabs included. */
  def text(first: Int, last: Int): String = new String(bytes(first, last), UTF_8)

  def bytes(first: Int, last: Int): Array[Byte] = Arrays.copyOfRange(buffer, begin(first), end(math.max(first, last)))

  /** Value of these fields in a table, which makes an object only for a text that it does not have. */
  def of[A](table: Names#Table[A], first: Int, last: Int): A =
    table.get(buffer, begin(first), end(math.max(first, last)))

  private def begin(field: Int): Int = {
    if (field < 0 || field >= count) missing()
    from + begins(field)
  }

  private def end(field: Int): Int = {
    if (field < 0 || field >= count) missing()
    from + begins(field + 1) - 1
  }

  private def missing(): Nothing = throw Damage(s"it has ${if (count == 1) "one field" else s"$count fields"}")

  /** Takes what follows at `to` into the current line, up to the next line end. */
  private def extend(): Unit = {
    number += 1
    count += 1
    isWhole = false
    while (!isWhole && (to < limit || fill())) {
      scan()
      isWhole = to < limit
    }
    val isCrLf = to > from && buffer(to - 1) == '\r'
    begins(count) = to - from + (if (isCrLf) 0 else 1)
    if (isWhole) to += 1
  }

  /** Moves `to` to the next line end, or to `limit`; takes the tabs on the way. */
  private def scan(): Unit = {
    val bytes = buffer
    val until = limit
    var at = to
    var isInLine = true
    while (isInLine && at < until) {
      val byte = bytes(at)
      // most are letters and digits
      if (byte > '\n' || byte < '\t') at += 1
      else if (byte == '\n') isInLine = false
      else {
        at += 1
        if (count + 1 >= begins.length) begins = Arrays.copyOf(begins, 2 * begins.length)
        begins(count) = at - from
        count += 1
      }
    }
    to = at
  }

  /** Reads on behind `limit`, with the current line at the buffer's begin; false at the end of the log. */
  private def fill(): Boolean = {
    val rest = limit - from
    if (rest == maxLength) throw Damage(s"it is longer than ${maxLength >> 20} MiB")
    val target = if (rest == buffer.length) new Array[Byte](2 * rest) else buffer
    System.arraycopy(buffer, from, target, 0, rest)
    buffer = target
    to -= from
    limit = rest
    from = 0
    val read = input.readNBytes(buffer, limit, buffer.length - limit)
    limit += read
    read > 0
  }
}

private object TextLines {

  /** Bytes of the buffer before it meets a longer line. */
  private val firstLength = 1 << 17

  /** Bytes that must be there to see whether a line begins with a word. */
  private val maxWord = 16
}
