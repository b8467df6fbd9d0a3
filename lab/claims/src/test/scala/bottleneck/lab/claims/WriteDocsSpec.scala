package bottleneck.lab.claims

import bottleneck.lab.claims.page.ExampleResults.oneInstance
import bottleneck.lab.claims.page.{ExampleResults, ExampleRuns}
import bottleneck.lab.claims.verdict.ResultFiles
import bottleneck.lab.figures.record.ResultJson
import bottleneck.lab.figures.{Check, Problem}
import bottleneck.lab.log.TemporaryFolder
import bottleneck.lab.parts.host.Folders
import java.nio.file.{Files, Path}
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class WriteDocsSpec extends AnyFlatSpec with Matchers with TemporaryFolder {
  private def project: Path = folder.resolve("project")

  private def lines: Vector[String] = Files.readString(project.resolve("docs/results.jsonl")).linesIterator.toVector

  "Results that are taken into the documents" should "be the newest runs of a variant that count, as many as it is to run" in {
    val results = folder.resolve("results")
    def write(n: Int, failed: String*): String = {
      val run = oneInstance.run.copy(id = s"run-$n", startedAt = s"2026-03-01T0$n:00:00Z")
      val checks = oneInstance.checks ++ failed.map(Check(_, passed = false, "", size = Some(0.1)))
      ExampleRuns.write(results, oneInstance.copy(run = run, checks = checks)).getFileName.toString
    }
    def taken(times: Int): Set[String] = {
      WriteDocs.take(results, project, _ => times) shouldBe Right(())
      ResultFiles.committed(project.resolve("docs/results.jsonl")).results.map(_.result.run.id).toSet
    }
    val disturbed = write(1, "steady")
    taken(1) shouldBe Set(disturbed)
    val sound = Vector(2, 3, 4).map(write(_))
    val _ = write(5, "parts")
    taken(1) shouldBe Set(sound(2))
    taken(2) shouldBe Set(sound(1), sound(2))
    // those of before count too
    Folders.remove(results)
    val later = write(6)
    taken(2) shouldBe Set(sound(2), later)
    Folders.remove(results)
    val _ = write(7, "steady")
    taken(2) shouldBe Set(sound(2), later)
    // one that counts for nothing takes nothing away, wherever it ran
    val elsewhere = oneInstance.copy(
      run = oneInstance.run.copy(id = "run-8", startedAt = "2026-03-01T08:00:00Z"),
      machine = oneInstance.machine.copy(cpus = 64),
      checks = Vector(Check("parts", passed = false, ""))
    )
    val _ = ExampleRuns.write(results, elsewhere)
    taken(2) shouldBe Set(sound(2), later)
  }

  they should "be one in each line, beside those of other experiments, and be kept where one is damaged" in {
    def take(): Either[Problem, Unit] = WriteDocs.take(folder.resolve("results"), project, _ => 1)
    val _ = ExampleRuns.write(folder.resolve("results"), oneInstance)
    take() shouldBe Right(())
    Folders.remove(folder.resolve("results"))
    val _ = ExampleRuns.write(folder.resolve("results"), ExampleResults.publishedIndex)
    take() shouldBe Right(())
    val both = lines
    both.map(ResultJson.parse) shouldBe Vector(ExampleResults.publishedIndex, oneInstance).map(Right(_))
    Files.writeString(project.resolve("docs/results.jsonl"), (both :+ "{").mkString("\n"))
    take().fold(_.sentence, _ => "") should include("results.jsonl:3: it is damaged")
    lines shouldBe both :+ "{"
  }
}
