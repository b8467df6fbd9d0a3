package bottleneck.lab.claims

import bottleneck.lab.claims.page.{ExampleResults, ExampleRuns}
import bottleneck.lab.claims.verdict.ResultFiles
import bottleneck.lab.engine.OnLoopback
import bottleneck.lab.log.{ChildJvm, LogReader, Markup, Patient}
import bottleneck.lab.parts.host.Folders
import java.nio.file.{Files, Path}
import java.util.concurrent.TimeUnit.SECONDS
import org.scalatest.flatspec.AnyFlatSpec

/** The real Gatling, killed while it sends its load. */
class KilledGeneratorSpec extends AnyFlatSpec with ChildJvm with Patient {
  private def results: Path = folder.resolve("results")

  private def files(of: Path): Map[Path, String] =
    Folders.tree(of).filter(Files.isRegularFile(_)).map(file => file -> Files.readString(file)).toMap

  /** The folder of the run that was cut. */
  private def killed(): Path = {
    val gatling = started(
      Map.empty,
      "-Dgatling.data.enableAnalytics=false",
      "-Dgatling.http.warmUpUrl=",
      s"-Dseen=$folder",
      "io.gatling.app.Gatling",
      "-s",
      classOf[EndlessOnLoopback].getName,
      "-rf",
      results.toString
    )
    def begun: Option[Path] = ResultFiles.folders(results, LogReader.file).headOption
    try eventually(begun.map(run => Files.size(run.resolve(LogReader.file))).getOrElse(0L) should be > 0L)
    finally {
      gatling.destroyForcibly()
      val _ = gatling.waitFor(10, SECONDS)
    }
    begun.getOrElse(fail("it did not begin"))
  }

  "A run whose generator is killed" should "be named by the next site, and leave earlier results as they were" in {
    val earlier = ExampleRuns.write(Files.createDirectories(results), ExampleResults.oneInstance)
    val before = files(earlier)
    val cut = killed()
    files(earlier) shouldBe before
    LogReader.read(cut.resolve(LogReader.file))(_ => ()).fold(error => fail(error.message), identity)
    ExampleRuns.writeData(folder.resolve("data"))
    val _ =
      BuildSite.build(folder.resolve("data"), results, history = None).fold(problem => fail(problem.sentence), identity)
    files(earlier) shouldBe before
    val entry = Markup.read(results.resolve("index.html"))
    val unfinished = entry.texts("section").filter(_.contains("Runs without a result")).mkString
    unfinished should include(cut.getFileName.toString)
    unfinished should not include earlier.getFileName.toString
  }
}

/** It sends its load for an hour. */
final class EndlessOnLoopback extends OnLoopback(OnLoopback.endless)
