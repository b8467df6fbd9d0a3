package bottleneck.lab.report

import bottleneck.lab.figures.{Better, Estimate, Metric, Outcome, Quantity, Runs}
import bottleneck.lab.log.Markup
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scalatags.Text.all.{frag, stringFrag, Frag}

class TableSpec extends AnyFlatSpec with Matchers {
  private type Row = (String, Option[Estimate])

  private val time = Metric("time", Quantity.Time, Better.Lower, "Its time.")(_.values.get("time"))

  private def table(rows: (String, Option[Estimate])*): Table[Row] = Table(
    Vector(
      Column.text[Row]("name")(_._1),
      Column.metric[Row](time)(row => Outcome(1, 0, row._2.map(time.name -> _).toMap))
    ),
    rows.toVector
  )

  private val two = table("GET /a|b,\"c\" <d>" -> Some(Estimate(1234.5678901, Some((1200, 1250)))), "=1+1" -> None)

  "A table" should "be HTML whose cells say their column" in {
    val page = Markup.of(two.as("Two & more").html.render)
    page.attributes("div", "aria-label") shouldBe Vector("Two & more")
    page.elements("table", "numbers") should have size 1
    page.texts("th") shouldBe Vector("name", "time", "GET /a|b,\"c\" <d>", "=1+1")
    page.attributes("th", "title") shouldBe Vector("Its time.")
    page.elements("th", "text").flatMap(_.get("scope")) shouldBe Vector("row", "row")
    page.texts("td").map(_.replace('\u202f', ' ')) shouldBe Vector("1,235 ms", "–")
    page.attributes("td", "data-label") shouldBe Vector("time", "time")
  }

  it should "be Markdown that no name breaks" in {
    two.markdown.replace('\u202f', ' ') shouldBe
      """|| name | time |
        || :-- | --: |
        || GET /a\|b,"c" &lt;d> | 1,235 ms |
        || =1+1 | – |
        |""".stripMargin
    Table(Vector(Column.markdown[String]("a")(identity)), Vector("`x`|y\nz")).markdown shouldBe
      "| a |\n| --- |\n| `x`\\|y z |\n"
    table("`a`\n_b_ [c](d) @e" -> None).markdown should include("| \\`a\\` \\_b\\_ \\[c\\](d) \\@e |")
  }

  it should "have heads over columns, headings over rows and details below them" in {
    val columns = Column.text[Int]("n")(_.toString) +: Column.group[Int]("of n")(
      Column.some[Int]("half")(n => Some(n / 2).filter(_ > 0).map(_.toString), n => Some(s"of $n")),
      Column.number[Int]("same")(_ => "x")
    )
    val rows = Vector(Option(frag("small")) -> Vector(1), None -> Vector.empty, Option(frag("large")) -> Vector(8, 9))
    val look = (n: Int) => RowLook(if (n == 1) "odd" else "", Option.when[Frag](n == 9)("the last"))
    val page = Markup.of(Table.grouped(columns, rows).copy(look = look).html.render)
    page.texts("tr") shouldBe Vector("nof n", "halfsame", "small", "1–of 1x", "large", "84of 8x", "94of 9x", "the last")
    page.elements("tr", "odd") should have size 1
    page.attributes("td", "data-label").distinct shouldBe Vector("of n: half", "of n: same")
    val alike = Table(Vector(columns.head, columns(2), columns(2)), Vector(5), joined = true)
    Markup.of(alike.html.render).attributes("td", "colspan") shouldBe Vector("2")
  }

  it should "be CSV with exact numbers and no formula" in {
    two.csv shouldBe "name,time\r\n\"GET /a|b,\"\"c\"\" <d>\",1234.56789\r\n'=1+1,\r\n"
    table("-a" -> Some(Estimate(-5)), "@b" -> Some(Estimate(1e9)), "+c\nd" -> Some(Estimate(Double.NaN))).csv shouldBe
      "name,time\r\n'-a,-5\r\n'@b,1000000000\r\n\"'+c\nd\",\r\n"
  }

  it should "be aligned lines that are as wide as there is room" in {
    val long =
      table("GET /a/long/path/to/things" -> Some(Estimate(5)), "é😀" -> Some(Estimate(1500)), "\u001b[31mred" -> None)
    long.console(80) shouldBe
      """name                            time
        |GET /a/long/path/to/things      5 ms
        |é😀                         1,500 ms
        | [31mred                           –
        |""".stripMargin
    long.console(25).linesIterator.toVector shouldBe
      Vector(
        "name                 time",
        "GET /a/…/things      5 ms",
        "é😀              1,500 ms",
        " [31mred                –"
      )
    long.console(1) should include("GET /a…hings      5 ms\n")
    table("😀" * 20 -> None).console(1).linesIterator.toVector.last shouldBe s"${"😀" * 3}…${"😀" * 2}      –"
  }

  "The table of requests" should "have the rate of the run where there is no window" in {
    val head = RequestTable.of(Runs.shop.copy(measured = None)).console(120).linesIterator.next()
    head.split(" +").toVector.slice(4, 6) shouldBe Vector("throughput.run", "mean")
  }

  it should "have what Gatling's own report says beside the exact figures, if that is asked for" in {
    val total = Runs.shop.total
    val run = Runs.shop.copy(total = total.copy(values = total.values + ("p95.gatling" -> Estimate(460))))
    def labels(table: Table[RequestTable.Row]): Vector[String] = table.columns.map(_.label).drop(6)
    labels(RequestTable.of(run, withReport = true)) shouldBe Vector("p50", "p95", "p95.gatling", "p99", "max")
    labels(RequestTable.of(run)) shouldBe Vector("p50", "p95", "p99", "max")
  }
}
