package bottleneck.lab.explain.page

import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scalatags.Text.all._

class ColumnsSpec extends AnyFlatSpec with Matchers {
  private val columns =
    Columns.of("variant")(Columns.group("response time")("p50", "p99"), Columns.alone("unknown here"))

  private def row(cells: Int): Markup =
    Markup.of(table(columns.row("", th("a"), Vector.fill(cells)(Page.number(Some("1"))))).render)

  "A cell" should "name its column with its group, as a phone shows it" in {
    row(3).attributes("td", "data-label") shouldBe Vector("response time: p50", "response time: p99", "unknown here")
  }

  "A row" should "have a cell for each column" in {
    (the[IllegalArgumentException] thrownBy row(2)).getMessage should include("2 cells")
    columns.size shouldBe 4
  }

  "A header" should "link the names that the glossary has" in {
    val header = Markup.of(table(columns.header).render)
    header.attributes("a", "href") shouldBe Vector(
      "../glossary.html#response-time",
      "../glossary.html#p50",
      "../glossary.html#p99"
    )
    header.texts("th") shouldBe Vector("variant", "response time", "unknown here", "p50", "p99")
  }

  "The glossary" should "have each term once" in {
    val ids = Glossary.all.flatMap(_.terms).map(_.id)
    ids.distinct shouldBe ids
  }
}
