package bottleneck.lab.explain.verdict

import bottleneck.lab.explain.page.ExampleResults
import bottleneck.lab.explain.page.ExampleResults._
import bottleneck.lab.explain.page.ExampleStudies._
import bottleneck.lab.explain.record.{Result, TurnsFigure, TurnsResult}
import bottleneck.lab.statistics.Interval
import java.nio.file.Path
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class EvidenceSpec extends AnyFlatSpec with Matchers {

  private def stored(results: Result*): Vector[StoredResult] =
    results.toVector.map(result => StoredResult(Path.of(result.run.id), result))

  "Evidence" should "hold the runs that compare with the newest" in {
    val other = oneInstance.copy(machine = oneInstance.machine.copy(cpus = 8))
    val full =
      fiveInstances.copy(run = fiveInstances.run.copy(identity = fiveInstances.run.identity.copy(scale = "full")))
    val again = result("random-latency", "1 instance", oneInstance.total, minutes = 9)
    val evidence = Evidence.of(stored(other, full, oneInstance, again))
    evidence.variants.map(variant => variant.name -> variant.runs.map(_.result)) shouldBe
      Vector("1 instance" -> Vector(again, oneInstance))
  }

  private def turns(low: Double, high: Double, startedAt: String = "2026-11-26T00:00:00Z"): TurnsResult = {
    val figure = TurnsFigure(TurnsResult.throughput, 2, 1, (low + high) / 2, low, high)
    TurnsResult(
      startedAt,
      "a",
      "large",
      "small",
      startedAt,
      "quick",
      2,
      None,
      None,
      Vector(figure),
      Vector(Vector(2, 1))
    )
  }

  "Evidence" should "be of the newest sound run's scale, so that another one takes no verdict away" in {
    val late = result("random-latency", "1 instance", oneInstance.total, minutes = 9)
    val full = late.copy(run = late.run.copy(identity = late.run.identity.copy(scale = "full")))
    val carriedNot = objected(full, "carried", "all cores busy")
    def newest(results: Result*): Vector[Result] = Evidence.of(stored(results: _*)).variants.map(_.shown)
    newest(oneInstance, full) shouldBe Vector(full)
    newest(oneInstance, carriedNot) shouldBe Vector(oneInstance)
    newest(objected(oneInstance, "machine", "busy"), carriedNot) shouldBe Vector(carriedNot)
    Evidence.of(stored(oneInstance, carriedNot)).beside.map(_.shown) shouldBe Vector(carriedNot)
  }

  it should "take the run with the median response time of those that count and were loaded alike" in {
    def ran(p50: Long, minutes: Int): Result =
      result("random-latency", "1 instance", outcome(190, latency(p50, 7000, 8000)), minutes)
    val (slow, middle, quick) = (ran(6000, 3), ran(5000, 1), ran(4000, 2))
    val disturbed = objected(ran(9000, 4), "machine", "busy")
    val plain = ran(1000, 0)
    val other = plain.copy(treatment = plain.treatment.copy(load = slow.load.copy(users = 7)))
    Evidence.of(stored(slow, middle, quick, disturbed, other)).counted("1 instance") shouldBe Right(middle)
    Evidence.of(stored(slow, quick)).counted("1 instance") shouldBe Right(slow)
    Evidence.of(stored(disturbed)).variants.map(_.shown) shouldBe Vector(disturbed)
  }

  it should "give the newest run that counts, or say why there is none" in {
    val late = objected(result("random-latency", "1 instance", oneInstance.total, minutes = 9), "machine", "busy")
    Evidence.of(stored(late, oneInstance)).counted("1 instance") shouldBe Right(oneInstance)
    Evidence.of(stored(late)).counted("1 instance") shouldBe
      Left(Judgement.undecided("no run of '1 instance' counts: 1 run was disturbed (machine): run it again"))
    Evidence.of(stored(late)).counted("2 instances").left.map(_.verdict) shouldBe Left(Verdict.NotRun)
    Evidence.of(Vector.empty).variants shouldBe empty
  }

  it should "be at hand for the claims of other experiments" in {
    val elsewhere = Evidence.of(stored(fiveInstances)).among(Map(randomLatency.id -> Evidence.of(stored(oneInstance))))
    elsewhere.in(randomLatency).typical shouldBe Vector(oneInstance)
    elsewhere.in(journal).variants shouldBe empty
    Evidence.none.in(randomLatency).variants shouldBe empty
    val full = Evidence.of(
      stored(oneInstance.copy(run = oneInstance.run.copy(identity = oneInstance.run.identity.copy(scale = "full"))))
    )
    Evidence.of(stored(fiveInstances)).among(Map(randomLatency.id -> full)).in(randomLatency).variants shouldBe empty
  }

  it should "take a ratio by turns where all comparable runs agree" in {
    val newest = turns(0.9, 1.1, "2026-11-27T00:00:00Z")
    def agreed(runs: TurnsResult*): Option[Double] =
      Evidence.of(Vector.empty, turns = runs.toVector).agreedByTurns("large", "small").map(_.low)
    agreed(turns(1, 1.2), newest) shouldBe Some(0.9)
    agreed(turns(2, 2), newest) shouldBe None
    agreed(turns(2, 2).copy(cpus = 8), newest) shouldBe Some(0.9)
  }

  it should "say of a variant without a run why it was skipped: it cannot be tested here" in {
    val skip = Skip(randomLatency.id, "5 instances", "HAProxy is not installed.", "2026-03-01T09:30:00Z")
    val evidence = Evidence.of(stored(oneInstance), skips = Vector(skip, skip.copy(variant = "1 instance")))
    evidence.skipped shouldBe Vector(skip)
    evidence.counted("5 instances") shouldBe Left(Judgement(Verdict.Untestable, "HAProxy is not installed."))
    evidence.counted("1 instance") shouldBe Right(oneInstance)
    evidence.counted("2 instances").left.map(_.verdict) shouldBe Left(Verdict.NotRun)
    Evidence
      .of(Vector.empty, skips = Vector(skip))
      .counted("5 instances")
      .left
      .map(_.verdict) shouldBe Left(Verdict.Untestable)
  }

  private def run(size: Int, throughput: Double, ko: Long = 0, half: Double = 0): Result = {
    val total = ExampleResults.outcome(throughput, ExampleResults.latency(100, 200, 300)).copy(ko = ko)
    val result = ExampleResults.result("pool", s"$size connections", total)
    ExampleResults.numbered(
      result.copy(measured =
        result.measured
          .copy(interval = Option.when(half > 0)(Interval(throughput, throughput - half, throughput + half, 10, 0.95)))
      ),
      "connections",
      size.toDouble
    )
  }

  private def sweep(runs: Result*): Sweep =
    Sweep.of(Evidence.of(runs.toVector.map(run => StoredResult(Path.of(run.run.id), run))))

  private def sizes(runs: Option[Result]*): Vector[Option[Double]] = runs.toVector.map(_.map(Sweep.size))

  private val pools = sweep(run(20, 165, half = 3), run(5, 42, ko = 94), run(10, 82, ko = 88), run(30, 166, half = 3))

  "A sweep" should "be in the order of its sizes, of sound runs with a number only" in {
    pools.points shouldBe Vector(5.0 -> 42.0, 10.0 -> 82.0, 20.0 -> 165.0, 30.0 -> 166.0)
    sweep(
      ExampleResults.objected(run(5, 42), "x", "y"),
      ExampleResults.result("pool", "10 connections", run(10, 82).total)
    ).runs shouldBe empty
  }

  it should "find the smallest size that meets a target and fails nothing" in {
    sizes(pools.smallest(150), pools.smallest(42), pools.smallest(200)) shouldBe Vector(Some(20.0), Some(20.0), None)
  }

  it should "take the smallest of those that cannot be told from the best" in {
    sizes(pools.smallestOfBest) shouldBe Vector(Some(20.0))
    val apart = sweep(run(20, 165, half = 0.3), run(30, 166, half = 0.3))
    sizes(apart.smallestOfBest) shouldBe Vector(Some(30.0))
    sizes(sweep(run(20, 165, ko = 1)).smallestOfBest, sweep().smallestOfBest) shouldBe Vector(None, None)
  }

  it should "tell from where on nothing fails" in {
    sizes(pools.withoutErrorsFrom) shouldBe Vector(Some(20.0))
    sizes(sweep(run(5, 42), run(10, 82, ko = 1)).withoutErrorsFrom) shouldBe Vector(None)
    sizes(sweep(run(5, 42), run(10, 82, ko = 1), run(20, 160)).withoutErrorsFrom) shouldBe Vector(Some(20.0))
  }
}
