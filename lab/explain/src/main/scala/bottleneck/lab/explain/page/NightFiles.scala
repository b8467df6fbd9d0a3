package bottleneck.lab.explain.page

import bottleneck.lab.explain.history._
import bottleneck.lab.files.WholeFile
import java.nio.file.{Files, Path}
import scala.jdk.StreamConverters._
import scala.util.Using

/** The series of the nights as files for other programs, in a folder beside the pages. */
private[page] object NightFiles {
  private val folder = "nights"
  private val jsonLines = s"$folder/history.jsonl"
  private val openMetrics = s"$folder/openmetrics.txt"
  private val otava = s"$folder/otava.yaml"

  /** Those that the page names, and what they are. */
  val linked: Vector[(String, String)] =
    Vector(otava -> "for Apache Otava", jsonLines -> "JSON lines", openMetrics -> "OpenMetrics")

  /** Writes them into `root`, and removes CSV files of variants that are no more; all where there is nothing. */
  def write(histories: Histories, root: Path): Unit = {
    val tests = OtavaTest.of(histories)
    val texts = tests.map(test => s"$folder/${test.file}" -> test.csv) ++ Vector(
      otava -> OtavaTest.configuration(tests),
      jsonLines -> JsonLines.render(histories),
      openMetrics -> OpenMetrics.render(histories)
    )
    val written = if (histories.isShown) texts else Vector.empty
    written.foreach { case (name, text) => WholeFile.write(root.resolve(name), text) }
    remove(root.resolve(folder), written.map { case (name, _) => root.resolve(name) })
  }

  private def remove(from: Path, but: Vector[Path]): Unit =
    if (Files.isDirectory(from))
      Using
        .resource(Files.list(from))(_.toScala(Vector))
        .filter(file => !but.contains(file) && endings.exists(file.toString.endsWith))
        .foreach(Files.deleteIfExists(_))

  private val endings = Vector(".csv", ".jsonl", ".txt", ".yaml")
}
