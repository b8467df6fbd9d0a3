package bottleneck.connectionpool

import bottleneck.lab.explain.page.Numbers
import bottleneck.lab.explain.record._
import bottleneck.lab.explain.verdict._

/** The source's procedure, followed: shorten the holding time, take the smallest pool that meets the target without
  * errors, and check it against the ceiling.
  */
private[connectionpool] object PoolProcedure {

  /** Judged by what it saves, and by whether other runs of what it chooses meet the target too. */
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
        s"(${Numbers.rate(short.total.throughput)}, ${Numbers.count(short.total.ko.toDouble)} failed); ${smaller.fold("no smaller pool was measured")(missed)}; " +
        s"the ceiling is $ceiling; $confirming of ${repeats.size} other runs of it met the target too"
    val mostMiss = repeats.size >= 2 && (repeats.size - confirming) * 2 > repeats.size
    if (!saves || smaller.isEmpty || Sweep.size(short) > ceiling || mostMiss) Judgement(Verdict.Refuted, told)
    else if (repeats.isEmpty || confirming < repeats.size) Judgement(Verdict.Undecided, told)
    else Judgement(Verdict.Reproduced, told)
  }

  private def missed(run: Result): String =
    s"${run.run.variant} answered ${Numbers.rate(run.total.throughput)} and failed ${Numbers.count(run.total.ko.toDouble)} requests"
}
