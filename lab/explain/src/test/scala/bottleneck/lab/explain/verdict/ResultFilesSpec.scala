package bottleneck.lab.explain.verdict

import bottleneck.lab.TemporaryFolder
import bottleneck.lab.explain.page.{ExampleResults, ExampleRuns}
import bottleneck.lab.explain.record.{Result, ResultJson}
import java.nio.file.{Files, Path}
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class ResultFilesSpec extends AnyFlatSpec with Matchers with TemporaryFolder {
  private def history: Path = folder.resolve("history")

  private def found(history: Path): FoundResults = ResultFiles.find(folder.resolve("results"), Some(history))

  private def run(id: String): Result = {
    val run = ExampleResults.oneInstance
    run.copy(run = run.run.copy(id = id))
  }

  "Earlier runs" should "be found in folders, or in the lines of a file" in {
    val _ = ExampleRuns.write(history, run("of-a-folder"))
    found(history).results.map(_.result.run.id) shouldBe Vector("of-a-folder")
    val file = folder.resolve("results.jsonl")
    ResultFiles.writeLines(file, Vector(run("b"), run("a")))
    found(file).results.map(_.result) shouldBe Vector(run("a"), run("b"))
    ResultFiles.committed(folder.resolve("results")) shouldBe found(file)
    Files.readString(file).linesIterator should have size 2
  }

  they should "be named with their line when they are damaged" in {
    val file = Files.writeString(folder.resolve("results.jsonl"), s"{\n${ResultJson.line(run("a"))}\n")
    found(file).results should have size 1
    found(file).damaged.map(_.file) shouldBe Vector(Path.of(s"$file:1"))
  }
}
