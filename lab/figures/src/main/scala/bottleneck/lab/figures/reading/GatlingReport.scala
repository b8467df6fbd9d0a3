package bottleneck.lab.figures.reading

import bottleneck.lab.figures.reading.GatlingReport.Row
import bottleneck.lab.figures.statistics.ExactCounts
import bottleneck.lab.figures.{Check, GatlingFigures, Numbers}
import java.nio.file.{Files, Path}
import scala.util.Try

/** Percentiles of the report that Gatling made of a log, beside it: of `js/stats.json` or `js/stats.js`, which it wrote
  * until 3.12 and 3.13, else of the cells of index.html. They are 50, 75, 95 and 99 unless gatling.conf has others.
  */
private[lab] final class GatlingReport(percentiles: Vector[Double], rows: Vector[Row]) {

  def total: Option[Row] = rows.find(_.id == GatlingReport.root)

  /** The row of a request by its full path. Gatling's ids end with a hash of it. */
  def request(path: String): Option[Row] = {
    val hash = GatlingReport.hash(path)
    rows.find(row => row.id.startsWith("req_") && row.id.endsWith(hash))
  }

  def time(row: Row, percentile: Option[Double]): Option[Double] =
    percentiles.zip(row.times).collectFirst { case (of, time) if percentile.contains(of) => time }

  /** Compares the rows with the exact counts; nothing where it has none with a hundred requests or is of another log.
    *
    * A percentile is wrong where it is more than 5 % and a millisecond from the exact one and from those of the ranks
    * beside it, between which Gatling interpolates.
    */
  def check(rows: Vector[(String, Option[Row], ExactCounts)]): Option[Check] = {
    val figures = for {
      (name, found, counts) <- rows
      row <- found.toVector if row.count == counts.count && row.count >= GatlingReport.least
      (percentile, reported) <- percentiles.zip(row.times)
    } yield {
      val rank = ExactCounts.rank(percentile, row.count)
      val Vector(low, exact, high) =
        counts.atRanks(Vector(math.max(1, rank - 1), rank, math.min(row.count, rank + 1))): @unchecked
      val isWrong = reported < math.min(low * 0.95, low - 1) || reported > math.max(high * 1.05, high + 1)
      val error = math.abs(math.log((reported + 1) / (exact + 1)))
      (isWrong, error, s"p${Numbers.count(percentile)} of $name ${millis(reported)}, exactly ${millis(exact)}")
    }
    val wrong = figures.filter(_._1).sortBy(-_._2).map(_._3)
    Option.when(figures.nonEmpty) {
      val sentence =
        if (wrong.isEmpty) s"Gatling's own report is right to 5 % in all of its ${figures.size} percentiles."
        else {
          val others = if (wrong.size > GatlingReport.shown) " and others" else ""
          s"Gatling's own report is wrong by more than 5 % in ${wrong.size} of its ${figures.size} percentiles: " +
            s"${wrong.take(GatlingReport.shown).mkString("; ")}$others."
        }
      Check(GatlingReport.check, wrong.isEmpty, sentence)
    }
  }

  private def millis(ms: Double): String = s"${Numbers.count(ms)} ms"
}

private[lab] object GatlingReport {

  /** @param times its percentiles, in ms */
  final case class Row(id: String, count: Long, times: Vector[Double])

  val check = "Gatling's report"

  /** A report of some thousands of requests has less. */
  private val mostBytes = 32L << 20
  private val root = "ROOT"
  private val least = 100
  private val shown = 5
  private val usual = Vector(50.0, 75.0, 95.0, 99.0)

  private val percentileHeading = """<span>(\d+(?:\.\d+)?)[a-z]* pct</span>""".r
  private val rowId = """id="stats-table-([^"]+)"""".r
  private val cell = """col-(\d+)">([^<]*)<""".r

  /** Keys of stats.js, which is no JSON. */
  private val bareKey = """(?m)^(\s*)(type|name|path|pathFormatted|stats|contents):""".r

  /** The report beside a log, if it can be understood. */
  def beside(log: Path): Option[GatlingReport] = {
    val folder = log.toAbsolutePath.getParent
    val page = text(folder.resolve("index.html"))
    val headings = page.toVector.flatMap(percentileHeading.findAllMatchIn(_).map(_.group(1).toDouble))
    val rows = text(folder.resolve("js/stats.json"))
      .orElse(text(folder.resolve("js/stats.js")).map(script))
      .flatMap(json => Try(ofJson(ujson.read(json), root)).toOption)
      .orElse(page.map(ofPage))
      .getOrElse(Vector.empty)
    Option.when(rows.nonEmpty)(new GatlingReport(if (headings.size == usual.size) headings else usual, rows))
  }

  private def script(text: String): String =
    bareKey.replaceAllIn(text.drop(text.indexOf('{')).split("(?m)^function fillStats").head, "$1\"$2\":")

  private def ofJson(node: ujson.Value, id: String): Vector[Row] = {
    val stats = node("stats")
    def number(key: String): Option[Double] = stats(key)("total") match {
      case ujson.Str(text) => text.toDoubleOption
      case other => other.numOpt
    }
    val inner = node.obj.get("contents").toVector.flatMap(_.obj.values).flatMap { child =>
      val kind = if (child("type").str == "REQUEST") "req_" else "group_"
      // Gatling escapes them so
      ofJson(child, kind + hash(child("path").str.replace("&quot;", "\"").replace("&#92;", "\\")))
    }
    row(id, number("numberOfRequests"), Vector(1, 2, 3, 4).flatMap(n => number(s"percentiles$n"))).toVector ++ inner
  }

  private def ofPage(html: String): Vector[Row] = for {
    text <- html.split("<tr").toVector
    id <- rowId.findFirstMatchIn(text)
    cells = cell.findAllMatchIn(text).map(found => found.group(1).toInt -> found.group(2)).toMap
    number = (n: Int) => cells.get(n).flatMap(_.toDoubleOption)
    row <- row(id.group(1), number(2), Vector(8, 9, 10, 11).flatMap(number(_)))
  } yield row

  /** Nothing where a number is missing: a group that no user left has none. */
  private def row(id: String, count: Option[Double], times: Vector[Double]): Option[Row] =
    count.filter(_ => times.size == usual.size).map(count => Row(id, count.toLong, times))

  private def hash(path: String): String = s"-${GatlingFigures.trimmed(path).hashCode}"

  private def text(file: Path): Option[String] =
    Option
      .when(Files.isRegularFile(file) && Files.size(file) <= mostBytes)(file)
      .flatMap(file => Try(Files.readString(file)).toOption)
      .filterNot(_.contains(GatlingFigures.mark))
}
