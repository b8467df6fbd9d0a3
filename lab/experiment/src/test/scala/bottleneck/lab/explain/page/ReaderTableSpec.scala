package bottleneck.lab.explain.page

import bottleneck.lab.explain.page.ExamplePools.variant
import bottleneck.lab.explain.record._
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scalatags.Text.all._

class ReaderTableSpec extends AnyFlatSpec with Matchers {
  private val server = ExampleResults.fiveInstances.server
  private val replicated = ExampleResults.fiveInstances.copy(
    server = server.copy(
      cpu = server.cpu.copy(database = Some(0.31), readers = Some(0.52)),
      replication = Some(Replication(2, 1234, 5.25, 8192, Some(45000.4)))
    )
  )

  private def table(results: Result*): Markup =
    Markup.of(div(ReaderTable.of(results.toVector.map(variant))).render)

  "Readers" should "be told of in a row for each variant that has some" in {
    val shown = table(replicated, ExampleResults.oneInstance)
    shown.texts("td").map(_.replace('\u202f', ' ')) shouldBe
      Vector("2", "5.25 ms", "1.23 s", "8,192", "45,000", "0.31", "0.52")
    shown.texts("tbody").head should not include "1 instance"
  }

  they should "be marked where the run is disturbed" in {
    table(ExampleResults.objected(replicated, "steady", "it has a trend"))
      .elements("tr", "disturbed") should have size 1
  }

  they should "not be there where no run had one" in {
    ReaderTable.of(Vector(variant(ExampleResults.oneInstance))) shouldBe empty
  }
}
