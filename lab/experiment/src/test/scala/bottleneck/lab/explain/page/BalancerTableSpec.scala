package bottleneck.lab.explain.page

import bottleneck.lab.explain.page.ExamplePools.variant
import bottleneck.lab.explain.record._
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scalatags.Text.all._

class BalancerTableSpec extends AnyFlatSpec with Matchers {
  private val server = ExampleResults.fiveInstances.server
  private val balanced = ExampleResults.fiveInstances.copy(
    measured = ExampleResults.fiveInstances.measured.copy(balancer =
      Some(
        BalancerReading(
          Vector(
            BalancedServer("service-1", 12000, 9000, 41, Some(8200), Some(8100)),
            BalancedServer("service-2", 15000, 11000, 0, Some(41990), None)
          )
        )
      )
    ),
    server = server.copy(cpu = server.cpu.copy(balancer = Some(0.12)))
  )

  private def table(results: Result*): Markup =
    Markup.of(div(BalancerTable.of(results.toVector.map(variant))).render)

  "What a balancer did" should "be told of each instance" in {
    val shown = table(balanced, ExampleResults.oneInstance)
    shown.texts("td").map(_.replace('\u202f', ' ')) shouldBe
      Vector("12,000", "9,000", "41", "8.20 s", "8.10 s", "15,000", "11,000", "0", "42.0 s", "–")
    shown.texts("th").filter(_.startsWith("5 instances: the balancer used 0.12 cores")) should have size 1
    shown.texts("th") should not contain "1 instance"
  }

  it should "not be there where no run had one" in {
    BalancerTable.of(Vector(variant(ExampleResults.oneInstance))) shouldBe empty
  }
}
