package bottleneck.lab.claims.verdict

import bottleneck.lab.claims.page.ExampleResults._
import bottleneck.lab.figures.record.{Result, SharedRun, TurnsResult}
import bottleneck.lab.figures.{Check, Estimate, Metrics, Numbers}
import java.nio.file.Path
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class CriterionSpec extends AnyFlatSpec with Matchers {
  private val throughput = oneInstance.total.throughput

  /** Result with a relative standard uncertainty of `part` only. */
  private def uncertain(run: Result, part: Double, isOk: Boolean = true): Result = run.copy(
    interval = None,
    checks = Vector(Check("parts", passed = true, ""), Check("steady", isOk, "", size = Some(part * math.sqrt(3))))
  )

  private def answering(run: Result, rate: Double): Result =
    run.copy(total = run.total.copy(values = run.total.values.updated(Metrics.throughput.name, Estimate(rate))))

  private def evidence(runs: Result*): Evidence =
    Evidence.of(runs.toVector.zipWithIndex.map { case (run, n) =>
      StoredResult(Path.of(s"$n"), run.copy(run = run.run.copy(id = s"${run.run.id}-$n")))
    })

  private def judged(text: String, own: Evidence, others: Map[String, Evidence] = Map.empty): Judgement =
    Criterion
      .parse("random-latency", text)
      .fold(problem => fail(problem.sentence), _.judge(study => (others + ("random-latency" -> own))(study)))

  /** Verdict and, to two decimals, the margin. */
  private def margin(text: String, runs: Result*): (Verdict, Option[Double]) = {
    val judgement = judged(text, evidence(runs: _*))
    (judgement.verdict, judgement.margin.map(of => (of.times * 100).round / 100.0))
  }

  private def atLeast(part: Double): String = s"throughput[1 instance] >= ${part * throughput}/s"

  "A verdict" should "stand where the whole interval gives it, and say its numbers" in {
    // by hand: 1 − e^(−1.96 × 0.05) and 1 − e^(−1.96 × 0.015 ÷ √3), in squares, are 0.0949
    margin(atLeast(0.8), uncertain(oneInstance, 0.05)) shouldBe Verdict.Reproduced -> Some(2.11)
    margin(atLeast(1.25), uncertain(oneInstance, 0.05)) shouldBe Verdict.Refuted -> Some(2.4)
    judged("throughput[1 instance] > 100/s", evidence(oneInstance)).evidence shouldBe
      "throughput[1 instance] = 193.6/s > 100/s"
  }

  it should "be undecided where the threshold is within what the run leaves open, on either side" in {
    margin(atLeast(0.95), uncertain(oneInstance, 0.05)) shouldBe Verdict.Undecided -> Some(0.53)
    margin(atLeast(1.05), uncertain(oneInstance, 0.05)) shouldBe Verdict.Undecided -> Some(0.48)
    margin(atLeast(0.96), uncertain(oneInstance, 0))._1 shouldBe Verdict.Reproduced
    // no interval is so narrow that it would decide
    margin(atLeast(1), uncertain(oneInstance, 0.05)) shouldBe Verdict.Undecided -> None
  }

  it should "rest on a disturbed run for as much as its size leaves, and not where nothing is uncertain" in {
    val disturbed = uncertain(oneInstance, 0.2, isOk = false)
    margin(atLeast(0.3), disturbed)._1 shouldBe Verdict.Reproduced
    margin(atLeast(0.9), disturbed)._1 shouldBe Verdict.Undecided
    margin("failed[1 instance] = 0", disturbed) shouldBe Verdict.Undecided -> None
    margin("failed[1 instance] = 0", uncertain(oneInstance, 0.05)) shouldBe Verdict.Reproduced -> None
  }

  it should "take two runs as apart, and one run as alike wherever it is looked at" in {
    val alike = answering(fiveInstances, throughput * 1.001)
    margin(
      "throughput[5 instances] > throughput[1 instance]",
      uncertain(oneInstance, 0.05),
      uncertain(alike, 0.05)
    )._1 shouldBe Verdict.Undecided
    margin("throughput[1 instance] = throughput[1 instance]", uncertain(oneInstance, 0.05)) shouldBe
      Verdict.Reproduced -> None
  }

  it should "take the ratio of a run by turns as well known as its pairs are" in {
    // 5 % apart: runs at other times may differ by that, slices of one run do not
    val less = answering(fiveInstances, throughput * 0.95)
    val text = "throughput[1 instance] > throughput[5 instances]"
    val apart = Vector(oneInstance, less).map(uncertain(_, 0).copy(prediction = None))
    margin(text, apart: _*)._1 shouldBe Verdict.Undecided
    def byTurns(halfWidth: Double): Vector[Result] =
      apart.map(_.copy(shared = Some(SharedRun("by-turns", Some(halfWidth)))))
    margin(text, byTurns(halfWidth = 0.01): _*)._1 shouldBe Verdict.Reproduced
    margin(text, byTurns(halfWidth = 0.1): _*)._1 shouldBe Verdict.Undecided
  }

  it should "compare variants of one run by turns, whatever run of each is the typical one" in {
    def run(of: Result, id: String, rate: Double, started: String): Result =
      uncertain(answering(of, rate), 0)
        .copy(prediction = None, shared = Some(SharedRun(id, Some(0.01))), run = of.run.copy(startedAt = started))
    val (early, late) = ("2026-11-26T10:00:00Z", "2026-11-26T11:00:00Z")
    // in the later run the machine is half as fast; the newest run of one of them is of another pair
    val runs = evidence(
      run(oneInstance, "first", 100, early),
      run(fiveInstances, "first", 200, early),
      run(oneInstance, "second", 50, late),
      run(fiveInstances, "second", 100, late),
      run(fiveInstances, "of another pair", 400, "2026-11-26T12:00:00Z")
    )
    judged("throughput[5 instances] ÷ throughput[1 instance] in 1.9 .. 2.1", runs).verdict shouldBe Verdict.Reproduced
  }

  it should "be undecided unless what is given holds, or where a number is missing" in {
    margin("failed[1 instance] = 0 given throughput[1 instance] < 1/s", oneInstance)._1 shouldBe Verdict.Undecided
    margin("build[1 instance] > 0", oneInstance)._1 shouldBe Verdict.Undecided
    judged("failed[2 instances] = 0", evidence(oneInstance)).verdict shouldBe Verdict.NotRun
  }

  it should "look at other studies, at all runs of a variant and at all numbers of a sweep" in {
    val runs = evidence(answering(oneInstance, 100), answering(oneInstance, 120), answering(oneInstance, 110))
    judged("min throughput[1 instance] < 108/s and max throughput[1 instance] > 112/s", runs).verdict shouldBe
      Verdict.Reproduced
    judged("median throughput[1 instance] in 103/s .. 117/s and runs[1 instance] = 3", runs).verdict shouldBe
      Verdict.Reproduced
    judged("throughput[other: 5 instances] > 1/s", runs, Map("other" -> evidence(fiveInstances))).verdict shouldBe
      Verdict.Reproduced
    judged("all # in 1, 2: failed[# instance] = 0", runs).verdict shouldBe Verdict.NotRun
  }

  it should "come from the interval that spans those of all runs by turns" in {
    def verdict(all: TurnsResult*): Verdict =
      judged("turns[A ÷ B] > 1.1", Evidence.of(Vector.empty, turns = all.toVector)).verdict
    verdict(turns(1.2, 1.4)) shouldBe Verdict.Reproduced
    verdict(turns(0.9, 1.05)) shouldBe Verdict.Refuted
    verdict(turns(1.0, 1.2)) shouldBe Verdict.Undecided
    verdict(turns(1.2, 1.4), turns(0.9, 1.05)) shouldBe Verdict.Undecided
    val ofAnotherMachine = turns(0.9, 1.05).copy(cpus = 8, startedAt = "2026-02-01T09:30:00Z")
    verdict(turns(1.2, 1.4), ofAnotherMachine) shouldBe Verdict.Reproduced
    verdict() shouldBe Verdict.NotRun
  }

  "Pairs of runs" should "decide where nearly all say the same" in {
    def less(these: Double*)(those: Double*): Verdict = judged(
      "pairs of throughput[1 instance] < throughput[5 instances]",
      evidence(these.map(answering(oneInstance, _)) ++ those.map(answering(fiveInstances, _)): _*)
    ).verdict
    less(97, 98, 99, 100)(101, 102, 103, 104) shouldBe Verdict.Reproduced
    less(101, 102, 103, 104)(97, 98, 99, 100) shouldBe Verdict.Refuted
    less(97, 98, 99, 101.5)(101, 102, 103, 104) shouldBe Verdict.Undecided
    less(97, 98, 99)(101, 102, 103) shouldBe Verdict.Undecided
    less(97, 98, 99, 100)() shouldBe Verdict.NotRun
  }

  they should "not decide by disturbed runs, whose spread is not that of undisturbed ones" in {
    def less(isOk: Boolean, condition: String = ""): (Verdict, Option[Double]) = margin(
      s"pairs of throughput[1 instance] < throughput[5 instances]$condition",
      (97 to 100).map(rate => answering(uncertain(oneInstance, 0.05, isOk), rate.toDouble)) ++
        (103 to 106).map(rate => answering(uncertain(fiveInstances, 0.05, isOk), rate.toDouble)): _*
    )
    less(isOk = true) shouldBe Verdict.Reproduced -> None
    less(isOk = false) shouldBe Verdict.Undecided -> None
    less(isOk = false, " given throughput[1 instance] > 10/s")._1 shouldBe Verdict.Undecided
    // the margin of what stands beside them is not that of the whole
    less(isOk = true, " and throughput[1 instance] > 50/s") shouldBe Verdict.Reproduced -> None
    less(isOk = true, " or throughput[1 instance] > 150/s") shouldBe Verdict.Reproduced -> None
  }

  "Metrics" should "each have a name of their own" in {
    val names = RunMetrics.all.map(_.name)
    names.diff(names.distinct) shouldBe empty
  }

  "A criterion" should "be refused that names no metric, or pairs of one variant" in {
    def sentence(text: String): String = Criterion.parse("a", text).fold(_.sentence, of => fail(s"$of"))
    sentence("througput[1 instance] > 1") should include("throughput")
    sentence("pairs of p99[A] < 1 s") should include("pairs are of two variants")
  }
}

