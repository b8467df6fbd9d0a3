package bottleneck.connectionpool

import bottleneck.lab.model.{Numbers, Problem}
import bottleneck.lab.explain.published.PublishedSetting
import bottleneck.lab.explain.record._
import bottleneck.lab.explain.verdict._
import scala.concurrent.duration._

/** A sweep over pool sizes at one holding time.
  *
  * @param sizes
  *   those that the source `hikari` measured
  */
final class HoldingStudy private (val holding: Holding, sizes: Vector[Int]) {
  private val delay = s"${holding.delay.toMillis}ms"
  private val source = s"hikari/pool-$delay"
  private val millis = Numbers.millis(holding.time)

  private val besides =
    if (holding.time == holding.delay * Holding.queries) ""
    else s" and ${Numbers.millis((holding.besides * Holding.queries).toMillis.toDouble)} of other work"

  val study: Study = Study(
    id = s"connection-pool-$delay",
    title = s"Connection pool: a connection held for 2 × ${Numbers.millis(holding.each)}",
    question =
      s"Which pool answers ${HoldingStudy.target} requests/s without errors when a request holds its connection for two queries of ${Numbers.millis(holding.delay)}$besides?",
    factor = "connections",
    Conclusions(statements, evidence => advice(evidence).answer, evidence => advice(evidence).sentences)
  )

  /** The variant with so many connections. */
  def trial(connections: Int): Trial = Trial(
    study.id,
    s"$connections connections",
    Some(Factor("connections", connections.toDouble)),
    Option.when(sizes.contains(connections))(PublishedSetting(source, s"$connections connections"))
  )

  private def statements: Vector[Statement] =
    if (holding == HoldingStudy.long)
      Vector(
        Statement(s"$source#proportional", Verdict.Reproduced, isProportional),
        Statement(s"$source#no-errors", Verdict.Reproduced, failsNone)
      )
    else
      Vector(
        Statement(source, Verdict.Reproduced, isSmallest),
        Statement("hikari/procedure", Verdict.Reproduced, PoolProcedure.judge)
      )

  private def advice(evidence: Evidence): PoolAdvice =
    new PoolAdvice(evidence, holding, HoldingStudy.target, HoldingStudy.other(holding))

  /** Runs at the published sizes, or at some of them. */
  private[connectionpool] def needed(
      evidence: Evidence,
      sizes: Vector[Int] = sizes
  ): Either[Judgement, Vector[Result]] = Problem.each(sizes)(size => evidence.counted(trial(size).variant))

  private def isProportional(evidence: Evidence): Judgement = needed(evidence).map { runs =>
    val each = runs.map(run => run.total.throughput / Sweep.size(run))
    val mean = each.sum / each.size
    Judgement.of(each.forall(one => math.abs(one / mean - 1) <= HoldingStudy.alike))(
      s"a connection answered ${Numbers.rate(each.min)} to ${Numbers.rate(each.max)} over ${sizes.size} sizes, where 1 ÷ $millis is ${Numbers
          .rate(1 / holding.time.toUnit(SECONDS))}"
    )
  }.merge

  private def failsNone(evidence: Evidence): Judgement =
    needed(evidence, sizes.filter(_ >= HoldingStudy.publishedWithoutErrors)).map { runs =>
      val failed =
        runs.map(run => s"${run.measured.wholeRun.ko} requests failed with ${run.run.variant}").mkString(", ")
      val ends = Refusals.of(Sweep.of(evidence), holding).fold("requests failed with the largest pool")(_.ends)
      Judgement.of(runs.forall(_.measured.wholeRun.ko == 0))(s"$failed; $ends")
    }.merge

  private def isSmallest(evidence: Evidence): Judgement = needed(evidence).map { _ =>
    val sweep = Sweep.of(evidence)
    sweep.runs.find(_.total.throughput >= HoldingStudy.target) match {
      case Some(run) =>
        val before = sweep
          .neighbours(run)
          ._1
          .fold("")(smaller =>
            s"; ${smaller.run.variant} answered ${smaller.rate} of the ${predicted(smaller)} that they can"
          )
        Judgement.of(Sweep.size(run) == HoldingStudy.publishedSmallest)(
          s"${run.run.variant} answered ${run.rate}$before"
        )
      case None => Judgement(Verdict.Refuted, s"no pool answered ${HoldingStudy.target}/s")
    }
  }.merge

  private def predicted(run: Result): String =
    run.expected.prediction.fold(Numbers.none)(limit => Numbers.rate(limit.perSecond))
}

