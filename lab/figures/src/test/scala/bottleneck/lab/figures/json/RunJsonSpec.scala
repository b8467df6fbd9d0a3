package bottleneck.lab.figures.json

import bottleneck.lab.figures._
import bottleneck.lab.log.TemporaryFolder
import java.io.RandomAccessFile
import java.nio.file.Files
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.util.{Random, Using}

class RunJsonSpec extends AnyFlatSpec with Matchers with TemporaryFolder {
  private val bare = Runs.shop.copy(
    measured = None,
    total = Outcome(0, 0, Map.empty),
    requests = Vector.empty,
    groups = Vector.empty,
    failures = Vector.empty,
    firstFailure = None,
    slots = Vector.empty
  )

  private def parse(json: String): Either[Problem, Run] = RunJson.parse(json.getBytes("UTF-8"), "a.json")

  private def sentence(json: String): String = parse(json).fold(_.sentence, run => fail(run.toString))

  "A run" should "be the same after writing and reading it" in {
    for (run <- Vector(Runs.shop, bare, Runs.shop.copy(total = Runs.outcome(3000000000L, 1, 0.1 + 0.2, (0.1, 1e9)))))
      parse(RunJson.write(run)) shouldBe Right(run)
    val file = Files.writeString(folder.resolve("run.json"), RunJson.write(Runs.shop))
    RunJson.read(file) shouldBe Right(Runs.shop)
  }

  it should "be flat, in a fixed order, whole numbers without a point" in {
    val json = RunJson.write(Runs.shop)
    json.linesIterator.filter(_.startsWith("  ")).map(_.split(": ").head.trim).mkString(" ") shouldBe
      """"schema" "simulation" "gatling" "format" "description" "start" "firstMs" "lastMs" "window" "total" """ +
      """"requests" "groups" "errors" "firstFailure" "users" "slots" "curve" "checks""""
    json should include(
      """"total": {"requests":1000,"ok":988,"ko":12,"ko%":1.2,"throughput":15.4375,"throughputInterval":"""
    )
    json should include(""""GET /orders":{"requests":881,"ok":881,"ko":0,"ko%":0,""")
    json should include(""""p95":431,"p95Interval":[420,440],"p99":862,"p99.9":1293,"max":262145,"min.ok":3,""")
    json should include(
      """"window": {"fromMs":5000,"toMs":65000,"steady":{"drift":-0.02,"low":-0.05,"high":0.01,"answer":"steady"}}"""
    )
    json should include(""""slots": [[0,1000,5,1,3,[12,40.5,55]],[1000,2000,0,0,3,[]]]""")
  }

  it should "be read whatever else there is" in {
    val json = ujson.read(RunJson.write(Runs.shop))
    json("new") = ujson.Obj("deep" -> ujson.Arr(1))
    json("total")("p42") = 42
    json.obj.remove("slots")
    parse(ujson.write(ujson.Obj.from(json.obj.toVector.sortBy(_._1)))) shouldBe Right(
      Runs.shop.copy(slots = Vector.empty)
    )
    parse(RunJson.write(Runs.shop).replace("{\n", s"{\"deep\": ${"[" * 100000}${"]" * 100000},\n")) shouldBe
      Right(Runs.shop)
  }

  "A file that is no result" should "be refused in a sentence" in {
    val good = RunJson.write(Runs.shop)
    sentence("") shouldBe "a.json is no JSON, or only a part of it."
    sentence(good.dropRight(9)) shouldBe "a.json is no JSON, or only a part of it."
    sentence("[]") shouldBe "a.json is no result: it has no schema."
    sentence("{\"schema\": 2}") shouldBe "a.json is no result: it has no schema."
    sentence(good.replace("result/2", "result/1")) shouldBe
      "a.json has the schema bottleneck/result/1, and only bottleneck/result/2 can be read."
    sentence(good.replace("431", "true")) shouldBe "a.json is damaged at total: p95."
    sentence(good.replace("\"ko\":12", "\"ko\":1.5")) shouldBe "a.json is damaged at total: ko."
    sentence(good.replace("[420,440]", "[420]")) shouldBe "a.json is damaged at requests: GET /orders: p95Interval."
    sentence(good.replace("70005", "7e12")) shouldBe "a.json is damaged at lastMs."
    sentence(good.replace("65000", "5000")) shouldBe "a.json is damaged at window."
    sentence(good.replace("2026-01-31", "2026-13-31")) shouldBe "a.json is damaged at start."
    sentence(good.replace("\"passed\":true", "\"passed\":1")) shouldBe "a.json is damaged at checks: 0: passed."
    sentence(good.replace("262145", "1e999")) shouldBe "a.json is damaged at total: max."
    sentence(good.replace("\"users\": 40", s"\"users\": ${"[" * 100000}${"]" * 100000}")) should startWith(
      "a.json is damaged at"
    )
  }

  it should "never end in anything else" in {
    val good = RunJson.write(Runs.shop)
    val random = new Random(39)
    for (_ <- 1 to 2000) {
      val bytes = good.getBytes("UTF-8")
      for (_ <- 0 to random.nextInt(3)) bytes(random.nextInt(bytes.length)) = random.nextInt().toByte
      RunJson.parse(bytes, "a.json").left.foreach(_.sentence should startWith("a.json "))
    }
  }

  it should "not be read where it is too large or not there" in {
    val file = folder.resolve("large.json")
    Using.resource(new RandomAccessFile(file.toFile, "rw"))(_.setLength((64L << 20) + 1))
    RunJson.read(file).left.map(_.sentence) shouldBe Left(s"$file is no result: it has more than 64 MiB.")
    val none = folder.resolve("none.json")
    RunJson.read(none).left.map(_.sentence) shouldBe
      Left(s"$none cannot be read: java.nio.file.NoSuchFileException: $none.")
  }
}
