package bottleneck

import bottleneck.lab.explain.verdict.{Judgement, Verdict}

/** CPU utilisation of a part against a bound. */
private[bottleneck] object CoreShare {

  /** Margin around a bound within which a share is undecided. A quota period is 100 ms, an error of 1.25 percentage
    * points for both ends of a window of 16 s; the rest is for the clocks.
    */
  private val margin = 0.02

  /** True if a share, 0 to 1, is above the bound; none within the margin. */
  def atLeast(share: Double, bound: Double): Option[Boolean] =
    Option.when(math.abs(share - bound) > margin)(share > bound)

  def lessThan(share: Double, bound: Double): Option[Boolean] = atLeast(share, bound).map(!_)

  /** Reproduced if all of it holds, refuted if any part does not, undecided where that cannot be told. */
  def judged(parts: Option[Boolean]*)(evidence: String): Judgement =
    if (parts.contains(Some(false))) Judgement(Verdict.Refuted, evidence)
    else if (parts.contains(None)) Judgement.undecided(s"$evidence: too close to tell")
    else Judgement(Verdict.Reproduced, evidence)
}
