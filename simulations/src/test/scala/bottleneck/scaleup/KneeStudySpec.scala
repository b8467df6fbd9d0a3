package bottleneck.scaleup

import bottleneck.lab.explain.published._
import bottleneck.lab.explain.record._
import bottleneck.lab.explain.statistics.{LevelReading, Slo}
import bottleneck.lab.explain.verdict._
import bottleneck.StudyRuns
import bottleneck.lab.Simulations
import bottleneck.lab.target.CpuLimits
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class KneeStudySpec extends AnyFlatSpec with Matchers {

  /** Doubling users who pause for 50 ms and whose requests take 6 ms alone, of whom `capacity` are answered at most. */
  private def levels(capacity: Double): Vector[LevelReading] =
    Vector(2, 4, 8, 16, 32, 64, 128, 256).zipWithIndex.map { case (users, n) =>
      val throughput = math.min(users / 0.056, capacity)
      val ms = (users * 1000 / throughput - 50).round
      LevelReading(users, n * 4000, n * 4000 + 3000, (throughput * 3).round, throughput, Some(ms), Some(ms), 0)
    }

  private def staircase(tier: KneeTier, capacity: Double): StoredResult =
    StudyRuns.stored(KneeStudy.staircase(tier), 100) { run =>
      run.copy(
        treatment = run.treatment.copy(load = run.load.copy(users = 256, thinkMs = 50)),
        target = run.target.copy(cpus = CpuLimits(service = Some(tier.cores))),
        expected = run.expected.copy(
          demand = Some(Demand(cpuMs = 2.5, serviceCpuMs = 2, responseMs = 6)),
          published = Some(published(tier))
        ),
        measured = run.measured.copy(byLoad =
          run.measured.byLoad.copy(staircase = StaircaseReading.of(levels(capacity), Slo(500)))
        )
      )
    }

  private def published(tier: KneeTier): PublishedFigures = {
    val (users, perSecond) = if (tier == KneeTier.Half) (141.0, 800.0) else (180.0, 1600.0)
    PublishedFigures(tier.setting, Some(perSecond), users = Some(users))
  }

  private def open(tier: KneeTier, side: KneeSide, perSecond: Double, p95Ms: Long, ko: Long = 0): StoredResult =
    StudyRuns.stored(KneeStudy.confirmation(tier, side), perSecond) { run =>
      run.copy(
        treatment = run.treatment.copy(load = run.load.copy(perSecond = Some(perSecond))),
        measured =
          run.measured.copy(total = run.total.copy(latencyMs = run.total.latencyMs.map(_.copy(p95 = p95Ms)), ko = ko))
      )
    }

  private def around(tier: KneeTier, capacity: Double): Vector[StoredResult] = Vector(
    open(tier, KneeSide.Below, capacity * 0.7, p95Ms = 30),
    open(tier, KneeSide.Above, capacity * 1.2, p95Ms = 1500)
  )

  private def all(half: Double, one: Double): Vector[StoredResult] =
    fourTimes(staircase(KneeTier.Half, half)) ++ fourTimes(staircase(KneeTier.One, one)) ++
      around(KneeTier.Half, half) ++ around(KneeTier.One, one)

  /** Each tier's staircase runs four times. */
  private def fourTimes(stored: StoredResult): Vector[StoredResult] = Vector.fill(4)(stored)

  private def judgements(runs: Vector[StoredResult], skips: Vector[Skip] = Vector.empty): Vector[Judgement] =
    KneeStudy.study.statements.map(_.judge(Evidence.of(StudyRuns.ofOneNight(runs), skips = skips)))

  /** Of throughput and of users. */
  private def verdicts(runs: Vector[StoredResult]): Vector[Verdict] = judgements(runs).map(_.verdict)

  /** Where both statements have the same. */
  private def judgement(runs: Vector[StoredResult], skips: Vector[Skip] = Vector.empty): Judgement =
    judgements(runs, skips).distinct match {
      case Vector(both) => both
      case others => fail(s"two judgements: $others")
    }

  private val reproduced = Vector(Verdict.Reproduced, Verdict.Reproduced)
  private val undecided = Vector(Verdict.Undecided, Verdict.Undecided)

  /** With another run instead of that of the same variant. */
  private def replaced(other: StoredResult): Vector[StoredResult] =
    all(250, 500).map(stored => if (stored.result.run.variant == other.result.run.variant) other else stored)

  "Twice the throughput at more users" should "reproduce both, with the theory and the published numbers" in {
    verdicts(all(250, 500)) shouldBe reproduced
    val told = judgements(all(250, 500)).map(_.evidence)
    val (throughput, users) = (told.head, told.last)
    // (6 + 50) ÷ (2 ÷ ½) and ÷ 2
    throughput should (include("½ core saturates at 16 users (by theory 14.0 users: (6 ms + 50 ms) / 4 ms)") and
      include("1 core saturates at 32 users (by theory 28.0 users: (6 ms + 50 ms) / 2 ms)"))
    throughput should (include("2.00 times the throughput") and include("published 800.0/s and 1,600/s, 2.00 times"))
    users should (include("they saturate at 16, 16, 16, 16 and at 32, 32, 32, 32 users") and
      include("published 141 and 180, 1.28 times"))
    users should include("at 175.0/s p95 is 30\u202fms, at 300.0/s p95 is 1.50\u202fs")
  }

  "A gain that is too small or too large" should "refute that of throughput alone" in {
    verdicts(all(250, 370)).head shouldBe Verdict.Refuted
    verdicts(all(250, 375)).head shouldBe Verdict.Reproduced
    verdicts(all(250, 625)) shouldBe reproduced
    verdicts(all(250, 1100)) shouldBe Vector(Verdict.Refuted, Verdict.Reproduced)
  }

  "As many users" should "leave that of users undecided" in {
    // 16 of them, and 1.9 times the throughput
    verdicts(all(150, 285)) shouldBe Vector(Verdict.Reproduced, Verdict.Undecided)
  }

  /** A closed line at one server, by mean value analysis (Reiser and Lavenberg 1980, Journal of the ACM 27). */
  private def curve(serviceMs: Double, users: Int*): Vector[LevelReading] = {
    val (_, readings) = (1 to users.max).foldLeft((0.0, Vector.empty[LevelReading])) { case ((waiting, sofar), n) =>
      val ms = serviceMs * (1 + waiting)
      val perSecond = n * 1000 / (ms + 50)
      val reading =
        LevelReading(n, n * 4000, n * 4000 + 3000, perSecond.round, perSecond, Some(ms.round), Some(ms.round), 0)
      (perSecond * ms / 1000, sofar :+ reading)
    }
    readings.filter(reading => users.contains(reading.users))
  }

  private def climbed(tier: KneeTier, serviceMs: Double, most: Int): Vector[StoredResult] = {
    val levels = curve(serviceMs, KneeStaircase.users.filter(_ <= most): _*)
    val reading = StaircaseReading.of(levels, Slo(500))
    val stored = staircase(tier, 500)
    val run = stored.result
    val seen = run.measured.copy(byLoad = run.measured.byLoad.copy(staircase = reading))
    fourTimes(stored.copy(result = run.copy(measured = seen))) ++
      around(tier, reading.flatMap(_.sustained).fold(0.0)(_.throughput))
  }

  "More users" should "be told by levels that both have, as a longer staircase bends later" in {
    def users(half: Vector[StoredResult], one: Vector[StoredResult]): Verdict = verdicts(half ++ one).last
    val ofHalf = climbed(KneeTier.Half, 2.7, most = 128)
    def bend(runs: Vector[StoredResult]): Option[Int] =
      runs.head.result.measured.byLoad.staircase.flatMap(_.saturation).map(_.users)
    // one curve, which bends at more users if it has twice as many
    bend(climbed(KneeTier.One, 2.7, most = 256)).getOrElse(0) should be > bend(ofHalf).getOrElse(0)
    users(ofHalf, climbed(KneeTier.One, 2.7, most = 256)) shouldBe Verdict.Undecided
    users(ofHalf, climbed(KneeTier.One, 1.35, most = 256)) shouldBe Verdict.Reproduced
    users(climbed(KneeTier.Half, 1.35, most = 128), climbed(KneeTier.One, 2.7, most = 256)) shouldBe Verdict.Refuted
  }

  they should "be told by four staircases of each at least, of which nearly all pairs agree" in {
    def users(half: Seq[Double], one: Seq[Double]): Judgement = judgements(
      half.map(staircase(KneeTier.Half, _)).toVector ++ one.map(staircase(KneeTier.One, _)) ++
        around(KneeTier.Half, half.last) ++ around(KneeTier.One, one.last)
    ).last
    def all(perSecond: Double, runs: Int = 4): Seq[Double] = Seq.fill(runs)(perSecond)
    users(all(250), all(500)).verdict shouldBe Verdict.Reproduced
    users(all(250, 3), all(500)).verdict shouldBe Verdict.Undecided
    users(all(250), all(500, 3)).verdict shouldBe Verdict.Undecided
    // one bends at 32 users, as those of one core
    val mixed = users(500.0 +: all(250, 3), all(500))
    mixed.verdict shouldBe Verdict.Undecided
    mixed.evidence should include("they saturate at 16, 16, 16, 32 and at 32, 32, 32, 32 users")
    users(500.0 +: all(250, 6), all(500, 7)).verdict shouldBe Verdict.Reproduced
    users(all(500), all(250)).verdict shouldBe Verdict.Refuted
    // one is not saturated by any level, and could bend anywhere beyond them
    val open = users(all(250), 1e6 +: all(500, 3))
    open.verdict shouldBe Verdict.Undecided
    open.evidence should include("and at none, 32, 32, 32 users")
  }

  they should "climb as often as that" in {
    val staircases = Simulations.found.map(_.setup).filter(s => KneeTier.all.map(KneeStudy.staircase).contains(s.trial))
    staircases.map(_.repeats) shouldBe Vector(4, 4)
  }

  "Loads around the knee" should "leave both undecided where they do not agree" in {
    verdicts(replaced(open(KneeTier.Half, KneeSide.Below, 175, p95Ms = 501))) shouldBe undecided
    verdicts(replaced(open(KneeTier.Half, KneeSide.Below, 175, p95Ms = 30, ko = 1))) shouldBe undecided
    verdicts(replaced(open(KneeTier.Half, KneeSide.Above, 300, p95Ms = 500))) shouldBe undecided
    verdicts(replaced(open(KneeTier.Half, KneeSide.Above, 300, p95Ms = 501))) shouldBe reproduced
    verdicts(replaced(open(KneeTier.Half, KneeSide.Above, 300, p95Ms = 44, ko = 1))) shouldBe reproduced
  }

  they should "be needed, and be of this staircase" in {
    val without = all(250, 500).filterNot(isAbove1Core)
    judgement(without).verdict shouldBe Verdict.Undecided
    val skip = Skip("knee", "1 core, just above", "It needs a sound run of '1 core, staircase'.", "")
    judgement(without, Vector(skip)) shouldBe Judgement(Verdict.Undecided, skip.reason)
    val stale = judgement(replaced(open(KneeTier.One, KneeSide.Below, 351, p95Ms = 30)))
    stale shouldBe Judgement(Verdict.Undecided, "the runs around 1 core are of another staircase")
  }

  they should "be of the newest staircase that has them, whatever they show" in {
    // in order of time: a staircase with both, then one whose run above it was disturbed
    def later(p95AboveMs: Long): Vector[StoredResult] = all(250, 500).filterNot(isAbove1Core) ++
      Vector(open(KneeTier.One, KneeSide.Above, 600, p95AboveMs), staircase(KneeTier.One, 480)) ++
      Vector(open(KneeTier.One, KneeSide.Below, 336, p95Ms = 30))
    val judged = judgements(later(p95AboveMs = 1500))
    judged.map(_.verdict) shouldBe reproduced
    judged.head.evidence should include("1 core sustains 256 users, 500.0/s; at 350.0/s")
    judgements(later(p95AboveMs = 500)).map(_.verdict) shouldBe undecided
    // with one above the newer one it is judged by that
    val newer = judgements(later(p95AboveMs = 500) :+ open(KneeTier.One, KneeSide.Above, 576, p95Ms = 1500))
    newer.map(_.verdict) shouldBe reproduced
    newer.head.evidence should include("1 core sustains 256 users, 480.0/s; at 336.0/s")
  }

  private def isAbove1Core(stored: StoredResult): Boolean = stored.result.run.variant == "1 core, just above"

  "A staircase that never saturates" should "decide nothing" in {
    judgement(replaced(staircase(KneeTier.One, 1e6))).evidence shouldBe "1 core was not saturated by any level"
  }

  "What was published" should "be needed" in {
    val unpublished = staircase(KneeTier.One, 500)
    judgement(
      replaced(
        unpublished.copy(result =
          unpublished.result.copy(expected = unpublished.result.expected.copy(published = None))
        )
      )
    ).evidence shouldBe
      "nothing published of 1 core"
  }

  "What a request costs" should "not be needed, but for the theory" in {
    val unknown = staircase(KneeTier.Half, 250)
    val judged = judgements(
      replaced(unknown.copy(result = unknown.result.copy(expected = unknown.result.expected.copy(demand = None))))
    )
    judged.map(_.verdict) shouldBe reproduced
    judged.head.evidence should startWith("½ core saturates at 16 users and 250.0/s")
  }

  "Answer and advice" should "have the numbers of the runs" in {
    val evidence = Evidence.of(all(250, 500))
    KneeStudy.study.answer(evidence).getOrElse("") should include("twice the cores answer 2.00 times as many requests")
    KneeStudy.study.advice(evidence) should have size 2
    KneeStudy.study.advice(Evidence.none) shouldBe empty
  }
}
