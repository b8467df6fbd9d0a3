package bottleneck.lab.explain.page

import bottleneck.lab.explain.history.MadeNights._
import java.nio.file.{Files, Path}
import org.scalatest.flatspec.AnyFlatSpec
import scala.jdk.StreamConverters._
import scala.util.Using

/** Nights whose results somebody filled with markup, control characters and times that cannot be. */
class HostileNightsSpec extends AnyFlatSpec with SitePages with HostileJson {
  private val variant = s"../../../$hostile\n\r\t\\"

  private def build(): Unit = {
    val _ = Rebuild.site(folder, None, ExampleRuns.studies, ExampleRuns.published(folder))
  }

  private def filesBelow(path: Path): Vector[Path] =
    Using.resource(Files.walk(path))(_.toScala(Vector)).filter(Files.isRegularFile(_))

  /** Fifteen even nights and one that fell, all of this variant and commit. */
  private def nights(variant: String): Unit = (0 to 15).foreach { night =>
    val run = in(night, made(if (night < 15) 200.0 + night % 3 else 160), hostile)
    ExampleRuns.write(folder, run.copy(run = run.run.copy(identity = run.run.identity.copy(variant = variant))))
  }

  "Markup in the results of nights" should "be shown as text" in {
    nights(variant)
    build()
    val markup = (folder.resolve("nights.html") +: pages).map(Markup.read)
    markup.head.texts("td").mkString should include("<img src=x onerror=alert(1)>")
    markup.flatMap(_.tags).toSet.intersect(Set("script", "img", "style", "iframe", "base")) shouldBe empty
    markup.flatMap(_.attributeNames).filter(_.startsWith("on")) shouldBe empty
    markup.flatMap(_.attributes("a", "href")).filter(_.matches("(?i)\\s*(/|[a-z][a-z0-9+.-]*:).*")) shouldBe empty
  }

  it should "break no report for machines" in {
    nights(variant)
    build()
    Markup.read(folder.resolve("TEST-history.xml")).attributes("testcase", "name") should have size 4
    Markup.read(folder.resolve("TEST-claims.xml")).tags should contain("testcase")
    ujson.read(text(folder.resolve("claims.json"))).arr should not be empty
    val series = folder.resolve("nights")
    text(series.resolve("history.jsonl")).split('\n').map(ujson.read(_)) should have size 64
    val metrics = text(series.resolve("openmetrics.txt")).split("\n", -1)
    metrics.filterNot(line => line.isEmpty || line.startsWith("#") || line.startsWith("bottleneck_")) shouldBe empty
    text(series.resolve("otava.yaml")).linesIterator.filterNot(_.matches("[ a-z0-9_.,:{}\\[\\]-]+")) shouldBe empty
  }

  it should "lead no file out of the folder of the site" in {
    val before = filesBelow(folder.getParent).toSet
    nights(variant)
    build()
    (filesBelow(folder.getParent).toSet -- before).filterNot(_.startsWith(folder)) shouldBe empty
    filesBelow(folder.resolve("nights")).map(_.getFileName.toString).filter(_.endsWith(".csv")) shouldBe
      Vector("random-latency.script-script-alert-1-script-img-src-x-onerror-alert-1.csv")
  }

  "Times that cannot be" should "hide no page" in {
    val times = Vector(
      "+1000000000-12-31T23:59:59.999999999Z",
      "-1000000000-01-01T00:00:00Z",
      "9999-12-31T23:59:59Z",
      "0000-01-01T00:00:00Z",
      "",
      "yesterday",
      hostile
    )
    times.zipWithIndex.foreach { case (time, n) =>
      val run = in(n, made(200))
      ExampleRuns.write(folder, ExampleResults.oneInstance)
      val file = ExampleRuns.write(folder, run).resolve("result.json")
      val json = ujson.read(text(file))
      json("run")("startedAt") = time
      Files.writeString(file, ujson.write(json, escapeUnicode = true))
      withClue(s"$time: ") {
        build()
        Markup.read(folder.resolve("index.html")).texts("aside").mkString should not include "damaged"
        Markup.read(page("random-latency")).texts("h3") should not be empty
      }
    }
  }
}
