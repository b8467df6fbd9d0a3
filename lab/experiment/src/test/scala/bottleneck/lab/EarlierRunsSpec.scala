package bottleneck.lab

import bottleneck.lab.explain.page.{ExampleResults, ExampleRuns}
import bottleneck.lab.explain.record.{Result, StaircaseReading, Trial}
import bottleneck.lab.explain.statistics.{LevelReading, Slo}
import bottleneck.lab.settings.{Layout, Scale, Settings}
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class EarlierRunsSpec extends AnyFlatSpec with Matchers with TemporaryFolder {

  /** Result of a run that sustained `capacity` at 64 users. */
  private def run(capacity: Double, minutes: Int): Result = {
    val total = ExampleResults.outcome(130, ExampleResults.latency(200, 700, 900))
    val run = ExampleResults.result("knee", "half a core", total, minutes)
    val levels = Vector(1, 64, 128).map { users =>
      val ms = (users * 1000 / capacity).round
      LevelReading(users, 0, 3000, (capacity * 3).round, capacity, Some(ms), Some(ms * 11 / 10), 0)
    }
    val byLoad = run.measured.byLoad.copy(staircase = StaircaseReading.of(levels, Slo(500)))
    run.copy(
      machine = run.machine.copy(cpus = Runtime.getRuntime.availableProcessors),
      measured = run.measured.copy(byLoad = byLoad)
    )
  }

  private def sustained(runs: Result*): Option[Double] = {
    runs.foreach(ExampleRuns.write(folder.resolve("results"), _))
    val layout = Layout(folder, folder, folder, folder, folder.resolve("results"))
    val settings = Settings(Scale.Quick, layout)
    new Evaluation("", Trial("knee", ""), settings).sustained("half a core")
  }

  "What was sustained" should "be that of the newest sound staircase" in {
    val disturbed = ExampleResults.objected(run(300, 2), "little", "no")
    sustained(run(200, 0), run(160, 1), disturbed) shouldBe Some(160)
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
