package bottleneck.lab.explain.verdict

import bottleneck.lab.explain.record.Result
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
private[explain] object Draws {
  val number = 1000

  /** Of the draws that must agree. */
  private val level = 0.95

  /** The same draws for the same runs. */
  private val seed = 1L

  /** From so many runs of a variant on, they show themselves how runs differ. */
  private val enough = 5

  /** The judgement of `criterion`, with its agreement where draws change what it says. It is undecided where too few
    * draws agree, and where it rests on disturbed runs but looks at nothing that is drawn.
    */
  def judge(criterion: Evidence => Judgement, evidence: Evidence): (Judgement, Option[Agreement]) = {
    val judged = criterion(evidence)
    val undecided = Judgement(Verdict.Undecided, judged.evidence)
    if (!Verdict.decided(judged.verdict)) (judged, None)
    else {
      val random = new Random(seed)
      val draws = Vector.fill(number)(criterion(drawn(evidence, random)))
      val agreement = Agreement(judged.verdict, draws.count(_.verdict == judged.verdict).toDouble / number)
      if (draws.forall(_ == judged)) (if (criterion(evidence.undisturbed) == judged) judged else undecided, None)
      else (if (agreement.share >= level) judged else undecided, Some(agreement))
    }
  }

  /** The runs of each variant, drawn once for all that look at them. */
  private def drawn(evidence: Evidence, random: Random): Evidence = {
    val known = new IdentityHashMap[Variant, Variant]
    evidence.map(variant => known.computeIfAbsent(variant, drawn(_, random)))
  }

  /** Runs that show themselves how they differ are drawn with replacement (bootstrap: Efron 1979, Annals of Statistics
    * 7), others by their budgets.
    */
  private def drawn(variant: Variant, random: Random): Variant = {
    val counted = variant.weighed
    if (counted.isEmpty) variant
    else if (counted.size >= enough) variant.copy(runs = counted.map(_ => counted(random.nextInt(counted.size))))
    else variant.copy(runs = counted.map(stored => stored.copy(result = rescaled(stored, random))))
  }

  private def rescaled(stored: StoredResult, random: Random): Result = stored.uncertainty.fold(stored.result) {
    budget =>
      // lognormal, so that it stays above 0
      def factor(of: Uncertainty): Double = math.exp(random.nextGaussian() * of.standard)
      Rescaled.by(factor(budget.ofMachine), factor(budget.ofWindow))(stored.result)
  }
}
