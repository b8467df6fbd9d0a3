package bottleneck.lab.explain.record

import bottleneck.lab.explain.page.ExampleResults
import bottleneck.lab.explain.verdict.ResultFiles
import bottleneck.lab.{Project, TemporaryFolder}
import bottleneck.lab.files._
import java.nio.file.Files
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class ResultJsonSpec extends AnyFlatSpec with Matchers with TemporaryFolder {
  import ExtendedResult._

  private val examples = Vector(ExampleResults.oneInstance, ExampleResults.noIndex, ExampleResults.keysetIndex)

  private def error(text: String): ResultError =
    ResultJson.parse(text).fold(identity, result => fail(s"was read: $result"))

  "A result" should "be read as it was written" in
    (examples :+ extended).foreach(result => ResultJson.parse(ResultJson.render(result)) shouldBe Right(result))

  it should "have numbers where there are numbers, and null where there is nothing" in {
    val json = ujson.read(ResultJson.render(ExampleResults.oneInstance))
    json("total")("ok").num shouldBe 5808
    ResultJson.render(ExampleResults.oneInstance) should include("\"memoryBytes\": 8589934592")
    json("machine")("memoryBytes").num shouldBe (8L << 30).toDouble
    json("server")("hikari") shouldBe ujson.Null
    json("requests")("GET /test")("latencyMs")("p999").num should be > 0.0
  }

  it should "say whether it counts, which a reader derives from its checks" in {
    val disturbed = ExampleResults.noIndex
    val json = ujson.read(ResultJson.render(disturbed))
    (json("soundness").str, json("valid").bool) shouldBe (("disturbed", true))
    json("soundness") = "sound"
    json("valid") = false
    ResultJson.parse(ujson.write(json)) shouldBe Right(disturbed)
    val cut = ujson.read(ResultJson.render(ExampleResults.objected(disturbed, "log", "it was cut")))
    (cut("soundness").str, cut("valid").bool) shouldBe (("invalid", false))
  }

  it should "be read without the fields that a later version adds" in {
    val json = ujson.read(ResultJson.render(ExampleResults.oneInstance))
    json("colour") = "blue"
    json("run")("mood") = ujson.Arr(1, 2)
    ResultJson.parse(ujson.write(json)) shouldBe Right(ExampleResults.oneInstance)
  }

  it should "have the machine's speed as numbers, and what they are made of by name" in {
    val json = ujson.read(ResultJson.render(extended))
    val told = json("machine")("speed")
    told("jvm").num shouldBe 0.62
    told("databaseAfter") shouldBe ujson.Null
    told("rates")(1).obj.toMap shouldBe
      Map(
        "moment" -> ujson.Str("after"),
        "work" -> ujson.Str("database"),
        "cores" -> ujson.Str("all"),
        "perSecond" -> ujson.Num(37.5)
      )
    told("rates")(0)("work") = "disk"
    error(ujson.write(json)).message should include("'disk' is not known here")
  }

  it should "be refused by name when its schema is another" in {
    val json = ujson.read(ResultJson.render(ExampleResults.oneInstance))
    json("schema") = "bottleneck/result/2"
    error(ujson.write(json)) shouldBe ResultError.OtherSchema("bottleneck/result/2")
  }

  it should "be damaged when it is cut, no JSON, or lacks a field" in {
    val text = ResultJson.render(ExampleResults.oneInstance)
    (0 until text.length - 2 by 97).foreach(length => error(text.take(length)) shouldBe a[ResultError.Damaged])
    error("<html>") shouldBe a[ResultError.Damaged]
    error("[]") shouldBe a[ResultError.Damaged]
    val json = ujson.read(text)
    json("total").obj.remove("ok")
    error(ujson.write(json)).message should include("ok")
  }

  "Results" should "be found where they are, and damaged ones named" in {
    Vector("b" -> ExampleResults.noIndex, "a" -> ExampleResults.oneInstance).foreach { case (name, result) =>
      WholeFile.write(folder.resolve(name).resolve(ResultFiles.name), ResultJson.render(result))
    }
    WholeFile.write(folder.resolve("c").resolve(ResultFiles.name), "{")
    Files.createDirectories(folder.resolve("without-a-result"))
    val found = ResultFiles.find(Vector(folder, folder.resolve("no-such-folder")))
    found.results.map(_.result) shouldBe Vector(ExampleResults.oneInstance, ExampleResults.noIndex)
    found.damaged.map(_.file) shouldBe Vector(folder.resolve("c").resolve(ResultFiles.name))
  }

  they should "count once when the history has them too" in {
    val history = folder.resolve("history")
    Vector(folder, history).foreach(root =>
      WholeFile.write(root.resolve("a").resolve(ResultFiles.name), ResultJson.render(ExampleResults.oneInstance))
    )
    ResultFiles.find(Vector(folder, history)).results.map(_.folder) shouldBe Vector(folder.resolve("a"))
  }

  "The reference" should "name every field" in {
    val page = Files.readString(Project.root.resolve("docs").resolve("reference").resolve("result-json.md"))
    val named = "`([A-Za-z0-9.]+)`".r.findAllMatchIn(page).flatMap(_.group(1).split('.')).toSet
    fields(ujson.read(ResultJson.render(extended))).filterNot(named) shouldBe empty
  }

  /** Names at every depth, but those of maps, whose names are data. */
  def fields(json: ujson.Value): Vector[String] = json match {
    case ujson.Obj(members) =>
      members.toVector.flatMap { case (name, value) =>
        name +: (if (maps(name)) values(value).flatMap(fields) else fields(value))
      }
    case ujson.Arr(items) => items.toVector.flatMap(fields)
    case _ => Vector.empty
  }

  private val maps = Set("requests", "errors", "stalls", "service", "database")

  private def values(json: ujson.Value): Vector[ujson.Value] = json match {
    case ujson.Obj(members) => members.values.toVector.filterNot(_.strOpt.isDefined)
    case _ => Vector.empty
  }
}
