package bottleneck.lab.explain.page

import bottleneck.lab.explain.page.ExamplePools.variant
import bottleneck.lab.explain.page.ExampleResults.{fiveInstances, oneInstance}
import bottleneck.lab.explain.record.WarmUpReading
import bottleneck.lab.target.CpuLimits
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class ConditionsSpec extends AnyFlatSpec with Matchers {
  private val limited = fiveInstances.copy(target =
    fiveInstances.target.copy(cpus = CpuLimits(service = Some(0.5)), cpuLimitBy = Some("cgroup v1 quota"))
  )

  "Limits of cores" should "be told with what limits them and from when on" in {
    val said = Markup.of(Conditions.of(Vector(oneInstance, limited).map(variant)).render)
    val rows = said.texts("tr")
    rows.filter(_.startsWith("limit of the service")) shouldBe Vector("limit of the service, coresnone0.5")
    rows.filter(_.startsWith("limited by")) shouldBe
      Vector("limited by–cgroup v1 quota, from the end of the warm-up on")
  }

  "A warm-up" should "be told with what still changed at its end" in {
    val reading = WarmUpReading(61, 60, Vector("the response time changed by +1.20 ms within 4 s"))
    val runs = Vector(oneInstance, fiveInstances.copy(treatment = fiveInstances.treatment.copy(warmUp = Some(reading))))
    val rows = Markup.of(Conditions.of(runs.map(variant)).render).texts("tr").map(_.replace('\u202f', ' '))
    rows.filter(_.startsWith("warm-up")) shouldBe
      Vector("warm-up, not judgednonenot warm after 61 s: the response time changed by +1.20 ms within 4 s")
  }
}
