package bottleneck.lab.explain.page

import bottleneck.lab.explain.page.JunitCase.Status
import bottleneck.lab.explain.verdict.{JudgedStatement, Verdict}

/** Every statement as a JUnit test case: failed when its verdict is the opposite of the expected one, skipped when it
  * is undecided, untestable or not run.
  */
object ClaimsJunit {
  val file = "TEST-claims.xml"

  def render(statements: Vector[JudgedStatement]): String = JunitXml.render("claims", statements.map(testCase))

  private def testCase(judged: JudgedStatement): JunitCase =
    JunitCase(judged.experiment, s"${judged.published.id}: ${judged.published.text}", outcome(judged))

  private def outcome(judged: JudgedStatement): Status = {
    val verdict = s"${judged.verdict.name}: ${judged.judgement.evidence}"
    if (judged.surprises) Status.Failed(s"expected ${judged.expected.name}, but $verdict")
    else if (Verdict.decided(judged.verdict)) Status.Passed
    else Status.Skipped(verdict)
  }
}
