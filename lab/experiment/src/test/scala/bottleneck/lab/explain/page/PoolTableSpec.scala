package bottleneck.lab.explain.page

import bottleneck.lab.explain.page.ExamplePools.variant
import bottleneck.lab.explain.record._
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scalatags.Text.all._

class PoolTableSpec extends AnyFlatSpec with Matchers {
  private def table(results: Result*): Markup =
    Markup.of(div(PoolTable.of(results.toVector.map(variant))).render)

  private val ten = ExamplePools.sizes(1)

  "The pools" should "be told in a row for each variant" in {
    val shown = table(ten)
    shown.texts("td") shouldBe
      Vector("10", "10", "10", "90published 85", "11.7", "3,000", "600.4", "85.0", "0.07")
    shown.texts("th").filter(_.startsWith("10 connections")) should have size 1
    table(ExamplePools.sizes: _*).texts("tbody").head should include("50 connections")
  }

  they should "be those of all instances" in {
    table(ten.copy(target = ten.target.copy(instances = 4))).texts("td").head shouldBe "40"
  }

  they should "be those to readers too" in {
    val readers = ten.target.service + (TargetDescription.readerPoolSize -> "20")
    table(ten.copy(target = ten.target.copy(service = readers))).texts("td").head shouldBe "30"
  }

  they should "leave out what is not known" in {
    val silent = ten.copy(
      target = ten.target.copy(service = Map(TargetDescription.poolSize -> "many")),
      server = Server.unknown,
      expected = ten.expected.copy(published = None)
    )
    table(ten, silent).texts("td").drop(9) shouldBe Vector.fill(9)(Numbers.none)
  }

  they should "be marked where the run is disturbed" in {
    table(ten, ExampleResults.objected(ten, "steady", "it has a trend")).elements("tr", "disturbed") should have size 1
  }

  they should "not be there where no run has one" in {
    PoolTable.of(Vector(variant(ExampleResults.oneInstance))) shouldBe empty
  }
}
