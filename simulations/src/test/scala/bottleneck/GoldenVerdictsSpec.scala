package bottleneck

import bottleneck.lab.Simulations
import bottleneck.lab.explain.verdict._
import bottleneck.lab.model.Text
import org.scalatest.flatspec.AnyFlatSpec

/** Verdict, agreement and evidence of every statement over docs/results, as the documents have them. */
class GoldenVerdictsSpec extends AnyFlatSpec with Approved {
  "The verdicts over docs/results" should "be those that were approved" in {
    val found = ResultFiles.committed(Checkout.project.resolve("docs/results"))
    val statements = Findings.of(found, Simulations.studies, Checkout.published).statements
    val header = Vector("id", "experiment", "verdict", "agreement", "exploratory", "evidence")
    val lines = (header +: statements.map(row)).map(_.mkString("", "\t", "\n"))
    compare("verdicts", Map("verdicts.tsv" -> lines.mkString))
  }

  private def row(judged: JudgedStatement): Vector[String] = Vector(
    judged.published.id,
    judged.published.study,
    judged.verdict.name,
    judged.judgement.agreement.fold("-")(agreement),
    if (judged.exploratory) "exploratory" else "-",
    judged.judgement.evidence.replaceAll("\\s+", " ")
  )

  /** Draws have a fixed seed, so their share is exact. */
  private def agreement(of: Agreement): String = Text.text("%s, draws %.4f", of.verdict.name, of.share)
}
