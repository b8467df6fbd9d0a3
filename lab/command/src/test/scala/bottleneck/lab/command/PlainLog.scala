package bottleneck.lab.command

import java.nio.charset.StandardCharsets.{ISO_8859_1, UTF_16LE, UTF_8}
import java.nio.file.{Files, Path}
import java.nio.{BufferUnderflowException, ByteBuffer}
import scala.collection.mutable

/** Response times of requests, sorted. */
final case class SortedTimes(all: Vector[Int], ok: Int) {
  def ko: Int = all.size - ok

  def mean: Double = all.map(_.toDouble).sum / all.size

  def sd: Double = math.sqrt(all.map(time => math.pow(time - mean, 2)).sum / all.size)

  /** By nearest rank. */
  def percentile(p: Double): Int = all(
    (BigDecimal(p) * all.size / 100).setScale(0, BigDecimal.RoundingMode.CEILING).toInt - 1
  )
}

/** The requests of a log, decoded in another way than LogReader's, as its oracle: the whole file at once, unchecked. */
object PlainLog {
  private final case class Request(path: Vector[String], ms: Int, ok: Boolean)

  /** By group path and name. */
  def read(log: Path): Map[Vector[String], SortedTimes] = {
    val bytes = Files.readAllBytes(log)
    requests(bytes).groupBy(_.path).view.mapValues(sorted).toMap
  }

  /** Of all requests together. */
  def total(log: Path): SortedTimes = sorted(requests(Files.readAllBytes(log)))

  private def sorted(requests: Vector[Request]): SortedTimes =
    SortedTimes(requests.map(_.ms).sorted, requests.count(_.ok))

  private def requests(bytes: Array[Byte]): Vector[Request] =
    if (bytes.headOption.contains(0.toByte)) binary(ByteBuffer.wrap(bytes)) else text(new String(bytes, UTF_8))

  /** Before 3.4 with a user or a scenario first; 2.1 has four times, the last is the end. */
  private val requestLine = """(?:.*\t)?REQUEST\t(.*?)\t(\d{13})(?:\t\d{13})*\t(\d{13})\t(OK|KO)\t.*""".r

  private def text(log: String): Vector[Request] = log.linesIterator.collect {
    case requestLine(names, start, end, status) =>
      val Array(groups, name) = names.split("\t", -1).takeRight(2): @unchecked
      Request(groups.split(",").toVector.filter(_.nonEmpty) :+ name, (end.toLong - start.toLong).toInt, status == "OK")
  }.toVector

  private def binary(log: ByteBuffer): Vector[Request] = {
    val cache = mutable.Map.empty[Int, String]

    def string(): String = log.getInt() match {
      case 0 => ""
      case length =>
        val content = new Array[Byte](length)
        log.get(content)
        new String(content, if (log.get() == 0) ISO_8859_1 else UTF_16LE)
    }
    def cached(): String = log.getInt() match {
      case index if index < 0 => cache(-index)
      case index => cache.getOrElseUpdate(index, string())
    }
    def names(): Vector[String] = Vector.fill(log.getInt())(cached())
    def skip(bytes: Int): Unit = {
      val _ = log.position(log.position() + bytes)
    }
    def record(): Option[Request] = log.get() match {
      case 0 =>
        string()
        string()
        skip(8)
        string()
        (1 to log.getInt()).foreach(_ => string())
        (1 to log.getInt()).foreach(_ => skip(log.getInt()))
        None
      case 1 =>
        val path = names() :+ cached()
        val request = Request(path, -log.getInt() + log.getInt(), log.get() == 1)
        cached()
        Some(request)
      case 2 =>
        skip(9)
        None
      case 3 =>
        names()
        skip(13)
        None
      case 4 =>
        cached()
        skip(4)
        None
    }
    Iterator
      .continually(
        try Some(record())
        catch { case _: BufferUnderflowException | _: IllegalArgumentException => None }
      )
      .takeWhile(_.isDefined)
      .flatMap(_.flatten)
      .toVector
  }
}
