package bottleneck.lab.explain.verdict

import bottleneck.lab.TemporaryFolder
import bottleneck.lab.explain.page.{ExampleResults, ExampleRuns}
import bottleneck.lab.explain.record.{Result, ResultJson}
import java.nio.file.{Files, Path}
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class ResultFilesSpec extends AnyFlatSpec with Matchers with TemporaryFolder {
  private def history: Path = folder.resolve("history")
  private val id = "connections010-20261124154425545"

  private def found: FoundResults = ResultFiles.find(folder.resolve("results"), Some(history))

  private def run(id: String): Result = {
    val run = ExampleResults.oneInstance
    run.copy(run = run.run.copy(id = id))
  }

  private def file(name: String, text: String): Path =
    Files.writeString(Files.createDirectories(history).resolve(name), text)

  "Earlier runs" should "be found in folders, and in files that have a run's name" in {
    val _ = ExampleRuns.write(history, run("of-a-folder"))
    val _ = file(s"$id.json", ResultJson.render(run(id)))
    val _ = file("claims.json", "[]")
    found.results.map(_.result.run.id) shouldBe Vector("of-a-folder", id)
    found.damaged shouldBe empty
  }

  they should "be named when they are damaged" in {
    val damaged = file(s"$id.json", "{")
    found.results shouldBe empty
    found.damaged.map(_.file) shouldBe Vector(damaged)
  }
}
