package bottleneck.lab.explain.verdict

import bottleneck.lab.explain.page.ExampleResults._
import bottleneck.lab.explain.record.{Check, Result, Speed, WorkSpeed}
import bottleneck.lab.explain.theory.Prediction
import java.nio.file.Path
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class UncertaintySpec extends AnyFlatSpec with Matchers {

  private val unchecked = oneInstance.copy(
    measured = oneInstance.measured.copy(interval = None),
    validity = Vector(Check("parts", ok = true, ""))
  )

  private def off(check: String, size: Option[Double], ok: Boolean = false): Result =
    unchecked.copy(validity = unchecked.validity :+ Check(check, ok, "", size = size))

  private def parts(run: Result): Option[Map[String, Double]] =
    Uncertainty.of(run).map(_.parts.map(part => part.name -> part.standard).toMap)

  /** Uncertainty from one run alone. */
  private def alone(run: Result): Option[Uncertainty] = {
    val stored = StoredResult(Path.of(run.run.id), run)
    Evidence.of(Vector(stored)).uncertainty(stored)
  }

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

  it should "have the machine's speed for the run against that for the others, where the cores are the limit" in {
    def at(speed: Double, resource: String): Result = {
      val work = WorkSpeed(Some(speed), None, None, None)
      val run = predicted(unchecked, Prediction(200, resource, ""))
      run.copy(machine = run.machine.copy(speed = Some(Speed(work, work, Vector.empty))))
    }
    def part(resource: String): Option[Double] = {
      val other = fiveInstances.copy(machine = at(0.64, resource).machine, expected = at(0.64, resource).expected)
      val runs = Vector(at(1.0, resource), other).map(run => StoredResult(Path.of(run.run.id), run))
      Evidence
        .of(runs)
        .uncertainty(runs.head)
        .flatMap(_.parts.find(_.name == Uncertainty.speedBetweenRuns))
        .map(_.standard)
    }
    // 1 and 0.64: their geometric mean is 0.8
    part("cores").getOrElse(0.0) shouldBe 0.25 / math.sqrt(3) +- 1e-9
    part("threads") shouldBe None
    alone(at(0.64, "cores")).map(_.parts.map(_.name)) shouldBe Some(Vector(Uncertainty.betweenRuns))
  }

  it should "not be there of an invalid run, nor where a disturbance has no size" in {
    Uncertainty.of(off("parts", Some(0.1))) shouldBe None
    Uncertainty.of(off("generator", None)) shouldBe None
    Uncertainty.of(off("machine", None, ok = true)).isDefined shouldBe true
  }

  private def by(resource: String): Result =
    predicted(oneInstance.copy(validity = Vector(Check("parts", ok = true, ""))), Prediction(195, resource, ""))

  /** Whose mean response times are `parts` of each other. */
  private def repeats(run: Result, parts: Double*): Variant = {
    val runs = parts.toVector.zipWithIndex.map { case (part, n) =>
      val times = run.total.latencyMs.map(latency => latency.copy(mean = 1000 * part))
      val result = run.copy(
        run = run.run.copy(id = s"run-$n"),
        measured = run.measured.copy(total = run.total.copy(latencyMs = times), interval = None)
      )
      StoredResult(Path.of(s"run-$n"), result)
    }
    Variant(run.run.variant, runs)
  }

  private val assumed = BetweenRuns.assumed

  "What runs differ by" should "be assumed before any run was repeated" in {
    BetweenRuns.of(Vector(repeats(by("cores"), 1), repeats(by("threads"), 1))) shouldBe assumed
    assumed.cores.standard shouldBe 0.1 / math.sqrt(3) +- 1e-12
    assumed.time.standard shouldBe 0.015 / math.sqrt(3) +- 1e-12
  }

  it should "be learned apart where cores are the limit and where time is" in {
    val alike = BetweenRuns.of(Vector(repeats(by("cores"), 1, 1, 1, 1, 1)))
    alike.cores.standard shouldBe assumed.cores.standard / math.sqrt(2) +- 1e-12
    alike.time shouldBe assumed.time
    BetweenRuns.of(Vector(repeats(by("threads"), 1, 1.2))).time.standard should be > 5 * assumed.time.standard
  }

  it should "come from sound runs alone, and of the same load" in {
    val unlike = repeats(by("cores"), 1, 2)
    val disturbed = unlike.copy(runs =
      unlike.runs.map(stored =>
        stored.copy(result = stored.result.copy(validity = Vector(Check("machine", ok = false, "", size = Some(0.1)))))
      )
    )
    BetweenRuns.of(Vector(disturbed)) shouldBe assumed
    val loads = unlike.copy(runs = unlike.runs.zipWithIndex.map { case (stored, n) =>
      val treatment = stored.result.treatment
      stored.copy(result = stored.result.copy(treatment = treatment.copy(load = treatment.load.copy(users = 100 + n))))
    })
    BetweenRuns.of(Vector(loads)) shouldBe assumed
  }

  it should "be that of cores where nothing says what limits" in {
    assumed.of(oneInstance.copy(expected = oneInstance.expected.copy(prediction = None))) shouldBe assumed.cores
    assumed.of(by("connections")) shouldBe assumed.time
  }
}
