package bottleneck.scaleup

import bottleneck.lab.explain.verdict._
import bottleneck.lab.target.CpuLimits
import bottleneck.scaleup.FindAllKind._
import bottleneck.scaleup.FindAllRuns._
import bottleneck.scaleup.FindAllTier._
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class FindAllStudySpec extends AnyFlatSpec with Matchers {
  private def judged(source: String, runs: Vector[StoredResult]): Judgement =
    FindAllStudy.study.statements.find(_.id == s"scale-up/$source").get.judge(Evidence.of(runs))

  private def verdict(source: String, runs: Vector[StoredResult]): Verdict = judged(source, runs).verdict

  private def without(tier: FindAllTier, kind: FindAllKind): Vector[StoredResult] =
    expected.filterNot(_.result.run.variant == FindAllStudy.name(tier, kind))

  "All claims" should "have the verdicts that are expected of runs that show them" in {
    FindAllStudy.study.statements.map(_.judge(Evidence.of(expected)).verdict) shouldBe FindAllStudy.study.statements
      .map(
        _.expected
      )
  }

  "A small tier without a cache" should "be limited by its database, and not by itself" in {
    verdict("micro-db", but(ran(Half, NoCache, 18, 0.2, 0.77))) shouldBe Verdict.Refuted
    verdict("micro-db", but(ran(Half, NoCache, 18, 0.9, 0.98))) shouldBe Verdict.Refuted
    verdict("micro-db", but(ran(Half, NoCache, 18, 0.77, 0.83))) shouldBe Verdict.Reproduced
    verdict("micro-db", but(ran(Half, NoCache, 18, 0.79, 0.83))) shouldBe Verdict.Undecided
  }

  "A larger tier without a cache" should "answer hardly more" in {
    verdict("medium-db#throughput", but(ran(One, NoCache, 20.7, 0.1, 0.7))) shouldBe Verdict.Reproduced
    verdict("medium-db#throughput", but(ran(One, NoCache, 20.8, 0.1, 0.98))) shouldBe Verdict.Refuted
    verdict("medium-db#throughput", but(ran(One, NoCache, 15.7, 0.1, 0.98))) shouldBe Verdict.Reproduced
    verdict("medium-db#throughput", but(ran(One, NoCache, 15.6, 0.1, 0.98))) shouldBe Verdict.Refuted
    judged("medium-db#throughput", expected).evidence should
      (include("1.03 times") and include("2 cores, of a machine with 2"))
    verdict("medium-db#throughput", without(Two, NoCache)) shouldBe Verdict.Reproduced
  }

  it should "have a database that is saturated" in {
    verdict("medium-db#database-saturated", but(ran(One, NoCache, 36, 0.1, 0.93))) shouldBe Verdict.Reproduced
    verdict("medium-db#database-saturated", but(ran(One, NoCache, 18, 0.1, 0.87))) shouldBe Verdict.Refuted
    verdict("medium-db#database-saturated", but(ran(Half, NoCache, 18, 0.2, 0.79))) shouldBe Verdict.Reproduced
  }

  "A small tier with Redis" should "be limited by its own cores" in {
    verdict("micro-redis#cpu-is-the-limit", but(ran(Half, Redis, 150, 0.83, 0.02))) shouldBe Verdict.Reproduced
    verdict("micro-redis#cpu-is-the-limit", but(ran(Half, Redis, 150, 0.77, 0.02))) shouldBe Verdict.Refuted
  }

  it should "be so because of Redis where a request takes twice as much of them as with Caffeine" in {
    def answering(redis: Double): Verdict = verdict(
      "micro-redis#because-of-redis",
      Vector(ran(Half, Redis, redis, 0.98, 0.02), ran(Half, Caffeine, 450, 0.98, 0.02))
    )
    answering(redis = 225) shouldBe Verdict.Reproduced
    answering(redis = 226) shouldBe Verdict.Refuted
    verdict("micro-redis#because-of-redis", without(Half, Caffeine)) shouldBe Verdict.NotRun
  }

  "A larger tier with Redis" should "answer as many times more as published" in {
    // published 1634 / 689.3 = 2.37
    def gain(throughput: Double): Verdict =
      verdict("medium-redis#gain", but(ran(One, Redis, throughput, 0.9, 0.02)))
    // of 150: from half of the way from 2 times, in factors, to 1.15 × 2.37
    gain(326) shouldBe Verdict.Refuted
    gain(327) shouldBe Verdict.Reproduced
    gain(408) shouldBe Verdict.Reproduced
    gain(409) shouldBe Verdict.Refuted
    verdict("medium-redis#gain", without(One, Redis)) shouldBe Verdict.NotRun
    judged("medium-redis#gain", expected).evidence should (include("published 2.37 times") and include("a guess"))
    judged("medium-redis#gain", but(ran(One, Redis, 300, 0.7, 0.02))).evidence should not include "a guess"
  }

  it should "not be judged without what was published" in {
    val own = ran(One, Redis, 300, 0.9, 0.02)
    val unpublished = own.copy(result = own.result.copy(expected = own.result.expected.copy(published = None)))
    verdict("medium-redis#gain", but(unpublished)) shouldBe Verdict.Undecided
  }

  "The source's own figures" should "come out as it says" in {
    val published = Vector(
      ran(Half, NoCache, 144.8, 0.277, 0.83),
      ran(One, NoCache, 153.3, 0.354, 0.994),
      ran(Half, Redis, 689.3, 0.996, 0.09),
      ran(One, Redis, 1634, 0.728, 0.162),
      ran(Two, Redis, 1634, 0.728, 0.162)
    )
    // it has no other cache than Redis
    FindAllStudy.study.statements.map(s => s.id -> s.judge(Evidence.of(published)).verdict).filterNot {
      case (_, verdict) => verdict == Verdict.Reproduced
    } shouldBe Vector("scale-up/micro-redis#because-of-redis" -> Verdict.NotRun)
  }

  "Runs whose cores were not limited" should "decide nothing" in {
    val unlimited = expected.map { stored =>
      stored.copy(result = stored.result.copy(target = stored.result.target.copy(cpus = CpuLimits.none)))
    }
    FindAllStudy.study.statements.map(_.judge(Evidence.of(unlimited)).verdict).distinct shouldBe Vector(
      Verdict.Undecided
    )
  }

  "The answer" should "weigh a cache against cores" in {
    val answer = FindAllStudy.study.answer(Evidence.of(expected)).getOrElse("")
    answer should (include("Redis brought 8.33 times") and include("twice the cores 1.03 times"))
    answer should include("brought 2.00 times, 300.0/s")
    FindAllStudy.study.answer(Evidence.of(without(Half, Redis))) shouldBe None
  }

  "The advice" should "go by what was measured, and be silent without" in {
    val advice = FindAllStudy.study.advice(Evidence.of(expected)).mkString("\n").replace('\u202f', ' ')
    advice should (include("1.03 times as much, and a cache that keeps a list for 5.00 s 25.0 times"))
    // 0.96 cores: 3.2 ms a request with Redis, 1.07 ms with Caffeine; 0.06 cores of Redis are 0.2 ms
    advice should (include("cost the service 3.20 ms of CPU time, 3.00 times") and include("Redis itself 0.20 ms"))
    FindAllStudy.study.advice(Evidence.none) shouldBe empty
    Vector(ran(Half, NoCache, 18, 0.2, 0.79), ran(Half, Caffeine, 450, 0.79, 0.02)).foreach { idle =>
      FindAllStudy.study.advice(Evidence.of(but(idle))).mkString should not include "Look whose cores"
    }
  }

  "Every variant" should "have the same database and the same users, and a cache that one request refills" in {
    val cells = for { kind <- FindAllKind.all; tier <- FindAllTier.all } yield kind.on(tier)
    cells.map(_.target.cpus.database).distinct shouldBe Vector(Some(1.0))
    cells.map(_.target.cpus.service).distinct shouldBe Vector(Some(0.5), Some(1.0), Some(2.0))
    cells.forall(cell => cell.singleFlight == cell.cache.isDefined) shouldBe true
  }
}
