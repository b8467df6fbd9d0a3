package bottleneck.lab.explain.result

import scala.collection.mutable
import scala.util.Random

/** How often a criterion comes out the same when its runs are drawn anew from what their uncertainty leaves open.
  *
  * @param verdict
  *   that the runs themselves give
  * @param share
  *   of the draws which give it too, 0 to 1
  */
final case class Agreement(verdict: Verdict, share: Double)

/** Carries the uncertainty of runs through a criterion, whatever it computes: throughput and response times of each run
  * are drawn from their distributions, and the criterion judges each draw (JCGM 101:2008, "Propagation of distributions
  * using a Monte Carlo method", §5).
  */
private[result] object Draws {
  private val number = 1000

  /** Of the draws that must agree. */
  private val level = 0.95

  /** The same draws for the same runs. */
  private val seed = 1L

  /** The judgement of `criterion`, with its agreement where it decides; undecided where too few draws agree. */
  def judge(criterion: Evidence => Judgement, evidence: Evidence): (Judgement, Option[Agreement]) = {
    val judged = criterion(evidence)
    if (!Verdict.decided(judged.verdict)) (judged, None)
    else {
      val random = new Random(seed)
      val agreeing = Iterator.fill(number)(criterion(drawn(evidence, random)).verdict).count(_ == judged.verdict)
      val agreement = Agreement(judged.verdict, agreeing.toDouble / number)
      if (agreement.share >= level) (judged, Some(agreement))
      else (Judgement(Verdict.Undecided, judged.evidence), Some(agreement))
    }
  }

  /** Each run as fast as its uncertainty may have it: by a lognormal factor, so that it stays above 0. */
  private def drawn(evidence: Evidence, random: Random): Evidence = {
    val factors = mutable.Map.empty[String, Double]
    evidence.map { stored =>
      val standard = stored.uncertainty.fold(0.0)(_.standard)
      val factor = factors.getOrElseUpdate(stored.result.run.id, math.exp(random.nextGaussian() * standard))
      Faster.by(factor)(stored.result)
    }
  }
}
