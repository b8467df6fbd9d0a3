package bottleneck

import bottleneck.lab.claims.verdict._
import bottleneck.lab.figures.{Estimate, Expr, Reference, Truth}
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

/** The criteria of data/claims.csv, tried on the committed results with their numbers moved. */
class StatementsSpec extends AnyFlatSpec with Matchers {
  private val factors = Vector(0.0, 0.01, 0.2, 0.5, 2.0, 5.0, 100.0)

  private lazy val findings: Findings = {
    val found = ResultFiles.committed(Checkout.project.resolve("docs/results"))
    Findings.of(found, Studies.found, Checkout.published)
  }

  /** The numbers with one of them moved, what is 0 to 100 times the factor. */
  private def moved(values: Expr.Values, reference: Reference, factor: Double): Expr.Values = {
    def move(value: Double): Double = if (value == 0) 100 * factor else value * factor
    Expr.Values(
      values.of.updated(reference, values(reference).map(of => Estimate(move(of.value)))),
      ofEach = of => if (of == reference) values.ofEach(of).map(move) else values.ofEach(of)
    )
  }

  private def turns(criterion: Criterion, values: Expr.Values): Boolean = {
    val truth = criterion.expr.judge(values.copy(errors = Vector.empty)).truth
    val other = if (truth == Truth.Yes) Truth.No else Truth.Yes
    criterion.expr.references.exists(reference =>
      factors.exists(factor => criterion.expr.judge(moved(values, reference, factor)).truth == other)
    )
  }

  "A verdict" should "turn when one number of its criterion moves" in {
    val constants = for {
      study <- findings.experiments
      judged <- study.statements.filter(_.isDecided)
      criterion <- Criterion.parse(study.study.id, judged.published.criterion).toOption
      values <- criterion.values(of => if (of == study.study.id) study.evidence else evidence(of)).toOption
      if !turns(criterion, values)
    } yield judged.published.id
    constants shouldBe Vector(
      // they ask for two numbers at once
      "pools/threads-8#no-use",
      "tomcat/ready-threads#context-switches",
      "tuning/five-instances#scheduling"
    )
  }

  private def evidence(study: String): Evidence =
    findings.experiments.find(_.study.id == study).fold(Evidence.none)(_.evidence)
}
