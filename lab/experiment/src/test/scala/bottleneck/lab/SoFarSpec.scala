package bottleneck.lab

import bottleneck.lab.explain.page.ExampleResults._
import bottleneck.lab.explain.page.ExampleRuns
import bottleneck.lab.settings._
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class SoFarSpec extends AnyFlatSpec with Matchers with TemporaryFolder {
  private def settings: Settings = {
    val layout = Layout(folder, folder, folder, folder, folder)
    Settings(Scale.Quick, layout)
  }

  "The last lines" should "be those of the JVM that was started for the variant, not of its repeats and second attempts" in {
    SoFar.lines(settings).last should endWith("index.html")
    SoFar.lines(settings.copy(runs = RunNumbers(repeats = 3, repetition = 1))).last should endWith("index.html")
    SoFar.lines(settings.copy(runs = RunNumbers(repeats = 3, repetition = 3))) shouldBe empty
    SoFar.lines(settings.copy(runs = RunNumbers(attempt = 2))) shouldBe empty
  }

  they should "leave out what ran before this command" in {
    ExampleRuns.write(folder, oneInstance)
    SoFar.lines(settings) should have size 1
  }

  they should "have one line for each variant: its newest run" in {
    val again = fiveInstances.copy(run = fiveInstances.run.copy(id = "again", startedAt = "2026-03-02T09:30:00Z"))
    SoFar.newest(Vector(fiveInstances, again, oneInstance)).map(_.run.id) shouldBe Vector(oneInstance.run.id, "again")
  }
}
