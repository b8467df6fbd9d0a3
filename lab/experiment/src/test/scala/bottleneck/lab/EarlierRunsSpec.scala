package bottleneck.lab

import bottleneck.lab.explain.page.{ExampleResults, ExampleRuns, ExampleStairs}
import bottleneck.lab.explain.record.Result
import bottleneck.lab.explain.statistics.Slo
import bottleneck.lab.explain.verdict.{Conclusions, Study}
import bottleneck.lab.settings.{Layout, Scale, Settings}
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class EarlierRunsSpec extends AnyFlatSpec with Matchers with TemporaryFolder {
  private val study = Study("knee", "Knee", "Where?", "users", Conclusions(Vector.empty, _ => None, _ => Vector.empty))

  /** What a run on this machine sustained: at 64 users `capacity`. */
  private def run(capacity: Double, minutes: Int): Result = {
    val run = ExampleStairs.run("half a core", capacity, minutes)
    run.copy(machine = run.machine.copy(cpus = Runtime.getRuntime.availableProcessors))
  }

  private def sustained(runs: Result*): Option[Double] = {
    runs.foreach(ExampleRuns.write(folder.resolve("results"), _))
    val layout = Layout(folder, folder, folder, folder, folder.resolve("results"))
    val settings = Settings(Scale.Quick, layout)
    EarlierRuns.sustained(settings, study)("half a core")
  }

  "What was sustained" should "be that of the newest sound staircase" in {
    val disturbed = ExampleResults.objected(run(300, 2), "little", "no")
    sustained(run(200, 0), run(160, 1), disturbed) shouldBe Some(160)
  }

  it should "be nothing without one" in {
    sustained() shouldBe None
    sustained(
      run(160, 0).copy(measured =
        run(160, 0).measured.copy(byLoad = run(160, 0).measured.byLoad.copy(staircase = None))
      )
    ) shouldBe None
  }

  it should "be nothing where the newest meets the SLO nowhere" in {
    val slow = run(160, 1)
    sustained(
      run(160, 0),
      slow.copy(measured =
        slow.measured.copy(byLoad =
          slow.measured.byLoad.copy(staircase = slow.measured.byLoad.staircase.map(_.copy(sustained = None)))
        )
      )
    ) shouldBe None
  }

  it should "not be that of another SLO" in {
    val lenient = run(200, 1)
    val slo = Slo(p95Ms = 60000)
    sustained(
      run(160, 0),
      lenient.copy(measured =
        lenient.measured.copy(byLoad =
          lenient.measured.byLoad.copy(staircase = lenient.measured.byLoad.staircase.map(_.copy(slo = slo)))
        )
      )
    ) shouldBe Some(160)
  }

  it should "not be that of another variant, experiment, scale or machine" in {
    val known = run(160, 0)
    sustained(
      known.copy(run = known.run.copy(id = "a", identity = known.run.identity.copy(variant = "1 core"))),
      known.copy(run = known.run.copy(id = "b", identity = known.run.identity.copy(experiment = "other"))),
      known.copy(run = known.run.copy(id = "c", identity = known.run.identity.copy(scale = "full"))),
      known.copy(run = known.run.copy(id = "d"), machine = known.machine.copy(cpus = known.machine.cpus + 1))
    ) shouldBe None
  }
}
