package bottleneck.lab.claims.page

import bottleneck.lab.claims.published.StatementKind
import bottleneck.lab.claims.verdict.{JudgedClaim, JudgedStatement, Margin, Verdict}
import bottleneck.lab.figures.{Numbers, Truth}
import bottleneck.lab.report.{Column, Details, Html, Junit, JunitCase, Table}
import scalatags.Text.all._
import ujson.{Arr, Bool, Null, Num, Obj, Str, Value}

/** Claims, statement by statement, with their verdicts and what those rest on. */
private[page] object ClaimTable {

  /** A claim of several statements has a heading; `page` links the page of a statement's experiment, where the reader
    * is not there.
    */
  def of(name: String, claims: Vector[JudgedClaim], page: JudgedStatement => Option[String]): Table[JudgedStatement] = {
    val groups = claims.map { claim =>
      val heading = Option.when[Frag](claim.statements.size > 1)(frag(code(claim.id), " ", Badge.of(claim.verdict)))
      heading -> claim.statements
    }
    Table.grouped(columns(page), groups).as(name, css)
  }

  /** Statements of one experiment: other statements of the same claims may belong to another. */
  def of(statements: Vector[JudgedStatement]): Table[JudgedStatement] =
    Table(columns(_ => None), statements, "statements", css)

  private val css = "claims stacked"

  private def columns(page: JudgedStatement => Option[String]): Vector[Column[JudgedStatement]] = {
    def column(label: String)(of: JudgedStatement => Frag): Column[JudgedStatement] = Column.marked(label)(of)
    Vector(
      column("verdict")(judged => frag(Badge.of(judged), surprise(judged))),
      column("statement")(judged => frag(judged.published.text, kind(judged.published.kind))),
      column("evidence")(judged => evidence(judged, page(judged))),
      column("source")(judged => code(judged.published.id))
    )
  }

  private def evidence(judged: JudgedStatement, page: Option[String]): Frag = frag(
    judged.judgement.evidence,
    page.map(link => frag(" · ", a(href := link)(judged.published.study))),
    Option.when(judged.exploratory && judged.isDecided)(
      div(cls := "note")("Exploratory: this criterion is younger than a run that it judges.")
    ),
    judged.judgement.margin.map(margin => div(cls := "note")(certainty(judged.verdict, margin))),
    Option.when(judged.published.kind.isJudged)(
      Details(
        "Criterion",
        Vector(Html(Vector(div(code(judged.published.criterion)), div(cls := "note")(judged.published.why))))
      ).html
    )
  )

  private def kind(of: StatementKind): Option[Frag] =
    Option.when(of != StatementKind.Test)(div(cls := "note")(s"${of.name}: ${of.about}"))

  private def surprise(judged: JudgedStatement): Option[Frag] =
    Option.when(judged.surprises)(div(cls := "note")(s"expected: ${judged.expected.name}"))

  /** By the 95 % interval of what the runs leave open: docs/explanation/numbers.md. */
  private def certainty(verdict: Verdict, margin: Margin): String = {
    val times = s"${Numbers.plain(margin.times)} times as wide"
    if (verdict == margin.verdict)
      s"${verdict.name.capitalize} within its runs' uncertainty, whose 95 % interval could be $times."
    else s"These numbers alone say ${margin.verdict.name}; that would need an interval of at most $times."
  }
}

/** Every claim with its verdict and those of its statements, as claims.json. */
object ClaimsJson {
  val file = "claims.json"

  def render(claims: Vector[JudgedClaim]): String = ujson.write(Arr.from(claims.map(claim)), indent = 2) + "\n"

  private def claim(claim: JudgedClaim): Obj = Obj(
    "id" -> Str(claim.id),
    "experiment" -> Str(claim.statements.head.published.study),
    "verdict" -> Str(claim.verdict.name),
    "statements" -> Arr.from(claim.statements.map(statement))
  )

  private def statement(judged: JudgedStatement): Obj = Obj(
    "id" -> Str(judged.published.id),
    "experiment" -> Str(judged.published.study),
    "statement" -> Str(judged.published.text),
    "kind" -> Str(judged.published.kind.name),
    "criterion" -> Str(judged.published.criterion),
    "why" -> Str(judged.published.why),
    "expected" -> Str(judged.expected.name),
    "verdict" -> Str(judged.verdict.name),
    "evidence" -> Str(judged.judgement.evidence),
    "margin" -> judged.judgement.margin.fold[Value](Null)(margin => Num(margin.times)),
    "exploratory" -> Bool(judged.exploratory)
  )
}

/** Every statement as a JUnit test case: failed when its verdict is the opposite of the expected one, skipped when it
  * is undecided, untestable or not run.
  */
object ClaimsJunit {
  val file = "TEST-claims.xml"

  def render(statements: Vector[JudgedStatement]): String = Junit.render("claims", statements.map(testCase))

  private def testCase(judged: JudgedStatement): JunitCase = {
    val verdict = s"${judged.verdict.name}: ${judged.judgement.evidence}"
    val (truth, message) =
      if (judged.surprises) Truth.No -> s"expected ${judged.expected.name}, but $verdict"
      else if (Verdict.decided(judged.verdict)) Truth.Yes -> verdict
      else Truth.Undecided -> verdict
    JunitCase(judged.published.study, s"${judged.published.id}: ${judged.published.text}", truth, message)
  }
}
