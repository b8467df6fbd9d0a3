package bottleneck.lab.explain.page

import bottleneck.lab.explain.page.ExamplePools.variant
import bottleneck.lab.explain.record._
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scalatags.Text.all._

class CacheTableSpec extends AnyFlatSpec with Matchers {
  private val plain = ExampleResults.keysetIndex
  private val cached = plain.copy(
    server = plain.server.copy(
      service = plain.server.service.copy(
        cache = Some(CacheUse(19000, 1000.4, Some(0.95))),
        hikari = plain.server.service.hikari.map(_.copy(acquired = Some(8)))
      ),
      cpu = plain.server.cpu.copy(cache = Some(0.12))
    )
  )

  private def table(results: Result*): Markup = Markup.of(div(CacheTable.of(results.toVector.map(variant))).render)

  "What a cache did" should "be told beside what it cost, also where a variant has none" in {
    table(cached, ExampleResults.oneInstance).texts("td").map(_.replace('\u202f', ' ')) shouldBe
      Vector("19,000", "1,000", "95.0 %", "8", "0.62", "0.12", "1.04") ++ Vector("–", "–", "–", "–", "0.31", "–", "–")
  }

  it should "not be there where no run had one" in {
    CacheTable.of(Vector(variant(plain))) shouldBe empty
  }
}
