package bottleneck.lab

import bottleneck.lab.explain.record._
import bottleneck.lab.explain.series.Timeline
import bottleneck.lab.explain.verdict._
import bottleneck.lab.target._
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
    Vector("index.html", "claims.json", "TEST-claims.xml").foreach(file =>
      Files.isRegularFile(results.resolve(file)) shouldBe true
    )
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
        Files.isRegularFile(evaluation(simulation, variant).skip("It needs JDK 21.")) shouldBe true
    }
    skips shouldBe Vector("keyset index", "no index")
    val _ = conclude(run())
    skips shouldBe Vector("keyset index")
  }
}
