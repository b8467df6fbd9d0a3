package bottleneck.lab.explain.verdict

import bottleneck.lab.explain.page.ExampleResults._
import bottleneck.lab.explain.record.{Check, Result}
import bottleneck.lab.explain.statistics.Outcome
import java.nio.file.Path
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class DrawsSpec extends AnyFlatSpec with Matchers {
  private val variant = oneInstance.run.variant
  private val throughput = oneInstance.total.throughput

  /** Result with a relative standard uncertainty of `part` only. */
  private def uncertain(run: Result, part: Double, isOk: Boolean = true): Result = run.copy(
    measured = run.measured.copy(interval = None),
    validity = Vector(Check("parts", ok = true, ""), Check("steady", isOk, "", size = Some(part * math.sqrt(3))))
  )

  private def answered(run: Result, total: Outcome): Result = run.copy(measured = run.measured.copy(total = total))

  private def judged(runs: Result*)(criterion: Evidence => Judgement): (Verdict, Option[Double]) =
    judgedAbout(None)(runs: _*)(criterion)

  private def judgedAbout(
      check: Option[String]
  )(runs: Result*)(criterion: Evidence => Judgement): (Verdict, Option[Double]) = {
    val judgement =
      alone(criterion, Evidence.of(runs.toVector.map(run => StoredResult(Path.of(run.run.id), run))), check)
    (judgement.verdict, judgement.agreement.map(_.share))
  }

  /** Judgement by draws, without other experiments. */
  private def alone(
      criterion: Evidence => Judgement,
      evidence: Evidence,
      about: Option[String] = None
  ): Judgement =
    Draws.judge(Statement("a/b", Verdict.Reproduced, criterion, about), evidence)

  private def atLeast(part: Double)(evidence: Evidence): Judgement =
    evidence
      .counted(variant)
      .fold(identity, run => Judgement.of(run.total.throughput >= part * throughput)(s"${run.total.throughput}/s"))

  "A verdict" should "stand where nearly all draws give it" in {
    judged(uncertain(oneInstance, 0.05))(atLeast(0.8)) shouldBe Verdict.Reproduced -> Some(1)
    judged(uncertain(oneInstance, 0.05))(atLeast(1.25)) shouldBe Verdict.Refuted -> Some(1)
  }

  it should "be undecided where the threshold is within what the run leaves open, on either side" in {
    val (above, mostlyAbove) = judged(uncertain(oneInstance, 0.05))(atLeast(0.95))
    above shouldBe Verdict.Undecided
    mostlyAbove.getOrElse(0.0) shouldBe 0.847 +- 0.04 // a lognormal factor above 0.95
    judged(uncertain(oneInstance, 0.05))(atLeast(1.05))._1 shouldBe Verdict.Undecided
    judged(uncertain(oneInstance, 0))(atLeast(0.96))._1 shouldBe Verdict.Reproduced
  }

  it should "rest on a disturbed run where there is no sound one, for as much as its size leaves" in {
    val disturbed = uncertain(oneInstance, 0.2, isOk = false)
    disturbed.isDisturbed shouldBe true
    judged(disturbed)(atLeast(0.3))._1 shouldBe Verdict.Reproduced
    judged(disturbed)(atLeast(0.9))._1 shouldBe Verdict.Undecided
    val sound = uncertain(oneInstance, 0.01)
    judged(disturbed.copy(run = sound.run.copy(id = "newer", startedAt = "2999-01-01T00:00:00Z")), sound)(
      atLeast(0.9)
    )._1 shouldBe Verdict.Reproduced
  }

  it should "draw two runs apart, but one run alike wherever it is judged" in {
    def faster(evidence: Evidence): Judgement =
      evidence.judge(variant, fiveInstances.run.variant)((one, five) =>
        Judgement.of(five.total.throughput > one.total.throughput)("compared")
      )
    val alike = answered(fiveInstances, oneInstance.total.copy(throughput = throughput * 1.001))
    judged(uncertain(oneInstance, 0.05), uncertain(alike, 0.05))(faster)._1 shouldBe Verdict.Undecided
    def itself(evidence: Evidence): Judgement = evidence.judge(variant, variant)((one, same) =>
      Judgement.of(one.total.throughput == same.total.throughput)("itself")
    )
    judged(uncertain(oneInstance, 0.05))(itself) shouldBe Verdict.Reproduced -> None
  }

  it should "not come from a disturbed run where nothing that it looks at is drawn" in {
    def noFailure(evidence: Evidence): Judgement =
      evidence.counted(variant).fold(identity, run => Judgement.of(run.total.ko == 0)(s"${run.total.ko} failed"))
    judged(uncertain(oneInstance, 0.05))(noFailure) shouldBe Verdict.Reproduced -> None
    judged(uncertain(oneInstance, 0.05, isOk = false))(noFailure) shouldBe Verdict.Undecided -> None
    def told(evidence: Evidence): Judgement = evidence
      .counted(variant)
      .fold(identity, run => Judgement.of(run.total.ko == 0)(s"${run.total.ko} failed at ${run.total.throughput}/s"))
    judged(uncertain(oneInstance, 0.05))(told) shouldBe Verdict.Reproduced -> None
    judged(uncertain(oneInstance, 0.05, isOk = false))(told) shouldBe Verdict.Undecided -> None
    val elsewhere = uncertain(fiveInstances, 0.05, isOk = false)
    judged(uncertain(oneInstance, 0.05), elsewhere)(noFailure) shouldBe Verdict.Reproduced -> None
  }

  it should "come from a run that is disturbed by nothing but the check which is judged" in {
    def isSteady(evidence: Evidence): Judgement = Judgement.of(
      evidence.variants.flatMap(_.runs).map(_.result).filter(_.valid).flatMap(_.validity).forall(_.ok)
    )("checked")
    val drifting = uncertain(oneInstance, 0.05, isOk = false)
    val slowed = drifting.copy(validity = drifting.validity :+ Check("machine", ok = false, "", size = Some(0.1)))
    val about = judgedAbout(Some("steady")) _
    judged(drifting)(isSteady) shouldBe Verdict.Undecided -> None
    about(Seq(drifting))(isSteady) shouldBe Verdict.Refuted -> None
    about(Seq(slowed))(isSteady) shouldBe Verdict.Undecided -> None
    about(Seq(uncertain(oneInstance, 0.05)))(isSteady) shouldBe Verdict.Reproduced -> None
  }

  /** One night: of both variants the runs with these throughputs, as parts of the first one's. */
  private def byPairs(of: Double*)(others: Double*): Evidence = Evidence.of(
    (night(oneInstance, of) ++ night(fiveInstances, others)).map(run => StoredResult(Path.of(run.run.id), run))
  )

  private def night(variant: Result, parts: Seq[Double], isOk: Boolean = true): Vector[Result] =
    parts.toVector.zipWithIndex.map { case (part, n) =>
      val run = uncertain(variant, 0.1, isOk)
      answered(
        run.copy(run = run.run.copy(id = s"${run.run.id}-$n", identity = run.run.identity.copy(repeat = n + 1))),
        oneInstance.total.copy(throughput = part * throughput)
      )
    }

  private def less(evidence: Evidence): Judgement =
    evidence.byPairs(variant, fiveInstances.run.variant)(run => Some(run.total.throughput))((one, five) =>
      Verdict.of(one < five)
    )((these, those) => s"${these.size} and ${those.size}")

  it should "stand by pairs of runs alone, however uncertain each of them is" in {
    val judgement = alone(less, byPairs(0.97, 0.98, 0.99, 1)(1.01, 1.02, 1.03, 1.04))
    judgement shouldBe Judgement(
      Verdict.Reproduced,
      "4 and 4",
      Some(Agreement.OfPairs(Verdict.Reproduced, 16, 4, 4))
    )
    alone(less, byPairs(1.01, 1.02, 1.03, 1.04)(0.97, 0.98, 0.99, 1)).verdict shouldBe Verdict.Refuted
    alone(less, byPairs(0.97, 0.98, 0.99, 1.015)(1.01, 1.02, 1.03, 1.04)).verdict shouldBe Verdict.Undecided
    alone(less, byPairs(0.97, 0.98, 0.99)(1.01, 1.02, 1.03)).verdict shouldBe Verdict.Undecided
  }

  it should "not come from pairs of disturbed runs, nor from those of one variant" in {
    val disturbed =
      night(oneInstance, Seq(0.97, 0.98, 0.99, 1), isOk = false) ++ night(fiveInstances, Seq(1.01, 1.02, 1.03, 1.04))
    val evidence = Evidence.of(disturbed.map(run => StoredResult(Path.of(run.run.id), run)))
    less(evidence).verdict shouldBe Verdict.Reproduced
    alone(less, evidence).verdict shouldBe Verdict.Undecided
    alone(less, byPairs(0.97, 0.98, 0.99, 1)()).verdict shouldBe Verdict.NotRun
  }
}
