package bottleneck

import bottleneck.lab.explain.verdict.{Judgement, Verdict}

/** Whether a part uses so much of its cores. */
private[bottleneck] object CoreShare {

  /** Closer to what is asked for a share tells nothing. A quota is renewed every 100 ms, so that each end of a window
    * of 16 s or more leaves that much open, which are 1.25 percentage points together; the rest is for the clocks.
    */
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
