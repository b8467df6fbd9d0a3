package bottleneck.lab.explain.record

import bottleneck.lab.explain.page.ExampleResults
import bottleneck.lab.explain.theory.Prediction
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

  it should "be read as earlier versions wrote it, and judged by its checks" in {
    val json = ujson.read(ResultJson.render(ExampleResults.noIndex))
    json.obj.remove("soundness")
    json("valid") = false
    json("validity").arr.foreach(_.obj.remove("undecided") shouldBe Some(ujson.False))
    ResultJson.parse(ujson.write(json)).map(_.soundness) shouldBe Right(Soundness.Disturbed(Vector("little")))
  }

  it should "be read without the fields that a later version adds" in {
    val json = ujson.read(ResultJson.render(ExampleResults.oneInstance))
    json("colour") = "blue"
    json("run")("mood") = ujson.Arr(1, 2)
    ResultJson.parse(ujson.write(json)) shouldBe Right(ExampleResults.oneInstance)
  }

  it should "be read without the fields that it did not have at first, and write them all" in {
    val later = Map(
      "total" -> Vector("failedLatencyMs"),
      "load" -> Vector("perSecond"),
      "published" -> Vector("meanMs", "pending", "errors", "databaseQueries", "price", "users"),
      "machine" -> Vector("balancer", "redis", "speed"),
      "target" -> Vector("balancer", "cpuLimitBy", "cache"),
      "server" -> Vector("scrapes", "handler", "network", "threads", "replication", "cache", "scraper")
    )
    val ofPool = Vector("sizeMax", "acquireMeanMs", "acquired")
    val json = ujson.read(ResultJson.render(ExampleResults.noIndex))
    val objects = later.map { case (name, fields) => json(name).obj -> fields } ++
      Map(
        json.obj -> Vector(
          "demand",
          "balancer",
          "burst",
          "disturbance",
          "order",
          "staircase",
          "firstFailure",
          "generatorGap",
          "warmUp"
        ),
        json("server")("hikari").obj -> ofPool,
        json("server")("cpu").obj -> Vector("balancer", "readers", "cache", "generatorCompilation")
      )
    for { (value, fields) <- objects; field <- fields }
      withClue(s"$field: ")(value.remove(field) shouldBe Some(ujson.Null))
    json("run").obj.remove("attempt") shouldBe Some(ujson.Num(1))
    json("load").obj.remove("warmUpMs").isDefined shouldBe true
    json.obj.remove("stalls") shouldBe Some(ujson.Obj())
    json.obj.remove("intervention") shouldBe Some(ujson.Arr())
    ResultJson.parse(ujson.write(json)) shouldBe Right(ExampleResults.noIndex)
  }

  it should "be read with a demand and a factor of earlier versions" in {
    val json = ujson.read(ResultJson.render(extended))
    json("demand").obj.remove("databaseCpuMs") shouldBe Some(ujson.Num(0.7))
    json("demand").obj.remove("connectionMs") shouldBe Some(ujson.Num(2.1))
    Vector("generatorCpuMs", "standardErrorMs", "degreesOfFreedom", "idleCores", "pacedCores", "noise").foreach(field =>
      json("demand").obj.remove(field).isDefined shouldBe true
    )
    json("run")("factor").obj.remove("series") shouldBe Some(ujson.Str("ALL"))
    json("prediction").obj.remove("low") shouldBe Some(ujson.Num(96))
    json("prediction").obj.remove("high") shouldBe Some(ujson.Num(104))
    val read = ResultJson.parse(ujson.write(json)).toOption
    read.flatMap(_.expected.demand) shouldBe Some(Demand(3.4, 1.1, 41.5))
    read.flatMap(_.expected.prediction) shouldBe Some(Prediction(100, "users", "100 / 1 s"))
    read.flatMap(_.run.factor) shouldBe Some(Factor("cores", 0.5))
  }

  it should "be read with a JVM that does not tell its context switches" in {
    val json = ujson.read(ResultJson.render(extended))
    json("server")("jvm").obj.remove("contextSwitchesPerSecond") shouldBe Some(ujson.Num(1234.5))
    ResultJson.parse(ujson.write(json)).toOption.flatMap(_.server.service.jvm) shouldBe Some(
      Jvm(None, Some(0.01), Some(1e8), None)
    )
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
