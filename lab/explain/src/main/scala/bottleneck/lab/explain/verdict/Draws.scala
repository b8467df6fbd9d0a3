package bottleneck.lab.explain.verdict

import java.util.IdentityHashMap
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
private[verdict] object Draws {
  private val number = 1000

  /** Of the draws that must agree. */
  private val level = 0.95

  /** The same draws for the same runs. */
  private val seed = 1L

  /** From so many runs of a variant on, they show themselves how runs differ. */
  private val enough = 5

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

  /** The runs of each variant, drawn once for all that look at them. */
  private def drawn(evidence: Evidence, random: Random): Evidence = {
    val known = new IdentityHashMap[Variant, Variant]
    evidence.map(variant => known.computeIfAbsent(variant, drawn(_, random)))
  }

  /** Runs that show how they differ are drawn with replacement (bootstrap: Efron 1979, Annals of Statistics 7); others
    * as they are, each with what their budget says of that.
    */
  private def drawn(variant: Variant, random: Random): Variant = {
    val counted = variant.weighed
    if (counted.isEmpty) variant
    else {
      val again = counted.size >= enough
      val runs = if (again) counted.map(_ => counted(random.nextInt(counted.size))) else counted
      variant.copy(runs = runs.map { stored =>
        val budget = stored.uncertainty.map(all => if (again) all.without(Uncertainty.betweenRuns) else all)
        // lognormal, so that it stays above 0
        val factor = math.exp(random.nextGaussian() * budget.fold(0.0)(_.standard))
        stored.copy(result = Faster.by(factor)(stored.result))
      })
    }
  }
}
