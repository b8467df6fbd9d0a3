package bottleneck.lab.explain.verdict

import bottleneck.lab.explain.statistics.MannWhitneyTest

/** Confidence in the verdict of runs. */
sealed abstract class Agreement {

  /** Verdict of the runs themselves. */
  def verdict: Verdict

  /** Confidence, 0 to 1: share of draws with the same verdict, or probability that chance makes fewer pairs agree. */
  def share: Double

  /** Share that decides. */
  def needed: Double

  /** Number of further blocks (one run of each variant) needed to decide, if they came out like these; none where it is
    * decided, or no number would suffice.
    */
  def blocks: Option[Int]

  /** Number of further runs of a variant needed. */
  def runs: Option[Int]

  def decides: Boolean = share >= needed
}

object Agreement {

  /** Probability of a wrong verdict over all looks at an experiment while its runs come in. */
  private val error = 0.05

  /** Blocks more that are tried, to decide what those that are there do not. */
  private[verdict] val worthTrying = Vector(1, 2, 3, 4, 6, 9, 14, 19)

  /** The share that must agree at a look, from 1: the looks spend the error as 1/2, 1/6, 1/12 …, which add up to 1, so
    * the number of looks need not be known before (Bonferroni's inequality; on spending: Lan and DeMets 1983,
    * Biometrika 70).
    */
  def needed(look: Int): Double = 1 - error / (look * (look + 1.0))

  /** Agreement over draws of the runs within their uncertainty: see [[Draws]].
    *
    * @param share
    *   share of draws with the same verdict
    */
  final case class OfDraws(verdict: Verdict, share: Double, needed: Double, blocks: Option[Int] = None)
      extends Agreement {
    def runs: Option[Int] = blocks
  }

  /** Agreement over pairs of a run of one variant and one of another.
    *
    * @param agreeing
    *   number of pairs that give the verdict
    * @param these
    *   number of runs of the one variant
    * @param those
    *   number of runs of the other variant
    * @param look
    *   number of the look, from 1
    */
  final case class OfPairs(verdict: Verdict, agreeing: Int, these: Int, those: Int, look: Int) extends Agreement {
    def pairs: Int = these * those

    /** Probability that chance alone makes so many agree. */
    lazy val chance: Double = MannWhitneyTest.pValueAbove(agreeing, these, those)

    def share: Double = 1 - chance
    def needed: Double = Agreement.needed(look)

    lazy val blocks: Option[Int] = if (decides) None else worthTrying.find(after(_).decides)

    def runs: Option[Int] = blocks.map(_ * math.max(these, those) / look)

    private def after(blocks: Int): OfPairs = {
      def more(runs: Int): Int = runs * (look + blocks) / look
      val (one, other) = (more(these), more(those))
      copy(agreeing = (agreeing.toLong * one * other / pairs).toInt, these = one, those = other, look = look + blocks)
    }
  }

  object OfPairs {

    /** Agreement on the verdict of most pairs; none if no pair gives one. */
    def of[A, B](these: Vector[A], those: Vector[B], look: Int)(says: (A, B) => Verdict): Option[OfPairs] = {
      val verdicts = for { one <- these; other <- those } yield says(one, other)
      verdicts
        .filter(Verdict.decided)
        .groupMapReduce(identity)(_ => 1)(_ + _)
        .maxByOption(_._2)
        .map { case (verdict, agreeing) => OfPairs(verdict, agreeing, these.size, those.size, look) }
    }
  }
}
