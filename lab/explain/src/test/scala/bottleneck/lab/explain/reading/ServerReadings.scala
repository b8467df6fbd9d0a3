package bottleneck.lab.explain.reading

import bottleneck.lab.explain.record.Server
import bottleneck.lab.explain.series.Metrics
import bottleneck.lab.TemporaryFolder
import java.nio.file.Files
import org.scalatest.Suite
import org.scalatest.matchers.should.Matchers

/** Readings of made-up metrics. */
trait ServerReadings extends TemporaryFolder with Matchers { this: Suite =>

  /** The reading of seconds 1 to 3 of a metrics.csv with these columns and a row a second. */
  def read(columns: String*)(rows: Vector[Any]*): Server =
    at(columns.toVector)(rows.zipWithIndex.map { case (row, n) => n * 1000 -> row }: _*)

  /** The same of rows with their times, in milliseconds. */
  def at(columns: Vector[String])(rows: (Int, Vector[Any])*): Server = within(1000, 3000)(columns)(rows: _*)

  /** The reading of another window. */
  def within(fromMs: Long, toMs: Long)(columns: Vector[String])(rows: (Int, Vector[Any])*): Server = {
    val lines = ("at_ms" +: columns).mkString(",") +: rows.map { case (at, row) => (at +: row).mkString(",") }
    val file = Files.writeString(folder.resolve("metrics.csv"), lines.mkString("", "\n", "\n"))
    new ServerReading(Metrics.read(file).fold(error => fail(error.message), identity), fromMs, toMs).server
  }
}
