package bottleneck.connectionpool

import bottleneck.lab.explain.report.Numbers
import bottleneck.lab.explain.result._
import bottleneck.lab.explain.theory.SizingFormulas

/** The source's procedure, followed: shorten the holding time, take the smallest pool that meets the target without
  * errors, and check it against the ceiling.
  */
private[connectionpool] object PoolProcedure {

  /** Judged by what it saves, and by whether what it chooses meets the target where the next smaller does not. */
  def judge(evidence: Evidence): Judgement = {
    val after = Sweep.of(evidence)
    val before = Sweep.of(evidence.in(HoldingStudy.at300ms.study))
    val target = HoldingStudy.target.toDouble
    (after.smallest(target), before.smallest(target)) match {
      case (Some(short), Some(long)) =>
        val ceiling = SizingFormulas.connectionCeiling(PoolSetting.maxConnections, 1)
        val smaller = after.neighbours(short)._1
        val holds = smaller.exists(_.total.throughput < target) && Sweep.size(short) < Sweep.size(long) && Sweep.size(
          short
        ) <= ceiling
        Judgement.of(holds)(
          s"${long.run.variant} before the holding time was shortened, ${short.run.variant} after it (${Numbers.rate(short.total.throughput)}, none failed), " +
            s"${smaller
                .fold("no smaller one measured")(run => s"${run.run.variant} gave ${Numbers.rate(run.total.throughput)}")}; the ceiling is $ceiling"
        )
      case _ => Judgement(Verdict.Invalid, s"both sweeps need a valid run that answers ${HoldingStudy.target}/s")
    }
  }
}
