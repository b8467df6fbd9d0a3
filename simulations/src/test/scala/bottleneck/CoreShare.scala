package bottleneck

import bottleneck.lab.explain.verdict.{Judgement, Verdict}

/** Whether a part uses so much of its cores. A share that is within two percentage points of what is asked for tells
  * nothing: another run could be on the other side.
  */
private[bottleneck] object CoreShare {
  private val margin = 0.02

  /** Whether a share, as a part of 1, is at least so much; nothing where it is too close to tell. */
  def atLeast(share: Double, bound: Double): Option[Boolean] =
    Option.when(math.abs(share - bound) > margin)(share > bound)

  def lessThan(share: Double, bound: Double): Option[Boolean] = atLeast(share, bound).map(!_)

  /** Reproduced if all of it holds, refuted if any part does not, undecided where that cannot be told. */
  def judged(parts: Option[Boolean]*)(evidence: String): Judgement =
    if (parts.contains(Some(false))) Judgement(Verdict.Refuted, evidence)
    else if (parts.contains(None)) Judgement(Verdict.Undecided, s"$evidence: too close to tell")
    else Judgement(Verdict.Reproduced, evidence)
}
