package bottleneck.lab.explain.result

import bottleneck.lab.{Project, TemporaryFolder}
import bottleneck.lab.explain.record.Factor
import bottleneck.lab.explain.report.{ExampleResults, ExampleStairs}
import bottleneck.lab.explain.stats.{BurstTimes, FirstFailure, GeneratorGap, Sent, ServiceOrder}
import bottleneck.lab.explain.theory.Prediction
import bottleneck.lab.files._
import bottleneck.lab.target.CpuLimits
import java.nio.file.Files
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class ResultJsonSpec extends AnyFlatSpec with Matchers with TemporaryFolder {
  private val examples = Vector(ExampleResults.oneInstance, ExampleResults.noIndex, ExampleResults.keysetIndex)

  /** With all that later versions of the schema added. */
  private val extended = {
    val run = ExampleResults.noIndex
    run.copy(
      run = run.run
        .copy(identity = run.run.identity.copy(factor = Some(Factor("cores", 0.5, series = Some("ALL"))), attempt = 2)),
      measured = run.measured.copy(
        total = run.total.copy(failedLatencyMs = run.total.latencyMs),
        balancer = Some(BalancerReading(Vector(BalancedServer("service-1", 5, 4, 1, Some(17), None)))),
        stalls = Map("GET /journals" -> 740, "PUT /journals/{id}/title" -> 5130),
        firstFailure = Some(FirstFailure(31200, 118)),
        byLoad = run.measured.byLoad.copy(
          burst = Some(BurstTimes(50, 17000, 22300, 12, (1 to 10).map(_ * 530).toVector)),
          order = Some(
            ServiceOrder(0.38, Some(0.41), 17600, 11225, Vector(Sent(3, 7, 1, Some(60), Some(9000), Some(17100))))
          ),
          staircase = ExampleStairs.run("half a core", 160).measured.byLoad.staircase,
          generatorGap = Some(GeneratorGap(2.9, 0.088))
        )
      ),
      server = run.server.copy(
        service = run.server.service.copy(
          hikari =
            run.server.service.hikari.map(_.copy(sizeMax = Some(16), acquireMeanMs = Some(31), acquired = Some(412))),
          jvm = Some(Jvm(None, Some(0.01), Some(1e8), contextSwitchesPerSecond = Some(1234.5))),
          handler = Some(Handler(1950, 31.5)),
          threads = Some(ThreadStates(Span(5, 9), Span(0, 1), Span(20, 31.5), Span(4, 4))),
          cache = Some(CacheUse(1900, 50, Some(0.974)))
        ),
        cpu = run.server.cpu.copy(
          balancer = Some(0.4),
          readers = Some(0.2),
          cache = Some(0.3),
          generatorCompilation = Some(0.05)
        ),
        scrapes = Some(Scrapes(30, 29)),
        network = Some(Network(101, 300, 12, 14, 9, Some(4096))),
        replication = Some(Replication(2, 81.5, 12.25, 4096, Some(90000)))
      ),
      expected = run.expected.copy(
        published = run.expected.published.map(figures =>
          figures.copy(
            times = figures.times.copy(meanMs = Some(1170)),
            pending = Some(95),
            errors = Some(94),
            databaseQueries = Some(546),
            price = Some(0.0832),
            users = Some(141)
          )
        ),
        demand = Some(
          Demand(
            3.4,
            1.1,
            41.5,
            Some(0.7),
            Some(2.1),
            Some(1.2),
            DemandLine(Some(0.04), Some(10), Some(0.05), noise = Some(0.03))
          )
        ),
        prediction = Some(Prediction(100, "users", "100 / 1 s").plusMinus(0.04))
      ),
      machine = run.machine.copy(
        versions = run.machine.versions.copy(balancer = Some("2.6.12"), redis = Some("6.2.11")),
        speed = Some(speed)
      ),
      target = run.target.copy(
        balancer = Some(BalancerDescription("leastconn", 60000, "/health", 2000, 1000, fall = 3, rise = 2)),
        cpus = CpuLimits(service = Some(0.5), database = Some(1)),
        cpuLimitBy = Some("cgroup v2 quota"),
        cache = Some(CacheDescription("redis", 5000))
      ),
      treatment = run.treatment.copy(
        warmUp = Some(WarmUpReading(21, 60, Vector("compilers used 0.10 cores, more than 0.08"))),
        disturbance = Some(Disturbance(30, 3010)),
        load = run.load.copy(thinkMs = 1071, perSecond = Some(144.5)),
        intervention = Vector(
          InterventionStep("CREATE INDEX", 15000, Some(19100), "ok"),
          InterventionStep("REINDEX INDEX CONCURRENTLY", 19200, None, "it was not done when the load ended")
        )
      ),
      validity = run.validity :+ Check.undecided("machine", "it could not be measured")
    )
  }

  private def speed: Speed = Speed(
    WorkSpeed(Some(0.62), Some(0.6), Some(0.64), Some(0.0667)),
    WorkSpeed(Some(0.81), Some(0.81), None, None),
    Vector(
      SpeedRate(SpeedMoment.Before, SpeedWork.Jvm, SpeedCores.One, 51000.25),
      SpeedRate(SpeedMoment.After, SpeedWork.Database, SpeedCores.All, 37.5)
    )
  )

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
      "server" -> Vector("scrapes", "handler", "network", "threads", "replication", "cache")
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
  private def fields(json: ujson.Value): Vector[String] = json match {
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
