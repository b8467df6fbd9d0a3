package bottleneck.lab.command

import bottleneck.lab.figures.reading.RunFigures
import bottleneck.lab.figures.{LogStatistics, Run}
import bottleneck.lab.log.{Log, LogReader, Project}
import java.nio.file.{Files, Path}
import org.scalatest.Suite
import org.scalatest.matchers.should.Matchers

/** A row of Gatling's own table. */
final case class ReportRow(
    id: String,
    counts: Vector[Double], // all, OK, KO
    perSecond: Double,
    times: Vector[Double], // in ms: minimum, maximum, mean, standard deviation
    percentiles: Vector[Double] // 50th, 75th, 95th and 99th
)

/** Logs and reports that the real Gatling wrote: see src/test/golden. */
trait GoldenRuns extends Matchers { this: Suite =>
  val versions: Vector[String] = Vector("3.11.5", "3.13.5", "3.14.9", "3.15.1")

  /** A file of this module's tests or of lab/log's. */
  def resource(name: String): Path = Vector("command", "log")
    .map(module => Project.root.resolve(s"lab/$module/src/test/resources$name"))
    .find(Files.exists(_))
    .getOrElse(fail(s"there is no $name"))

  def golden(version: String, file: String): Path = resource(s"/bottleneck/lab/command/golden/$version/$file")

  def log(version: String): Path = golden(version, LogReader.file)

  def run(log: Path): Run = RunFigures.read(log, anyVersion = true).fold(error => fail(error.message), _._1)

  def statistics(log: Path): (LogStatistics, Log) = {
    val statistics = new LogStatistics(0, Int.MaxValue)
    (statistics, LogReader.read(log, anyVersion = true)(statistics.add).fold(error => fail(error.message), identity))
  }

  def stats(version: String): GatlingStats = {
    val (collected, read) = statistics(log(version))
    new GatlingStats(collected, read.header)
  }

  /** What Gatling's own report says, in the order of its tree. */
  def reported(version: String): Vector[ReportRow] = version match {
    case "3.11.5" => rows(ujson.read(Files.readString(golden(version, "js/stats.json"))))
    case "3.13.5" =>
      val script = Files.readString(golden(version, "js/stats.js"))
      val json = script.slice(script.indexOf('{'), script.indexOf("function fillStats"))
      rows(ujson.read(json.replaceAll("(?m)^ *(type|name|path|pathFormatted|stats|contents):", "\"$1\":")))
    case _ => cells(Files.readString(golden(version, "index.html")))
  }

  def rows(node: ujson.Value): Vector[ReportRow] = {
    def number(key: String, of: String = "total"): Double = node("stats")(key)(of) match {
      case ujson.Str(text) => text.toDouble
      case number => number.num
    }
    val row = ReportRow(
      node("pathFormatted").str,
      Vector("total", "ok", "ko").map(number("numberOfRequests", _)),
      number("meanNumberOfRequestsPerSecond"),
      Vector("minResponseTime", "maxResponseTime", "meanResponseTime", "standardDeviation").map(number(_)),
      (1 to 4).map(n => number(s"percentiles$n")).toVector
    )
    row +: node.obj.get("contents").toVector.flatMap(_.obj.values.flatMap(rows))
  }

  private def cells(html: String): Vector[ReportRow] = html.split("<tr id=").toVector.tail.map { row =>
    val cells =
      """col-(\d+)">([\d.]+)<""".r.findAllMatchIn(row).map(cell => cell.group(1).toInt -> cell.group(2).toDouble).toMap
    val id = row.split("\"")(1).replace("ROOT", "group_missing-name--1146707516")
    ReportRow(
      id,
      Vector(2, 3, 4).map(cells),
      cells(6),
      Vector(7, 12, 13, 14).map(cells),
      Vector(8, 9, 10, 11).map(cells)
    )
  }
}
