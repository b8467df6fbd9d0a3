package bottleneck.lab

import bottleneck.lab.explain.preparation.{MadeSlices, Preparation}
import bottleneck.lab.explain.record.{Expectation, MadeRecord, RunIdentity, RunRecord}
import bottleneck.lab.explain.report.ExampleRuns
import bottleneck.lab.explain.result._
import bottleneck.lab.explain.series.Timeline
import bottleneck.lab.explain.log.LogRecord
import bottleneck.lab.explain.stats.{GeneratorGap, MadeLog}
import bottleneck.lab.explain.theory.{PoolLimit, Prediction}
import bottleneck.lab.files.{SpeedCores, SpeedMoment, SpeedRate, SpeedWork}
import bottleneck.lab.settings.{Layout, Scale, Settings}
import bottleneck.lab.target._
import java.nio.file.{Files, Path}
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.concurrent.duration._

class ConclusionSpec extends AnyFlatSpec with Matchers with TemporaryFolder {
  private lazy val golden =
    Files.readAllBytes(Path.of(getClass.getResource("explain/log/without-index.golden").toURI))
  private val study =
    Study("journal", "Journal", "How many?", "index", Conclusions(Vector.empty, _ => None, _ => Vector.empty))
  // measured from 7 s to 25 s, by another decoder: 58.667 requests/s
  private val load = ClosedLoad(users = 16, arrival = 1.second, settle = 6.seconds, hold = 24.seconds)
  private val cores = Runtime.getRuntime.availableProcessors

  private def results: Path = folder.resolve("results")

  private def left: Path = results.resolve("withoutindex-1")

  private def settings: Settings = {
    val layout = Layout(folder, folder, folder, folder, results)
    Settings(Scale.Quick, layout)
  }

  private def published: Published = {
    ExampleRuns.writeData(folder.resolve("data"))
    Published.read(folder.resolve("data")).fold(error => fail(error.message), identity)
  }

  /** Gatling's folder of a run with `log`, and the metrics of a generator that does little, on a machine with so many
    * cores busy.
    */
  private def run(log: Array[Byte] = golden, perSecond: Int = 60, busy: Int = 0): RunRecord = {
    val _ = Files.createDirectories(left)
    Files.write(left.resolve("simulation.log"), log)
    val start = 1795224950914L
    val rows = (0 to 25).map(n => s"${start + n * 1000},${n * 0.1},${n * busy}")
    Files.writeString(
      left.resolve("metrics.csv"),
      ("at_ms,generator.cpu_seconds_total,machine.cpu_busy_seconds_total" +: rows).mkString("", "\n", "\n")
    )
    val limits = Vector(Prediction.users(perSecond, 1.second), Prediction.users(1000, 1.second))
    val installed = Installed("25.0.1", Vector("-Xmx1g"), Some("18.6"), Map("fsync" -> "on"))
    MadeRecord.of(load, Expectation(limits, tolerance = Some(0.05)), cores).copy(installed = Some(installed))
  }

  /** The log of as many users, each of whom is answered after 250 ms and pauses for `pauseMs`. */
  private def even(pauseMs: Int = 0): Array[Byte] = {
    val records = MadeLog.closed(users = 16, ms = 25000)(_ => 250 + pauseMs).map {
      case request: LogRecord.Request => request.copy(end = request.end - pauseMs)
      case other => other
    }
    Files.readAllBytes(MadeLog.write(folder.resolve("made.log"), records))
  }

  private def conclude(run: RunRecord): Conclusion = Conclusion.of(left, run, settings, published)

  private def without(tolerance: RunRecord): RunRecord =
    tolerance.copy(setup = tolerance.setup.copy(expectation = tolerance.setup.expectation.copy(tolerance = None)))

  "A run" should "leave its result, the files beside it, and the site" in {
    val conclusion = conclude(run())
    conclusion.failures shouldBe empty
    conclusion.summary.mkString("\n") should (include("58.7") and include("= 0.978"))
    Vector(Timeline.file, "latency.hlog", GlobalStats.file).foreach { file =>
      Files.size(left.resolve(file)) should be > 0L
    }
    Vector("index.html", "claims.json", "TEST-claims.xml").foreach(file =>
      Files.isRegularFile(results.resolve(file)) shouldBe true
    )
  }

