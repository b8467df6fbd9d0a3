package bottleneck.lab.explain.page

import bottleneck.lab.explain.verdict.{Agreement, JudgedClaim, JudgedStatement, Verdict}
import bottleneck.lab.model.{Junit, JunitCase, Truth}
import ujson.{Arr, Bool, Null, Num, Obj, Str, Value}

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
    "agreement" -> judged.judgement.agreement.fold[Value](Null)(agreement),
    "exploratory" -> Bool(judged.exploratory)
  )

  private def agreement(all: Agreement): Obj = Obj(
    "share" -> Num(all.share),
    "needed" -> Num(Agreement.needed)
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
