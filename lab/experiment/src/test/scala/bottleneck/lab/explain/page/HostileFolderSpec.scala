package bottleneck.lab.explain.page

import bottleneck.lab.explain.page.ExampleResults._
import bottleneck.lab.explain.verdict.StoredResult
import bottleneck.lab.files.StrangeFiles
import java.nio.file.{Files, Path}
import org.scalatest.concurrent.TimeLimits
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.time.{Seconds, Span}
import scala.util.Random

/** Folders of runs that were fetched from elsewhere, or are damaged. */
class HostileFolderSpec extends AnyFlatSpec with SitePages with StrangeFiles with TimeLimits {
  private def secret: Path = Files.writeString(folder.resolveSibling("secret"), "the secret")

  private def entry: Markup = Markup.read(folder.resolve("index.html"))

  private def write(text: String)(path: Path): Unit = {
    val _ = Files.writeString(path, text)
  }

  private def asFolder(path: Path): Unit = {
    val _ = Files.createDirectories(path)
  }

  private def linked(path: Path): Unit = link(path, secret)

  private def spaces(path: Path): Unit = {
    val million = Array.fill[Byte](1 << 20)(' ')
    val output = Files.newOutputStream(path)
    try (1 to 100).foreach(_ => output.write(million))
    finally output.close()
  }

  /** The site of a run, and of another one of which a file is what `make` makes of it. */
  private def put(name: String)(make: Path => Unit): Path = {
    ExampleRuns.write(folder, oneInstance)
    val run = ExampleRuns.write(folder, fiveInstances)
    Files.delete(run.resolve(name))
    make(run.resolve(name))
    val _ = failAfter(Span(20, Seconds))(rebuild())
    bottleneck.lab.run.host.Folders.remove(run)
    run
  }

  "A result that cannot be" should "be named with what to do, and hide no other" in
    Vector[(String, Path => Unit)](
      "it is damaged" -> write(""),
      "it is damaged" -> write("{\"schema\": \"bottleneck/"),
      "it is damaged" -> write("[1]"),
      "its schema is 'bottleneck/result/99' but only" -> write("{\"schema\":\"bottleneck/result/99\"}"),
      "it cannot be read: it has 104857600 bytes and at most 16777216 are read, so remove it" -> spaces,
      "it cannot be read: it is a folder, so remove it" -> asFolder,
      "result.json is neither file nor folder, so remove it" -> pipe,
      "result.json is a link that leads out of" -> linked
    ).foreach { case (reason, make) =>
      withClue(reason) {
        val run = put("result.json")(make)
        entry.texts("aside").mkString should include(s"${run.getFileName}/result.json: ")
        entry.texts("aside").mkString should include(reason)
        entry.texts("li").mkString should include("193.6/s")
        pages.map(text).mkString should not include "the secret"
      }
    }

  "Another file of a run that cannot be" should "be named on the page of its run" in
    (for {
      file <- Vector(RunDetails.metrics, "timeline.csv", RunDetails.plan)
      (reason, make) <- Vector[(String, Path => Unit)](
        "it has 104857600 bytes and at most 67108864 are read" -> spaces,
        "it is a folder, so remove it" -> asFolder
      )
    } yield (file, reason, make)).foreach { case (file, reason, make) =>
      withClue(s"$file: ") {
        Files.writeString(ExampleRuns.write(folder, fiveInstances).resolve(RunDetails.plan), "Seq Scan")
        put(file)(make)
        Markup.read(page("random-latency")).texts("li").mkString should include regex s"$file cannot be read: $reason"
      }
    }

  "A link in a run's folder" should "show no file from elsewhere" in {
    ExampleRuns.write(folder, oneInstance)
    val run = ExampleRuns.write(folder, fiveInstances)
    link(run.resolve(RunDetails.plan), secret)
    rebuild()
    entry.texts("aside").mkString should include(s"${run.resolve(RunDetails.plan)} is a link that leads out of $run")
    pages.map(text).mkString should not include "the secret"
  }

  "A folder that is a link to elsewhere" should "be named, and not be read" in {
    val elsewhere = folder.resolveSibling("elsewhere")
    ExampleRuns.write(folder, oneInstance)
    Files.createDirectories(elsewhere)
    write("{\"experiment\":\"random-latency\",\"variant\":\"x\",\"reason\":\"the secret\",\"at\":\"\"}")(
      elsewhere.resolve("a.json")
    )
    link(folder.resolve("run"), ExampleRuns.write(elsewhere, fiveInstances))
    link(folder.resolve("skipped"), elsewhere)
    rebuild()
    entry.texts("li").mkString should include("193.6/s")
    val named = entry.texts("aside").mkString
    Vector("run", "skipped").foreach(name => named should include(s"$name is a link that leads out of $folder"))
    pages.map(text).mkString should not include "the secret"
    Files.delete(folder.resolve("skipped"))
    bottleneck.lab.run.host.Folders.remove(elsewhere)
  }

  "Metrics and timelines that were changed" should "be read or be damaged, and never harm a page" in {
    val run = ExampleRuns.write(folder, fiveInstances)
    val stored = StoredResult(run, fiveInstances)
    val random = new Random(20261123)
    val cells =
      Vector("", "NaN", "Infinity", "-1", "1e308", "-1e308", "9223372036854775807", "2147483647", "<b>", "\"", "\u0000")
    def changed(golden: String): String = {
      val at = random.nextInt(golden.length)
      random.nextInt(4) match {
        case 0 => golden.take(at)
        case 1 => golden.patch(at, golden.slice(at, at + random.nextInt(50)), 0)
        case 2 => golden.patch(at, "", random.nextInt(50))
        case _ => // the cell there
          val from = golden.lastIndexWhere(",\n".contains(_), at) + 1
          val to = golden.indexWhere(",\n".contains(_), from)
          golden.patch(from, cells(random.nextInt(cells.size)), math.max(0, to - from))
      }
    }
    Vector(RunDetails.metrics, "timeline.csv").foreach { name =>
      val golden = text(run.resolve(name))
      (1 to 2000).foreach { n =>
        write(changed(golden))(run.resolve(name))
        withClue(s"$name, $n: ")(failAfter(Span(5, Seconds))(RunDetails.read(stored).damaged.size should be <= 1))
        if (n % 20 == 0) {
          withClue(s"$name, $n, ${text(run.resolve(name))}: ") {
            failAfter(Span(10, Seconds))(rebuild())
            val drawn = Markup.read(page("random-latency"))
            val geometry = Vector("d", "x", "y", "x1", "y1", "x2", "y2", "cx", "cy", "width", "height", "points")
            geometry.flatMap(drawn.attributes("*", _)).filter(_.matches(".*(NaN|Infinity).*")) shouldBe empty
          }
        }
      }
      write(golden)(run.resolve(name))
    }
  }
}