  it should "tell all that is known of it" in {
    val _ = conclude(run())
    val result = ResultFiles.find(Vector(results)).results.map(_.result).head
    result.run.copy(identity = result.run.identity.copy(commit = None)) shouldBe RunDescription(
      "withoutindex-1",
      "2026-11-21T01:35:50.914Z",
      RunIdentity("bottleneck.journal.WithoutIndex", "journal", "no index", None, "quick", commit = None, repeat = 1)
    )
    result.total.ok shouldBe 1056
    result.measured.wholeRun.ok + result.measured.wholeRun.ko shouldBe 1410
    result.treatment.window shouldBe WindowBounds(7000, 25000)
    result.machine.versions.serviceJava shouldBe Some("25.0.1")
    result.load.warmUpMs shouldBe 0
    result.expected.prediction.map(_.perSecond) shouldBe Some(60)
    result.expected.efficiency.getOrElse(0.0) shouldBe 0.9778 +- 0.0001
    result.measured.interval.exists(_.contains(58.667)) shouldBe true
  }

  it should "tell the generator's part of a closed load" in {
    def gap(load: Load): Option[GeneratorGap] = {
      val _ = conclude(without(loaded(run(even(pauseMs = 50)), load)))
      ResultFiles.find(Vector(results)).results.map(_.result).head.measured.byLoad.generatorGap
    }
    gap(load).map(_.ms).getOrElse(0.0) shouldBe 50.0 +- 3
    gap(load).map(_.share).getOrElse(0.0) shouldBe 0.167 +- 0.01
    gap(OpenLoad(perSecond = 64, settle = 6.seconds, hold = 18.seconds, patience = 1.second)) shouldBe None
  }

  it should "tell what was done to its database, and be invalid where nothing was" in {
    val started = 1795224950914L
    val building = Intervention(1.second, IndexBuild.Plain, Index.Keyset, "idx")
    val changed = run().copy(setup = run().setup.copy(intervention = Some(building)))
    def concluded(steps: Step*): Result = {
      val _ = conclude(changed.copy(steps = steps.toVector))
      ResultFiles.find(Vector(results)).results.map(_.result).head
    }
    val done = concluded(Step("CREATE INDEX", started + 8000, Some(started + 9500), Step.ok))
    done.treatment.intervention shouldBe Vector(InterventionStep("CREATE INDEX", 8000, Some(9500), "ok"))
    done.measured.stalls.keySet shouldBe done.measured.requests.keySet
    done.measured.stalls.values.foreach(_ should (be > 0 and be < 18000))
    done.measured.firstFailure.isDefined shouldBe done.measured.wholeRun.ko > 0
    done.objections.filter(_.startsWith("intervention")) shouldBe empty
    concluded().objections should contain("intervention: the lab did not change the target, though it should have")
  }

  it should "no longer be a skipped one" in {
    def skips: Vector[String] = ResultFiles.find(Vector(results)).skips.map(_.variant)
    val other = "bottleneck.journal.WithKeysetIndex"
    Vector("bottleneck.journal.WithoutIndex" -> "no index", other -> "keyset index").foreach {
      case (simulation, variant) =>
        val trial = Trial(study, variant)
        val page = SkippedRun.record(simulation, trial, "It needs JDK 21.")(settings, published)
        Files.isRegularFile(page) shouldBe true
    }
    skips shouldBe Vector("keyset index", "no index")
    val _ = conclude(run())
    skips shouldBe Vector("keyset index")
  }

  it should "tell of its load balancer what that was, and what it logged" in {
    val check = HealthCheck("/health", interval = 2.seconds, timeout = 1.second, fall = 3, rise = 2)
    val balanced = run()
    val logs = Files.createDirectories(left.resolve("logs"))
    // 10 s after the run's start
    Files.writeString(logs.resolve("haproxy.log"), "2026-11-21T01:36:00.914+00:00 request service-1 200 -- 0 ms\n")
    val _ = conclude(
      balanced.copy(
        setup = balanced.setup
          .copy(target = balanced.target.copy(balancer = Some(Balancer(Policy.LeastConnections, check, 60.seconds)))),
        installed = balanced.installed.map(_.copy(balancer = Some("2.6.12")))
      )
    )
    val result = ResultFiles.find(Vector(results)).results.map(_.result).head
    result.machine.versions.balancer shouldBe Some("2.6.12")
    result.target.balancer shouldBe
      Some(BalancerDescription("leastconn", 60000, "/health", 2000, 1000, fall = 3, rise = 2))
    result.measured.balancer.map(_.servers) shouldBe
      Some(Vector(BalancedServer("service-1", requests = 1, inWindow = 1, lastReceivedMs = Some(10000))))
  }

  private val warmed =
    ClosedLoad(16, arrival = 1.second, settle = 1.second, hold = 18.seconds, Some(WarmUp(users = 16)))

  /** The service's CPU time of a request during the warm-up, and what it takes of each part at all paces, in ms. */
  private def prepared(run: RunRecord, warming: Double*)(ms: (String, Double)*): RunRecord = {
    val paced = MadeSlices.prepared()(ms.map { case (part, of) => part -> ((rate: Double) => of * rate / 1000) }: _*)
    Preparation.write(left, Preparation(MadeSlices.warming(warming: _*) ++ paced, 60000, None, cpus = 2))
    expecting(loaded(run, warmed), Expectation())
  }

