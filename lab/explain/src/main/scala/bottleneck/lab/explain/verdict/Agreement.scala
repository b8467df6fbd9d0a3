package bottleneck.lab.explain.verdict

import bottleneck.lab.explain.statistics.MannWhitneyTest

/** Confidence in the verdict of runs. */
sealed abstract class Agreement {

  /** Verdict of the runs themselves. */
  def verdict: Verdict

  /** Confidence, 0 to 1: share of draws with the same verdict, or probability that chance makes fewer pairs agree. */
  def share: Double

  def decides: Boolean = share >= Agreement.needed
}

object Agreement {

  /** Share that decides: the two verdicts have an error of 5 % together. */
  val needed = 0.975

  /** Agreement over draws of the runs within their uncertainty: see [[Draws]].
    *
    * @param share
    *   share of draws with the same verdict
    */
  final case class OfDraws(verdict: Verdict, share: Double) extends Agreement

  /** Agreement over pairs of a run of one variant and one of another.
    *
    * @param agreeing
    *   number of pairs that give the verdict
    * @param these
    *   number of runs of the one variant
    * @param those
    *   number of runs of the other variant
    */
  final case class OfPairs(verdict: Verdict, agreeing: Int, these: Int, those: Int) extends Agreement {
    def pairs: Int = these * those

    /** Probability that chance alone makes so many agree. */
    lazy val chance: Double = MannWhitneyTest.pValueAbove(agreeing, these, those)

    def share: Double = 1 - chance
  }

  object OfPairs {

    /** Agreement on the verdict of most pairs; none if no pair gives one. */
    def of[A, B](these: Vector[A], those: Vector[B])(says: (A, B) => Verdict): Option[OfPairs] = {
      val verdicts = for { one <- these; other <- those } yield says(one, other)
      verdicts
        .filter(Verdict.decided)
        .groupMapReduce(identity)(_ => 1)(_ + _)
        .maxByOption(_._2)
        .map { case (verdict, agreeing) => OfPairs(verdict, agreeing, these.size, those.size) }
    }
  }
}
