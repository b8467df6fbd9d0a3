package bottleneck.lab

import bottleneck.lab.explain.reading._
import bottleneck.lab.explain.record._
import bottleneck.lab.explain.series.Timeline
import bottleneck.lab.explain.statistics.GeneratorGap
import bottleneck.lab.explain.verdict._
import bottleneck.lab.files.{SpeedCores, SpeedMoment, SpeedRate, SpeedWork}
import bottleneck.lab.target._
import java.nio.file.Files
import org.scalatest.flatspec.AnyFlatSpec
import scala.concurrent.duration._

class ConclusionSpec extends AnyFlatSpec with ConcludedRuns {
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
    val building = BuildIndex(1.second, IndexBuild.Plain, Index.Keyset, "idx")
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
}
