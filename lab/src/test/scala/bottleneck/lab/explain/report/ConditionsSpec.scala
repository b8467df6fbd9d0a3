package bottleneck.lab.explain.report

import bottleneck.lab.explain.report.ExamplePools.variant
import bottleneck.lab.explain.report.ExampleResults.{fiveInstances, oneInstance}
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
}