class SentenceSpec extends AnyFlatSpec with Matchers {
  private def said(sentence: Sentence, runs: Result*): Option[String] = {
    val evidence = Evidence.of(stored(runs: _*))
    sentence.in("random-latency", study => if (study == "random-latency") evidence else Evidence.none)
  }

  "A sentence" should "have its numbers, each in its unit" in {
    said(
      "{throughput[5 instances]}, {throughput[5 instances] ÷ throughput[1 instance]} times.",
      oneInstance,
      fiveInstances
    ) shouldBe
      Some("977.0/s, 5.05 times.")
    said("By {max[1 instance]}, {failed[1 instance] ÷ ok[1 instance] as %}.", oneInstance) shouldBe
      Some("By 7.10\u202fs, 0.0\u202f%.")
    said("{throughput[1 instance] × mean[1 instance] as whole} users {and more}", oneInstance) shouldBe None
  }

  it should "compute by Little's law" in {
    val mean = oneInstance.total.latencyMs.fold(0.0)(_.mean)
    val users = math.ceil(oneInstance.total.throughput * mean / 1000).toInt
    said("{users[1 instance] + 0.4 as whole}, {users[1 instance] + 0.4 as count}", oneInstance) shouldBe
      Some(s"${Numbers.count(oneInstance.load.users + 1L)}, ${Numbers.count(oneInstance.load.users.toLong)}")
    said("{throughput[1 instance] × mean[1 instance] as whole}", oneInstance) shouldBe Some(Numbers.count(users.toLong))
  }

  it should "not be said without one of its numbers, or where its condition is not shown" in {
    said("{throughput[5 instances]}", oneInstance) shouldBe None
    said("{build[1 instance]}", oneInstance) shouldBe None
    said(Sentence("Yes.", when = "throughput[1 instance] > 100/s"), oneInstance) shouldBe Some("Yes.")
    said(Sentence("Yes.", when = "throughput[1 instance] > 300/s"), oneInstance) shouldBe None
    said(Sentence("Yes.", when = "throughput[5 instances] > 100/s"), oneInstance) shouldBe None
  }

  it should "say what is wrong in it, and what it names" in {
    val wrong = Sentence("{througput[1 instance]}", when = "p99[1 instance]")
    wrong.problems("random-latency").mkString should (include("throughput") and include("is no condition"))
    Sentence("{p99[a | PUT /b/{id}]} {p99[c: d]}", when = "ok[e] > 1").places("f") shouldBe
      Vector("f" -> "a", "c" -> "d", "f" -> "e")
  }
}
