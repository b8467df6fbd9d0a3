package bottleneck.lab.explain.page

import bottleneck.lab.explain.page.ExamplePools.variant
import bottleneck.lab.explain.record._
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scalatags.Text.all._

class InjectorTableSpec extends AnyFlatSpec with Matchers {
  private def sent(beganMs: Long, cores: Option[Double]) = Some(SentShare(beganMs, 2500, 123456, 2, cores))

  private val shared = ExampleResults.noIndex.copy(
    treatment = ExampleResults.noIndex.treatment.copy(injectors =
      Vector(
        InjectorShare(1, 2, "load-a", ClockOffset.none, sent = sent(0, Some(0.5))),
        InjectorShare(2, 2, "load-b<", ClockOffset(-12.34, 0.26), sent = sent(31, None))
      )
    )
  )

  private def table(results: Result*): Markup =
    Markup.of(div(InjectorTable.of(results.toVector.map(variant))).render)

  "Injectors" should "be told with their machines, shares, clocks and cores" in {
    table(ExampleResults.oneInstance, shared).texts("td").map(_.replace('\u202f', ' ')) shouldBe
      Vector("load-a", "2,500", "123,456", "0 ms", "0.0 ± 0.0 ms", "0.50 of 2") ++
      Vector("load-b<", "2,500", "123,456", "31 ms", "-12.3 ± 0.3 ms", "–")
  }

  they should "not be there where one sent all" in {
    InjectorTable.of(Vector(variant(ExampleResults.oneInstance))) shouldBe empty
  }
}
