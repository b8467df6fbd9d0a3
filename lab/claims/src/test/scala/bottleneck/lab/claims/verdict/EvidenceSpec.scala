package bottleneck.lab.claims.verdict

import bottleneck.lab.claims.page.ExampleResults._
import bottleneck.lab.claims.page.ExampleStudies._
import bottleneck.lab.figures.Check
import bottleneck.lab.figures.record.Result
import bottleneck.lab.figures.theory.Limit
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class EvidenceSpec extends AnyFlatSpec with Matchers {

  "Evidence" should "hold the runs that compare with the newest" in {
    val other = oneInstance.copy(machine = oneInstance.machine.copy(cpus = 8))
    val full = identified(fiveInstances)(_.copy(scale = "full"))
    val again = result("random-latency", "1 instance", oneInstance.total, minutes = 9)
    val evidence = Evidence.of(stored(other, full, oneInstance, again))
    evidence.variants.map(variant => variant.name -> variant.runs.map(_.result)) shouldBe
      Vector("1 instance" -> Vector(again, oneInstance))
  }

  "Evidence" should "be of the newest sound run's scale, so that another one takes no verdict away" in {
    val late = result("random-latency", "1 instance", oneInstance.total, minutes = 9)
    val full = identified(late)(_.copy(scale = "full"))
    val carriedNot = objected(full, "carried", "all cores busy")
    def newest(results: Result*): Vector[Result] = Evidence.of(stored(results: _*)).variants.map(_.shown)
    newest(oneInstance, full) shouldBe Vector(full)
    newest(oneInstance, carriedNot) shouldBe Vector(oneInstance)
    newest(objected(oneInstance, "machine", "busy"), carriedNot) shouldBe Vector(carriedNot)
    Evidence.of(stored(oneInstance, carriedNot)).beside.map(_.shown) shouldBe Vector(carriedNot)
  }

  it should "take the run with the median response time of those that count and were loaded alike" in {
    def ran(p50: Long, minutes: Int): Result =
      result("random-latency", "1 instance", outcome(190, latency(p50.toDouble, 7000, 8000)), minutes)
    val (slow, middle, quick) = (ran(6000, 3), ran(5000, 1), ran(4000, 2))
    val disturbed = objected(ran(9000, 4), "machine", "busy")
    val plain = ran(1000, 0)
    val other = plain.copy(load = slow.load.copy(users = 7))
    Evidence.of(stored(slow, middle, quick, disturbed, other)).counted("1 instance").map(_.shown) shouldBe Right(middle)
    Evidence.of(stored(slow, quick)).counted("1 instance").map(_.shown) shouldBe Right(slow)
    Evidence.of(stored(disturbed)).variants.map(_.shown) shouldBe Vector(disturbed)
  }

  it should "give the newest run that counts, or say why there is none" in {
    val late = objected(result("random-latency", "1 instance", oneInstance.total, minutes = 9), "machine", "busy")
    Evidence.of(stored(late, oneInstance)).counted("1 instance").map(_.shown) shouldBe Right(oneInstance)
    Evidence.of(stored(late)).counted("1 instance") shouldBe
      Left(Judgement.undecided("no run of '1 instance' counts: 1 run was disturbed (machine): run it again"))
    Evidence.of(stored(late)).counted("2 instances").left.map(_.verdict) shouldBe Left(Verdict.NotRun)
    Evidence.of(Vector.empty).variants shouldBe empty
  }

  it should "be at hand for the claims of other experiments" in {
    val elsewhere = Evidence.of(stored(fiveInstances)).among(Map(randomLatency.id -> Evidence.of(stored(oneInstance))))
    elsewhere.within("own")(randomLatency.id).variants.map(_.shown) shouldBe Vector(oneInstance)
    elsewhere.within("own")("journal").variants shouldBe empty
    val full = Evidence.of(stored(identified(oneInstance)(_.copy(scale = "full"))))
    val of = Evidence.of(stored(fiveInstances)).among(Map(randomLatency.id -> full))
    of.within("own")(randomLatency.id).variants shouldBe empty
  }

  it should "say of a variant without a run why it was skipped: it cannot be tested here" in {
    val skip = Skip(randomLatency.id, "5 instances", "HAProxy is not installed.", "2026-03-01T09:30:00Z")
    val evidence = Evidence.of(stored(oneInstance), skips = Vector(skip, skip.copy(variant = "1 instance")))
    evidence.skipped shouldBe Vector(skip)
    evidence.counted("5 instances") shouldBe Left(Judgement(Verdict.Untestable, "HAProxy is not installed."))
    evidence.counted("1 instance").map(_.shown) shouldBe Right(oneInstance)
    evidence.counted("2 instances").left.map(_.verdict) shouldBe Left(Verdict.NotRun)
    Evidence.of(Vector.empty, skips = Vector(skip)).counted("5 instances").left.map(_.verdict) shouldBe
      Left(Verdict.Untestable)
  }
}

class UncertaintySpec extends AnyFlatSpec with Matchers {
  private val unchecked = oneInstance.copy(interval = None, checks = Vector(Check("parts", passed = true, "")))

  private def off(check: String, size: Option[Double], ok: Boolean = false): Result =
    unchecked.copy(checks = unchecked.checks :+ Check(check, ok, "", size = size))

  private def parts(run: Result): Option[Map[String, Double]] =
    Uncertainty.of(run).map(_.parts.map(part => part.name -> part.standard).toMap)

  private def alone(run: Result): Option[Uncertainty] = stored(run).head.uncertaintyOfRepeats

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
    val both = off("steady", Some(0.3)).checks :+ Check("machine", passed = true, "", size = Some(0.4))
    val budget = Uncertainty.of(unchecked.copy(checks = both))
    budget.map(_.standard).getOrElse(0.0) shouldBe 0.5 / math.sqrt(3) +- 1e-9
    budget.map(_.expanded).getOrElse(0.0) shouldBe 1.96 * 0.5 / math.sqrt(3) +- 1e-9
    budget.flatMap(_.largest) shouldBe Some("machine")
  }

  it should "have what another run would differ by, more where the cores are the limit" in {
    def by(resource: String): Double = {
      val run = predicted(unchecked, Limit(200, resource, ""))
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
    Uncertainty.betweenRuns(oneInstance.copy(prediction = None)) shouldBe 0.1 / math.sqrt(3) +- 1e-12
  }
}
