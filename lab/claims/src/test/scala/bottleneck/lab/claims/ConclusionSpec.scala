package bottleneck.lab.claims

import bottleneck.lab.claims.page.{ExampleResults, ExampleRuns}
import bottleneck.lab.claims.verdict.ResultFiles
import bottleneck.lab.engine.KeptUsers
import bottleneck.lab.figures.preparation.{Phases, Preparation, Slice}
import bottleneck.lab.figures.reading.{LevelReading, Slo, StaircaseReading, Timeline}
import bottleneck.lab.figures.record._
import bottleneck.lab.figures.target._
import bottleneck.lab.log.LogRecord.{Request, User}
import bottleneck.lab.log.{LogRecord, MadeLog}
import java.nio.file.Files
import org.scalatest.flatspec.AnyFlatSpec
import scala.concurrent.duration._

class ConclusionSpec extends AnyFlatSpec with ConcludedRuns {

  "A run" should "leave its result, the files beside it, and the site" in {
    val conclusion = conclude(run())
    conclusion.failures shouldBe empty
    conclusion.summary.mkString("\n") should (include("58.7") and include("= 0.978"))
    Vector(Timeline.file, "latency.hlog", "js/global_stats.json").foreach { file =>
      Files.size(left.resolve(file)) should be > 0L
    }
    evaluation().overview().last should (startWith("results: file:") and endWith("index.html"))
    Vector("index.html", "claims.json", "TEST-claims.xml").foreach(file =>
      Files.isRegularFile(results.resolve(file)) shouldBe true
    )
  }

  it should "tell what was done to its database, and be invalid where nothing was" in {
    val started = 1795224950914L
    val building = BuildIndex(1.second, IndexBuild.Plain, Index.Keyset, "idx")
    val changed = run().copy(setup = run().setup.copy(intervention = Some(building)))
    def after(steps: Step*): Result = concluded(changed.copy(steps = steps.toVector))
    val done = after(Step("CREATE INDEX", started + 8000, Some(started + 9500), Step.ok))
    done.intervention shouldBe Vector(InterventionStep("CREATE INDEX", 8000, Some(9500), "ok"))
    done.stalls.keySet shouldBe done.requests.keySet
    done.stalls.values.foreach(_ should (be > 0 and be < 18000))
    done.firstFailure.isDefined shouldBe done.wholeRun.ko > 0
    done.objections.filter(_.startsWith("intervention")) shouldBe empty
    after().objections should contain("intervention: the lab did not change the target, though it should have")
  }

  it should "no longer be a skipped one" in {
    def skips: Vector[String] = ResultFiles.find(Vector(results)).skips.map(_.variant)
    val other = "bottleneck.journal.WithKeysetIndex"
    Vector("bottleneck.journal.WithoutIndex" -> "no index", other -> "keyset index").foreach {
      case (simulation, variant) =>
        Files.isRegularFile(evaluation(simulation, variant).skip("It needs JDK 21.")) shouldBe true
    }
    skips shouldBe Vector("keyset index", "no index")
    val _ = conclude(run())
    skips shouldBe Vector("keyset index")
  }

  it should "fail the build when it misses its prediction" in {
    conclude(run(made(), perSecond = 100)).failures shouldBe
      Vector("the throughput misses the prediction by more than 5 %")
    conclude(without(run(made(), perSecond = 100))).failures shouldBe empty
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
    stored.head.objections should contain("parts: The database ended during the run.")
  }

  it should "fail the build when its log is cut, and use what there is" in {
    conclude(run(golden.dropRight(3))).failures shouldBe Vector("the log of the run ends within its record 1427")
    stored.map(_.valid) shouldBe Vector(false)
  }

  it should "fail the build without a result when its log is none" in {
    conclude(run("RUN".getBytes)).failures.mkString should include("is no simulation.log")
    stored shouldBe empty
  }

  it should "not be believed without its metrics" in {
    val unwatched = run()
    Files.delete(left.resolve("metrics.csv"))
    conclude(unwatched).failures shouldBe empty
    stored.head.objections.mkString should include("metrics: ")
  }

  it should "fail the build by failures of a kind that is not expected" in {
    val failing = run(made(_ => "j.i.IOException: Premature close"))
    conclude(failing).failures.mkString should include("unexpected way: j.i.IOException: Premature close")
    val expected = Expectation(failures = Vector("connection closed"))
    conclude(failing.copy(setup = failing.setup.copy(expectation = expected))).failures shouldBe
      Vector("no request of the window was answered")
  }

  it should "fail the build when nothing was answered in its window" in {
    val late = loaded(run(), ClosedLoad(users = 16, arrival = 1.hour, settle = 1.second, hold = 20.seconds))
    conclude(without(late)).failures shouldBe Vector("no request of the window was answered")
  }

