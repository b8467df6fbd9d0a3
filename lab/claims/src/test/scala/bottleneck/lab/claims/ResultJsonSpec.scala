package bottleneck.lab.claims

import bottleneck.lab.claims.page.ExampleResults
import bottleneck.lab.claims.verdict.ResultFiles
import bottleneck.lab.figures.record.{ResultJson, TurnsResult}
import bottleneck.lab.figures.Metrics
import bottleneck.lab.figures.json.RunJson
import bottleneck.lab.log.{Project, TemporaryFolder, WholeFile}
import java.nio.file.Files
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.jdk.CollectionConverters._

class ResultJsonSpec extends AnyFlatSpec with Matchers with TemporaryFolder {
  private lazy val (ofTurns, committed) =
    Files.readAllLines(Project.root.resolve("docs/results.jsonl")).asScala.toVector.partition(TurnsResult.is)

  private def error(text: String): String =
    ResultJson.parse(text).fold(_.sentence, result => fail(s"was read: $result"))

  "A result" should "be written as it was read: each line of docs/results.jsonl" in {
    committed should not be empty
    committed.filterNot(line => ResultJson.parse(line).map(ResultJson.line) == Right(line)) shouldBe empty
    ofTurns.filterNot(line => TurnsResult.parse(line).map(TurnsResult.line) == Right(line)) shouldBe empty
  }

  it should "say whether it counts, which a reader derives from its checks" in {
    val disturbed = ExampleResults.noIndex
    val json = ujson.read(ResultJson.render(disturbed))
    (json("soundness").str, json("valid").bool) shouldBe (("disturbed", true))
    json("soundness") = "sound"
    json("valid") = false
    ResultJson.parse(ujson.write(json)) shouldBe Right(disturbed)
  }

  it should "be read without the fields that a later version adds" in {
    val json = ujson.read(ResultJson.render(ExampleResults.oneInstance))
    json("colour") = "blue"
    json("load")("mood") = ujson.Arr(1, 2)
    ResultJson.parse(ujson.write(json)) shouldBe Right(ExampleResults.oneInstance)
  }

  it should "be refused by name when its schema is another" in {
    val json = ujson.read(ResultJson.render(ExampleResults.oneInstance))
    json("schema") = "bottleneck/result/3"
    error(ujson.write(json)) shouldBe
      s"its schema is 'bottleneck/result/3' but only '${RunJson.schema}' is understood"
  }

  it should "be read as any run, as its keys are those of one" in {
    val json = ResultJson.render(ExampleResults.oneInstance)
    val run = RunJson.parse(json.getBytes("UTF-8"), "it").fold(problem => fail(problem.sentence), identity)
    (run.total, run.requests.toMap, run.checks) shouldBe
      ((ExampleResults.oneInstance.total, ExampleResults.oneInstance.requests, ExampleResults.oneInstance.checks))
    (run.measured.map(_.window), run.start) shouldBe
      ((Some(ExampleResults.oneInstance.window), ExampleResults.start))
  }

  it should "be damaged when it is cut, no JSON, or lacks a field" in {
    val text = ResultJson.render(ExampleResults.oneInstance)
    (0 until text.length - 2 by 97).foreach(length => error(text.take(length)) should startWith("it is damaged"))
    Vector("<html>", "[]").foreach(error(_) should startWith("it is damaged"))
    val json = ujson.read(text)
    json("total").obj.remove("ok")
    error(ujson.write(json)) should include("ok")
  }

  "Results" should "be found where they are, once each, and damaged ones named" in {
    val history = folder.resolve("history")
    val results = Vector("b" -> ExampleResults.noIndex, "a" -> ExampleResults.oneInstance)
    for { root <- Vector(folder, history); (name, result) <- results }
      WholeFile.write(root.resolve(name).resolve(ResultFiles.name), ResultJson.render(result))
    WholeFile.write(folder.resolve("c").resolve(ResultFiles.name), "{")
    Files.createDirectories(folder.resolve("without-a-result"))
    val found = ResultFiles.find(Vector(folder, history, folder.resolve("no-such-folder")))
    found.results.map(_.result) shouldBe Vector(ExampleResults.oneInstance, ExampleResults.noIndex)
    found.damaged.map(_.file) shouldBe Vector(folder.resolve("c").resolve(ResultFiles.name))
  }

  "The reference" should "name every field" in {
    val page = Files.readString(Project.root.resolve("docs").resolve("reference").resolve("result-json.md"))
    val named =
      "`([A-Za-z0-9.%$]+)`".r.findAllMatchIn(page).flatMap(_.group(1).split('.')).toSet ++ Metrics.all.map(_.name) ++
        Metrics.koTimes.map(_.name)
    (committed ++ ofTurns).flatMap(text => fields(ujson.read(text))).distinct.filterNot(named) shouldBe empty
  }

  /** Names at every depth, but those of maps, whose names are data. */
  private def fields(json: ujson.Value): Vector[String] = json match {
    case ujson.Obj(members) =>
      members.toVector.flatMap { case (name, value) =>
        name +: (if (maps(name)) values(value).flatMap(fields) else fields(value))
      }
    case ujson.Arr(items) => items.toVector.flatMap(fields)
    case _ => Vector.empty
  }

  private val maps = Set("metrics", "requests", "errors", "stalls", "service", "database", "criteria")

  private def values(json: ujson.Value): Vector[ujson.Value] = json match {
    case ujson.Obj(members) => members.values.toVector.filterNot(_.strOpt.isDefined)
    case _ => Vector.empty
  }
}
