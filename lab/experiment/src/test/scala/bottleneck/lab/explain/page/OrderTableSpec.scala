package bottleneck.lab.explain.page

import bottleneck.lab.explain.page.ExamplePools.variant
import bottleneck.lab.explain.record._
import bottleneck.lab.explain.statistics.{Sent, ServiceOrder}
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scalatags.Text.all._

class OrderTableSpec extends AnyFlatSpec with Matchers {
  private val ordered = ExampleResults.oneInstance.copy(measured =
    ExampleResults.oneInstance.measured.copy(
      total = ExampleResults.outcome(97, ExampleResults.latency(15400, 17000, 17700)),
      byLoad = ExampleResults.oneInstance.measured.byLoad.copy(order =
        Some(ServiceOrder(0.38, Some(0.41), 17600, 11200, Vector(Sent(0, 10, 0, Some(50), Some(9000), Some(17000)))))
      )
    )
  )

  private def table(results: Result*): Markup = Markup.of(div(OrderTable.of(results.toVector.map(variant))).render)

  "The order of service" should "have a row with the slowest response, predicted and measured" in {
    val shown = table(ordered, ExampleResults.fiveInstances)
    shown.texts("td").map(_.replace('\u202f', ' ')) shouldBe
      Vector("41.0 %", "38.0 %", "11.2 s", "17.6 s", "17.7 s", "0.6 %")
  }

  it should "leave out what nobody waits for" in {
    val alone = ordered.copy(measured =
      ordered.measured.copy(byLoad =
        ordered.measured.byLoad.copy(order = ordered.measured.byLoad.order.map(_.copy(atOnce = None)))
      )
    )
    table(alone).texts("td").head shouldBe "–"
    OrderTable.of(Vector(variant(ExampleResults.oneInstance))) shouldBe empty
  }
}
