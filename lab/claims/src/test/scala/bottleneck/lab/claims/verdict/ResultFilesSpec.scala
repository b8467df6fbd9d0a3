package bottleneck.lab.claims.verdict

import bottleneck.lab.claims.page.{ExampleResults, ExampleRuns}
import bottleneck.lab.figures.Estimate
import bottleneck.lab.figures.record.{AskResult, CompareResult, Result, ResultJson, ServiceResult, TurnsResult}
import bottleneck.lab.log.{LogReader, TemporaryFolder}
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
    ResultFiles.writeLines(file, Vector(run("b"), run("a")), Vector.empty)
    found(file).results.map(_.result) shouldBe Vector(run("a"), run("b"))
    ResultFiles.committed(folder.resolve("results")) shouldBe found(file)
    Files.readString(file).linesIterator should have size 2
  }

  private val turns = ExampleResults.turns(1.9, 2.1)

  private def write(answer: Path, file: String, result: ServiceResult): Unit = {
    val _ = Files.writeString(Files.createDirectories(answer).resolve(file), ServiceResult.render(result))
  }

  private def answer(asked: String, sentence: String, endedAt: Option[String]): AskResult = {
    val finding = AskResult.Finding("resource", "", sentence)
    AskResult(
      asked,
      endedAt,
      service = "a.jar",
      finding = finding,
      throughput = 9,
      limits = Vector.empty,
      unexplained = Vector.empty,
      levels = Vector.empty,
      sizing = Vector.empty
    )
  }

  private val compared: CompareResult = {
    val ratio = CompareResult.Ratio(0.9, 0.8, 0.95, n = 20)
    val figures =
      Vector(
        CompareResult.Figure("throughput", Some(90), Some(100), Some(ratio)),
        CompareResult.Figure("p99", Some(2), None, None)
      )
    val endedAt = Some("2026-11-26T00:00:00Z")
    CompareResult("GET /", "a.jar", "b.jar", 1, endedAt, "slower", None, figures, Vector.empty, Vector.empty)
  }

  they should "have runs by turns, and answers about services" in {
    val file = folder.resolve("results.jsonl")
    ResultFiles.writeLines(file, Vector(run("a")), Vector(turns))
    (found(file).turns, found(file).results.size, found(file).damaged) shouldBe ((Vector(turns), 1, Vector.empty))
    Files.writeString(
      Files.createDirectories(history.resolve("ab-1")).resolve(TurnsResult.file),
      TurnsResult.render(turns)
    )
    write(history.resolve("answer-1"), CompareResult.file, compared)
    write(history.resolve("answer-2"), AskResult.file, answer("GET /a", "cores", Some("2026-11-27T00:00:00Z")))
    write(folder.resolve("early").resolve("answer-3"), AskResult.file, answer("GET /b", "threads", None))
    found(history).turns shouldBe Vector(turns)
    found(folder.resolve("early")).answers.map(_.result.sentence) shouldBe Vector("threads")
    found(history).answers.map(of => of.result.asked -> of.result.sentence) shouldBe
      Vector("GET /a" -> "cores", "GET /" -> "slower")
    found(history).answers.flatMap(_.result.ratios) shouldBe Vector("throughput" -> Estimate(0.9, Some((0.8, 0.95))))
    Vector("ask-20261127184220246", "ended-1").foreach(of =>
      Files.createFile(Files.createDirectories(history.resolve(of)).resolve(LogReader.file))
    )
    found(history).unfinished.map(_.getFileName.toString) shouldBe Vector("ended-1")
    Files.writeString(history.resolve("ab-1").resolve(TurnsResult.file), "{}")
    found(history).damaged.map(_.file.getFileName.toString) shouldBe Vector(TurnsResult.file)
  }

  they should "be refused in a sentence when their schema is another" in {
    def sentence(name: String, text: String): String = {
      Files.writeString(Files.createDirectories(history.resolve("later")).resolve(name), text)
      found(history).damaged.map(_.problem.sentence).mkString
    }
    sentence(TurnsResult.file, TurnsResult.render(turns).replace("turns/1", "turns/2")) shouldBe
      "its schema is 'bottleneck/turns/2' but only 'bottleneck/turns/1' is understood"
    Files.delete(history.resolve("later").resolve(TurnsResult.file))
    sentence("answer.json", """{"schema":"bottleneck/answer/2"}""") shouldBe
      "its schema is 'bottleneck/answer/2' but only 'bottleneck/answer/1' or 'bottleneck/compare/1' is understood"
  }

  they should "be named with their line when they are damaged" in {
    val file = Files.writeString(folder.resolve("results.jsonl"), s"{\n${ResultJson.line(run("a"))}\n")
    found(file).results should have size 1
    found(file).damaged.map(_.file) shouldBe Vector(Path.of(s"$file:1"))
  }

  private val simulation = "bottleneck.a.B"
  private val skip = Skip("a", "2 instances", "HAProxy is \"not\" installed.", "2026-11-21T01:35:50.914Z")

  private def file: Path = folder.resolve(s"skipped/$simulation.json")

  private def in(folders: Path*): FoundResults = ResultFiles.find(folders.toVector)

  "A skipped run" should "be found as it was recorded, until it has a result" in {
    SkipFiles.write(folder, simulation, skip)
    ujson.read(Files.readString(file))("reason").str shouldBe skip.reason
    in(folder) shouldBe FoundResults(Vector.empty, Vector.empty, Vector(skip))
    SkipFiles.remove(folder, simulation)
    SkipFiles.remove(folder, simulation)
    in(folder, folder.resolve("none")).skips shouldBe empty
  }

  it should "count once when the history has it too" in {
    val history = folder.resolve("history")
    SkipFiles.write(folder, simulation, skip)
    SkipFiles.write(history, simulation, skip.copy(reason = "of old"))
    SkipFiles.write(history, "bottleneck.a.C", skip.copy(variant = "1 instance"))
    in(folder, history).skips.map(_.reason) shouldBe Vector(skip.reason, skip.reason)
  }

  it should "be named when its record is damaged" in {
    SkipFiles.write(folder, simulation, skip)
    val text = Files.readString(file)
    Vector("", text.take(text.length / 2), "{\"experiment\":\"a\"}", "[]")
      .foreach { damaged =>
        Files.writeString(file, damaged)
        in(folder).skips shouldBe empty
        in(folder).damaged.map(_.file) shouldBe Vector(file)
        in(folder).damaged.head.problem.sentence should startWith("it is damaged")
      }
  }
}