  private def loaded(run: RunRecord, load: Load): RunRecord = run.copy(setup = run.setup.copy(load = load))

  private def expecting(run: RunRecord, expectation: Expectation): RunRecord =
    run.copy(setup = run.setup.copy(expectation = expectation))

  private def concluded(run: RunRecord): Result = {
    val _ = conclude(run)
    ResultFiles.find(Vector(results)).results.map(_.result).head
  }

  it should "tell what a request costs by the paces before it, and what the cores allow by that" in {
    val result = concluded(prepared(run(), 1, 1, 1, 1)("service-1" -> 3, "generator" -> 1))
    val demand = result.expected.demand.getOrElse(fail("nothing"))
    demand.cpuMs shouldBe 4.0 +- 1e-9
    demand.serviceCpuMs shouldBe 3.0 +- 1e-9
    demand.responseMs shouldBe 20.0
    result.expected.prediction.map(_.by) shouldBe Some("cores")
    result.expected.prediction.map(_.perSecond).getOrElse(0.0) shouldBe cores / 0.004 +- 0.01
    result.expected.prediction.flatMap(_.contains(cores / 0.004)) shouldBe Some(true)
    result.treatment.warmUp.map(_.text) shouldBe Some("warm after 12 s")
    result.objections.filter(_.startsWith("warm")) shouldBe empty
  }

  it should "be disturbed where it was not warm before it" in {
    val result = concluded(prepared(run(), 2, 1.8, 1.6, 1.4)("service-1" -> 3, "generator" -> 1))
    result.treatment.warmUp.map(_.moving.size) shouldBe Some(1)
    result.objections.filter(_.startsWith("warm")).mkString should include(
      "not warm after 12 s: the CPU time of a request"
    )
  }

  it should "be invalid where the record of what came before it is damaged" in {
    val damaged = prepared(run(), 1, 1, 1, 1)("service-1" -> 3, "generator" -> 1)
    Files.writeString(left.resolve(Preparation.file), "{")
    val result = concluded(damaged)
    result.valid shouldBe false
    result.objections.mkString should include(Preparation.file)
  }

  it should "tell nothing of a warm-up that it did not have" in {
    val cold = concluded(run())
    (cold.treatment.warmUp, cold.expected.demand) shouldBe ((None, None))
    cold.validity.map(_.check) should not contain "warm"
  }

  it should "add what statements take of a connection to what the pool allows, where that is known" in {
    val pooled = expecting(
      prepared(run(), 1, 1, 1, 1)("service-1" -> 0.01, "generator" -> 0.01),
      Expectation(pool = Some(PoolLimit(1, 100.millis)))
    )
    def connections: Option[String] = concluded(pooled).expected.prediction.map(_.formula)
    connections shouldBe Some("1 / 0.1 s")
    val columns = "at_ms,generator.cpu_seconds_total" +:
      Vector("hikari_active_connections", "hikari_usage_seconds_total", "hikari_usages_total", "hikari_acquires_total")
        .map(name => s"service-1.$name")
    // 50 times a second, for 1 ms each
    val rows = (0 to 25).map(n => s"${MadeSlices.start + n * 1000},${n * 0.001},1,${n * 0.05},${n * 50},${n * 50}")
    Files.writeString(left.resolve("metrics.csv"), (columns.mkString(",") +: rows).mkString("", "\n", "\n"))
    // within the 4 s of requests one by one 200 times, for 1 ms and what is rounded off, by 400 requests
    connections shouldBe Some("1 / (0.1 s + 0.75 ms)")
  }

  /** A service and a database that use 2 and 1 ms for a request. */
  private def limited(service: Option[Double], database: Option[Double]): Result = {
    val whole = prepared(run(), 1, 1, 1, 1)("service-1" -> 2, "database" -> 1, "generator" -> 1)
    concluded(
      whole.copy(
        setup = whole.setup.copy(target =
          whole.target.copy(database = Some(Database(25, Index.None)), cpus = CpuLimits(service, database))
        ),
        installed = whole.installed.map(_.copy(cpuLimitBy = Some("cgroup v1 quota")))
      )
    )
  }

  it should "tell what limits the cores of its parts, and what those allow" in {
    val service = limited(service = Some(0.1), database = Some(0.5))
    (service.target.cpus, service.target.cpuLimitBy) shouldBe
      ((CpuLimits(Some(0.1), Some(0.5)), Some("cgroup v1 quota")))
    service.expected.prediction.map(_.by) shouldBe Some("cores of the service")
    service.expected.prediction.map(_.perSecond).getOrElse(0.0) shouldBe 50.0 +- 1e-3
    val database = limited(service = None, database = Some(0.01))
    database.expected.prediction.map(_.by) shouldBe Some("cores of the database")
    database.expected.prediction.map(_.perSecond).getOrElse(0.0) shouldBe 10.0 +- 1e-3
  }