object HoldingStudy {

  /** The source's target throughput, in requests/s. */
  val target: Int = 150

  /** Failure rate, 0 to 1, that counts as none: rare refusals by chance. */
  private val failing = 0.001

  /** True if throughput meets the target and failures are within chance. */
  private[connectionpool] def meets(run: Result): Boolean =
    run.total.throughput >= target && run.total.ko <= failing * run.total.ended

  private val long = Holding(300.millis)
  private val publishedWithoutErrors = 70
  private val publishedSmallest = 20.0

  /** Requests per second and connection, of the mean of all sizes: the source's own differ by up to 5.4 %. */
  private val alike = 0.1

  val at300ms: HoldingStudy = new HoldingStudy(long, Vector(5, 10, 20, 30, 50, 70, 100))

  /** The published throughputs imply 116 to 122 ms for a connection, 18 ms more than 2 × 50 ms. */
  val at50ms: HoldingStudy =
    new HoldingStudy(Holding(50.millis, besides = 9.millis), Vector(5, 10, 15, 20, 25, 30, 35, 50))

  private def other(holding: Holding): HoldingStudy = if (holding == long) at50ms else at300ms
}

/** The source's procedure, followed: shorten the holding time, take the smallest pool that meets the target without
  * errors, and check it against the ceiling.
  */
private[connectionpool] object PoolProcedure {

  /** Judgement by the savings, and by other runs of the chosen size against the target. */
  def judge(evidence: Evidence): Judgement = {
    val after = Sweep.of(evidence)
    val before = Sweep.of(evidence.in(HoldingStudy.at300ms.study))
    val missing = HoldingStudy.at50ms.needed(evidence).left.toOption ++
      HoldingStudy.at300ms.needed(evidence.in(HoldingStudy.at300ms.study)).left.toOption
    missing.headOption.getOrElse(
      (after.runs.find(HoldingStudy.meets), before.runs.find(HoldingStudy.meets)) match {
        case (Some(short), long) => followed(after, short, long, repeats(evidence, short))
        case (None, _) =>
          Judgement(Verdict.Refuted, s"no pool met ${HoldingStudy.target}/s without errors, however short it was held")
      }
    )
  }

  /** The runs of a variant beside the one that it was chosen by, under the same load. */
  private def repeats(evidence: Evidence, chosen: Result): Vector[Result] = evidence
    .variant(chosen.run.variant)
    .toVector
    .flatMap(_.counted)
    .filter(run => run.run.startedAt != chosen.run.startedAt && run.load == chosen.load)

  private def followed(after: Sweep, short: Result, long: Option[Result], repeats: Vector[Result]): Judgement = {
    val smaller = after.neighbours(short)._1
    val saves = long.forall(Sweep.size(short) < Sweep.size(_))
    val ceiling = PoolSetting.ceiling(short)
    val confirming = repeats.count(HoldingStudy.meets)
    val told =
      s"${long.fold("no pool")(_.run.variant)} before the holding time was shortened, ${short.run.variant} after it " +
        s"(${short.rate}, ${Numbers.count(short.total.ko)} failed); ${smaller.fold("no smaller pool was measured")(missed)}; " +
        s"the ceiling is $ceiling; $confirming of ${repeats.size} other runs of it met the target too"
    val mostMiss = repeats.size >= 2 && (repeats.size - confirming) * 2 > repeats.size
    if (!saves || smaller.isEmpty || Sweep.size(short) > ceiling || mostMiss) Judgement(Verdict.Refuted, told)
    else if (repeats.isEmpty || confirming < repeats.size) Judgement.undecided(told)
    else Judgement(Verdict.Reproduced, told)
  }

  private def missed(run: Result): String =
    s"${run.run.variant} answered ${run.rate} and failed ${Numbers.count(run.total.ko)} requests"
}
