package bottleneck.lab.log

import bottleneck.lab.log.LogDecoder.{Damage, End}
import bottleneck.lab.log.LogFormat.{maxNames, Text, Text21, Text23, Text30, Text34}
import bottleneck.lab.log.LogRecord._
import java.io.InputStream
import java.nio.charset.StandardCharsets.US_ASCII
import java.util.Base64
import scala.annotation.tailrec
import scala.collection.immutable.ArraySeq
import scala.collection.mutable
import scala.util.Try

/** The records of a text log. Names and the text of an error may hold tabs and line breaks, so fields are counted from
  * both ends of a line, and the timestamps of a request lie before OK or KO.
  */
private[log] final class TextDecoder(input: InputStream, names: Names) extends LogDecoder {
  import TextDecoder._

  private val lines = new TextLines(input)
  private val texts = names.table(names.string)
  private val messages = names.table(text => if (text == " ") "" else names.string(text))
  private val paths = names.table(path)
  private val scenarios = mutable.LinkedHashMap.empty[String, Int]
  private var line = 0L

  private val (run, runFormat) =
    try runRecord(Vector.empty)
    catch { case damage: Damage => throw (if (lines.isWhole) damage else End) }

  private val start = run.start
  private var format = runFormat

  /** The run records of 3.0 and 3.4 are alike, unlike their other records. */
  private var isFormatKnown = format != Text34

  def version: String = run.gatlingVersion

  def header: LogHeader = run.copy(scenarios = scenarios.keys.toVector, format = format)

  def place: String = s"in line $line"

  def next(): Option[LogRecord] =
    if (!lines.next()) None
    else {
      line = lines.number
      try Some(record())
      catch { case damage: Damage => Some(joined(damage)) }
    }

  /** The record of this line and of those after it that begin none. */
  private def joined(damage: Damage): LogRecord = {
    var found = Option.empty[LogRecord]
    var breaks = 0
    while (found.isEmpty && breaks < maxBreaks && format.kind == 0 && lines.append(kinds)) {
      breaks += 1
      found =
        try Some(record())
        catch { case _: Damage => None }
    }
    found.getOrElse(throw (if (lines.isWhole) damage else End))
  }

  @tailrec
  private def runRecord(assertions: Vector[ArraySeq[Byte]]): (LogHeader, Text) =
    if (!lines.next()) throw End
    else if (lines.text(0, 0) == "ASSERTION") {
      val content = lines.bytes(1, lines.count - 1)
      names.reserve(content.length)
      if (assertions.size == maxNames) throw Damage(s"it has more than $maxNames assertions")
      // that of 2.1 has fields
      val bytes = if (lines.count > 2) content else Try(Base64.getDecoder.decode(content)).getOrElse(content)
      runRecord(assertions :+ ArraySeq.unsafeWrapArray(bytes))
    } else {
      line = lines.number
      val isFirst = lines.word(0) == runWord
      if (!isFirst && lines.word(2) != runWord) throw Damage(s"its line $line is neither ASSERTION nor RUN")
      val at = if (isFirst && !lines.isNumeric(3)) 4 else 3
      val format = if (!isFirst) Text21 else if (at == 4) Text23 else Text34
      val description = lines.text(at + 1, lines.count - 2)
      val header = LogHeader(
        // a description is there
        lines.text(math.max(at + 2, lines.count - 1), lines.count - 1),
        lines.text(if (isFirst) 1 else 0, if (isFirst) 1 else 0),
        lines.long(at),
        if (description == " ") "" else description,
        Vector.empty,
        assertions,
        format,
        if (isFirst) lines.text(2, at - 1) else lines.text(1, 1)
      )
      (header, format)
    }

  private def record(): LogRecord = {
    if (!isFormatKnown) format = if (isNumbered) Text30 else Text34
    val kind = lines.word(format.kind)
    val record =
      if (kind == requestWord) request()
      else if (kind == userWord) user()
      else if (kind == groupWord) if (format == Text23 && lines.count == 3) error() else group()
      else if (kind == errorWord) error()
      else throw Damage("it begins like no record")
    if (!isFormatKnown) isFormatKnown = kind != errorWord
    record
  }

  /** Whether the record is one of 3.0 to 3.3, which have the number of the user. */
  private def isNumbered: Boolean =
    lines.word(0) match {
      case `userWord` => lines.count > 5 && isEvent(lines.word(lines.count - 3))
      case `requestWord` => lines.isNumeric(1) && status(requestStatus) > requestStatus
      case `groupWord` => lines.count > 6 && lines.isNumeric(1)
      case _ => false
    }

  private def request(): Request = {
    val at = status(format.groups + 2 + format.times)
    val begin = instant(at - format.times)
    if (at + 1 == lines.count && !lines.isWhole) throw End
    Request(
      lines.of(paths, format.groups, format.groups),
      lines.of(texts, format.groups + 1, at - format.times - 1),
      begin,
      end(begin, lines.long(at - 1) - start, counts = true),
      lines.word(at) == ok,
      // editors take blanks at line ends away
      if (at + 1 == lines.count) "" else lines.of(messages, at + 1, at + 1)
    )
  }

  /** The first OK or KO behind as many numbers as a request has timestamps. */
  private def status(first: Int): Int = {
    var at = first
    while (!(isStatus(at) && lines.isNumeric(at - 1) && lines.isNumeric(at - format.times))) at += 1
    at
  }

  private def user(): User = {
    val at = lines.count - (if (format.numbersUsers) 3 else 2)
    val arrives = lines.word(at) == arrival
    if (!isEvent(lines.word(at))) throw Damage("a user neither starts nor ends")
    val ms = instant(if (arrives) at + 1 else lines.count - 1)
    val last = if (format.numbersUsers) at - 2 else at - 1
    val name = if (format.kind > 0) lines.of(texts, 0, 0) else lines.of(texts, 1, last)
    if (scenarios.size == maxNames && !scenarios.contains(name)) throw Damage(s"it is the scenario ${maxNames + 1}")
    User(scenarios.getOrElseUpdate(name, scenarios.size), arrives, ms)
  }

  private def group(): Group = {
    val last = lines.count - 1
    // 2.1 writes how many requests of the group are OK and KO
    val at = if (format == Text21 && lines.count == 10) last - 3 else last - 1
    if (!isStatus(last)) throw Damage("it has no OK or KO")
    val responseTime = lines.long(at)
    if (responseTime != responseTime.toInt) throw Damage(s"a time is $responseTime ms")
    val begin = instant(at - 2)
    val over = end(begin, lines.long(at - 1) - start, counts = false)
    Group(lines.of(paths, format.groups, at - 3), begin, over, responseTime.toInt, lines.word(last) == ok)
  }

  private def error(): Error = Error(lines.of(texts, 1, lines.count - 2), instant(lines.count - 1))

  private def instant(field: Int): Int = since(lines.long(field) - start)

  private def isStatus(field: Int): Boolean = {
    val word = lines.word(field)
    word == ok || word == ko
  }

  private def isEvent(word: Long): Boolean = word == arrival || word == departure

  private def path(text: String): Vector[String] = {
    if (text.count(_ == ',') >= LogFormat.maxDepth) throw Damage("it has too many groups")
    names.path(
      if (text.isEmpty) Vector.empty
      else
        text.split(",", -1).toVector.map { name =>
          names.reserve(name.length)
          names.string(name)
        }
    )
  }
}

private object TextDecoder {

  /** Lines that a record may have beside its first one. */
  private val maxBreaks = 100

  /** Index of OK or KO in a request of [[LogFormat.Text34]]. */
  private val requestStatus = 5

  private val (runWord, requestWord, userWord, groupWord, errorWord) =
    (word("RUN"), word("REQUEST"), word("USER"), word("GROUP"), word("ERROR"))
  private val (ok, ko) = (word("OK"), word("KO"))
  private val (arrival, departure) = (word("START"), word("END"))

  /** Begins of a line that is a record of its own. */
  private val kinds = Vector("REQUEST", "USER", "GROUP", "ERROR").map(kind => s"$kind\t".getBytes(US_ASCII))

  /** The number that [[TextLines.word]] gives. */
  private def word(text: String): Long = text.foldLeft(0L)(_ << 8 | _)
}