  /** Requests of 16 users, each answered after 250 ms, in a group. */
  private def inGroup(of: String): Vector[LogRecord] =
    MadeLog.closed(users = 16, ms = 25000)(_ => 250).map {
      case request: Request => request.copy(groups = Vector(of))
      case other => other
    }

  "A run in slices" should "be measured by the full ones, and predicted by the light ones beside them" in {
    val record = loaded(run(), SlicedLoad(16, settle = 2.seconds, judged = 6.seconds)).copy(installed = None)
    MadeLog.write(left.resolve("simulation.log"), inGroup("no index"))
    // a request takes 25 ms of the cores
    def slice(phase: String, second: Int, requests: Long): Slice = {
      val from = MadeLog.start + second * 1000
      Slice(phase, from, from + 2000, requests, requests * 250, Map("service-1" -> requests * 0.0125), Map.empty)
    }
    val (full, light) =
      (Vector(5, 10, 15).map(slice(Phases.full, _, 128)), Vector(7, 12, 17).map(slice(Phases.light, _, 40)))
    Preparation.write(left, Preparation(full ++ light, 0, None, cores))
    val ours = evaluation()
    val plain = record.copy(setup = record.setup.copy(expectation = Expectation()))
    val conclusion = ours.conclude(left, plain, ours.join(left, left, plain, full))
    conclusion.failures shouldBe empty
    conclusion.summary.head should include("measured in full slices of 6.0 s in all")
    val result = stored.head
    (result.load.inSlices, result.total.throughput) shouldBe ((true, 64.0))
    result.prediction.map(_.perSecond).getOrElse(0.0) shouldBe cores * 40.0 +- 0.01
    val (low, high) = result.pairedEfficiency.flatMap(_.interval).getOrElse(fail("it has no interval"))
    Vector(low, high).foreach(_ shouldBe 1.6 / cores +- 0.01)
  }

  "Runs side by side" should "each be read of the log of both" in {
    val record = run(perSecond = 64)
    val others = inGroup("other").map {
      case user: User => user.copy(scenario = 1)
      case other => other
    }
    val header = MadeLog.read.header.copy(scenarios = Vector("no index", "other"))
    MadeLog.write(left.resolve("simulation.log"), (inGroup("no index") ++ others).sortBy(_.at), header)
    val own = Files.createDirectories(results.resolve("withoutindex-1-1"))
    Files.copy(left.resolve("metrics.csv"), own.resolve("metrics.csv"))
    val ours = evaluation()
    val reading = ours.read(left, own, record.load, KeptUsers(Vector("no index"), group = Some("no index")))
    Files.size(own.resolve("simulation.log")) should be < Files.size(left.resolve("simulation.log"))
    ours.conclude(own, record, reading).failures shouldBe empty
    stored.map(_.total.throughput) shouldBe Vector(64.0)
    stored.head.wholeRun.ok shouldBe inGroup("no index").count(_.isInstanceOf[Request])
  }

  /** Result of a run that sustained `capacity` at 64 users. */
  private def staircase(capacity: Double, minutes: Int): Result = {
    val total = ExampleResults.outcome(130, ExampleResults.latency(200, 700, 900))
    val run = ExampleResults.result("knee", "half a core", total, minutes)
    val levels = Vector(1, 64, 128).map { users =>
      val ms = (users * 1000 / capacity).round
      LevelReading(users, 0, 3000, (capacity * 3).round, capacity, Some(ms), Some(ms * 11 / 10), 0)
    }
    run.copy(machine = run.machine.copy(cpus = cores), staircase = StaircaseReading.of(levels, Slo(500)))
  }

  private def sustained(runs: Result*): Option[Double] = {
    runs.foreach(ExampleRuns.write(results, _))
    new SiteEvaluation("", Trial("knee", ""), settings).sustained("half a core")
  }

  "What was sustained" should "be that of the newest sound staircase" in {
    val disturbed = ExampleResults.objected(staircase(300, 2), "little", "no")
    sustained(staircase(200, 0), staircase(160, 1), disturbed) shouldBe Some(160)
  }

  it should "not be that of another variant, experiment, scale or machine" in {
    val known = staircase(160, 0)
    def named(id: String, change: RunIdentity => RunIdentity): Result =
      known.copy(run = known.run.copy(id = id, identity = change(known.run.identity)))
    sustained(
      named("a", _.copy(variant = "1 core")),
      named("b", _.copy(experiment = "other")),
      named("c", _.copy(scale = "full")),
      named("d", identity).copy(machine = known.machine.copy(cpus = cores + 1))
    ) shouldBe None
  }
}