  it should "have no limit where that is all of the machine" in {
    val whole = limited(service = Some(cores.toDouble), database = Some(cores + 1.0))
    whole.target.cpus shouldBe CpuLimits.none
    whole.expected.prediction.map(_.by) shouldBe Some("cores")
  }

  it should "fail the build when it misses its prediction" in {
    conclude(run(even(), perSecond = 100)).failures shouldBe
      Vector("the throughput misses the prediction by more than 5 %")
    conclude(without(run(even(), perSecond = 100))).failures shouldBe empty
  }

  it should "be disturbed instead where the machine has no cores for it" in {
    val conclusion = conclude(run(perSecond = 100, busy = cores))
    conclusion.failures shouldBe empty
    conclusion.summary.mkString should (include("DISTURBED: ") and include(
      "carried: 58.7/s were answered where users allow 100.0/s"
    ))
    conclusion.summary should contain(
      "  the throughput misses the prediction by more than 5 %: that does not fail the build, as the run is disturbed"
    )
  }

  it should "fail the build when a part ended, and say so in its result" in {
    val failures = conclude(run().copy(ended = Vector("The database ended during the run."))).failures
    failures shouldBe Vector("The database ended during the run.")
    ResultFiles.find(Vector(results)).results.head.result.objections should
      contain("parts: The database ended during the run.")
  }

  it should "fail the build when its log is cut, and use what there is" in {
    conclude(run(golden.dropRight(3))).failures shouldBe Vector("the log of the run ends within its record 1427")
    ResultFiles.find(Vector(results)).results.map(_.result.valid) shouldBe Vector(false)
  }

  it should "fail the build without a result when its log is none" in {
    conclude(run("RUN".getBytes)).failures.mkString should include("is no simulation.log")
    ResultFiles.find(Vector(results)).results shouldBe empty
  }

  it should "not be believed without its metrics" in {
    val unwatched = run()
    Files.delete(left.resolve("metrics.csv"))
    conclude(unwatched).failures shouldBe empty
    ResultFiles.find(Vector(results)).results.head.result.objections.mkString should include("metrics: ")
  }

  it should "tell how fast the machine was, as a part of the reference" in {
    val measured = run()
    val rates =
      for { work <- SpeedWork.all; cores <- SpeedCores.all } yield SpeedRate(
        SpeedMoment.Before,
        work,
        cores,
        if (work == SpeedWork.Jvm) 62 else 81
      )
    Files.writeString(left.resolve(SpeedRate.file), SpeedRate.render(rates))
    val reference = ReferenceSpeed.of(rates.map(_.copy(perSecond = 100))).fold(fail(_), _.render)
    Files.writeString(Files.createDirectories(folder.resolve("data")).resolve(ReferenceSpeed.file), reference)
    conclude(measured).summary.mkString should
      include("speed of this machine (reference: 1): 0.62 for JVM work, 0.81 for database work")
    val speed = ResultFiles.find(Vector(results)).results.head.result.machine.speed
    speed.flatMap(_.jvm.mean).getOrElse(0.0) shouldBe 0.62 +- 1e-9
    speed.flatMap(_.database.after) shouldBe None
  }

  it should "have a result where its machine's speed is not known, and say why" in {
    val damaged = run()
    Files.writeString(left.resolve(SpeedRate.file), "moment,work\n")
    val conclusion = conclude(damaged)
    conclusion.failures shouldBe empty
    conclusion.summary.filter(_.contains("machine's speed is not known")) should matchPattern {
      case Vector(sentence: String) if sentence.contains("speed.csv is wrong in line 1: ") =>
    }
    ResultFiles.find(Vector(results)).results.map(_.result.machine.speed) shouldBe Vector(None)
  }

  it should "fail the build by failures of a kind that is not expected" in {
    val records = MadeLog.closed(users = 16, ms = 25000)(_ => 250, _ => "j.i.IOException: Premature close")
    val failing = run(Files.readAllBytes(MadeLog.write(folder.resolve("made.log"), records)))
    conclude(failing).failures.mkString should include("unexpected way: j.i.IOException: Premature close")
    val expected = Expectation(failures = Vector("connection closed"))
    conclude(failing.copy(setup = failing.setup.copy(expectation = expected))).failures shouldBe
      Vector("no request of the window was answered")
  }

  it should "fail the build when nothing was answered in its window" in {
    val late = run().copy(setup =
      run().setup.copy(load = ClosedLoad(users = 16, arrival = 1.hour, settle = 1.second, hold = 20.seconds))
    )
    conclude(without(late)).failures shouldBe
      Vector("no request of the window was answered")
  }
}
