package bottleneck.lab.explain.verdict

import bottleneck.lab.explain.page.ExampleResults._
import bottleneck.lab.explain.record.{Check, Result}
import bottleneck.lab.explain.theory.Prediction
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class UncertaintySpec extends AnyFlatSpec with Matchers {
  private val unchecked = oneInstance.copy(
    interval = None,
    validity = Vector(Check("parts", ok = true, ""))
  )

  private def off(check: String, size: Option[Double], ok: Boolean = false): Result =
    unchecked.copy(validity = unchecked.validity :+ Check(check, ok, "", size = size))

  private def parts(run: Result): Option[Map[String, Double]] =
    Uncertainty.of(run).map(_.parts.map(part => part.name -> part.standard).toMap)

  private def alone(run: Result): Option[Uncertainty] = Evidence.of(stored(run)).uncertainty(stored(run).head)

  "A budget" should "have the sample of the window, whose interval is of 95 %" in {
    val sampled = within(unchecked, half = 0.0196 * unchecked.total.throughput)
    parts(sampled).map(_(Uncertainty.sampling)).getOrElse(0.0) shouldBe 0.01 +- 1e-9
  }

  it should "have the size of each check, as likely anywhere within it" in {
    parts(off("steady", Some(0.3))).map(_("steady")).getOrElse(0.0) shouldBe 0.3 / math.sqrt(3) +- 1e-9
    parts(off("steady", Some(0.03), ok = true)).map(_.keySet) shouldBe Some(Set("steady"))
    parts(off("steady", None, ok = true)).map(_.keySet) shouldBe Some(Set.empty)
  }

  it should "add its parts in quadrature and name the largest" in {
    val both = off("steady", Some(0.3)).validity :+ Check("machine", ok = true, "", size = Some(0.4))
    val budget = Uncertainty.of(unchecked.copy(validity = both))
    budget.map(_.standard).getOrElse(0.0) shouldBe 0.5 / math.sqrt(3) +- 1e-9
    budget.map(_.expanded).getOrElse(0.0) shouldBe 1.96 * 0.5 / math.sqrt(3) +- 1e-9
    budget.flatMap(_.largest) shouldBe Some("machine")
  }

  it should "have what another run would differ by, more where the cores are the limit" in {
    def by(resource: String): Double = {
      val run = predicted(unchecked, Prediction(200, resource, ""))
      alone(run).map(_.standard).getOrElse(0.0)
    }
    by("cores") shouldBe 0.1 / math.sqrt(3) +- 1e-9
    by("threads") shouldBe 0.015 / math.sqrt(3) +- 1e-9
  }

  it should "not be there of an invalid run, nor where a disturbance has no size" in {
    Uncertainty.of(off("parts", Some(0.1))) shouldBe None
    Uncertainty.of(off("generator", None)) shouldBe None
    Uncertainty.of(off("machine", None, ok = true)).isDefined shouldBe true
  }

  "What runs differ by" should "be that of cores where nothing says what limits" in {
    BetweenRuns.of(oneInstance.copy(prediction = None)) shouldBe
      0.1 / math.sqrt(3) +- 1e-12
  }
}
