package bottleneck.lab.explain.verdict

import java.util.IdentityHashMap
import scala.util.Random

/** Carries the uncertainty of runs through a criterion, whatever it computes: throughput and response times of each run
  * are drawn from their distributions, and the criterion judges each draw (JCGM 101:2008, "Propagation of distributions
  * using a Monte Carlo method", §5).
  */
private[explain] object Draws {
  val number = 1000

  /** Standard uncertainties, small to huge: a criterion that comes out the same in draws with all of them looks at
    * nothing that is drawn, whatever it says.
    */
  private val anything = Vector(0.1, 0.3, 1.0, 3.0)

  /** Fixed seed: the same runs give the same draws. */
  private val seed = 1L

  /** The judgement of `statement`, with its agreement where draws change what it says. It is undecided where too few
    * draws agree, and where it rests on runs that are disturbed by what it is not about, but nothing is drawn.
    */
  def judge(statement: Statement, evidence: Evidence): Judgement = {
    val criterion = statement.judge
    val judged = criterion(evidence)
    val undecided = judged.copy(verdict = Verdict.Undecided)
    if (!Verdict.decided(judged.verdict)) judged
    else if (isByPairs(judged) || share(drawn(criterion, evidence, (n, _) => anything(n % anything.size)), judged) == 1)
      if (criterion(evidence.undisturbed(statement.about)).verdict == judged.verdict) judged else undecided
    else {
      val agreement = Agreement.OfDraws(judged.verdict, share(drawn(criterion, evidence, (_, own) => own), judged))
      (if (agreement.decides) judged else undecided).copy(agreement = Some(agreement))
    }
  }

  private def isByPairs(judged: Judgement): Boolean = judged.agreement.isDefined

  private def share(draws: Vector[Judgement], judged: Judgement): Double =
    draws.count(_.verdict == judged.verdict).toDouble / draws.size

  /** @param width
    *   the standard uncertainty to draw a run with, by the number of the draw and the run's own
    */
  private def drawn(
      criterion: Evidence => Judgement,
      evidence: Evidence,
      width: (Int, Double) => Double
  ): Vector[Judgement] = {
    val random = new Random(seed)
    Vector.tabulate(number)(n => criterion(drawn(evidence, width(n, _), random)))
  }

  /** The runs of each variant, drawn once for all that look at them. */
  private def drawn(evidence: Evidence, width: Double => Double, random: Random): Evidence = {
    def rescaled(stored: StoredResult): StoredResult = {
      // lognormal, so that it stays above 0
      def factor(standard: Double): Double = math.exp(random.nextGaussian() * width(standard))
      val result = stored.uncertainty.fold(stored.result) { own =>
        Rescaling.by(factor(BetweenRuns.of(stored.result)), factor(own.standard))(stored.result)
      }
      stored.copy(result = result)
    }
    val known = new IdentityHashMap[Variant, Variant]
    evidence.map(variant => known.computeIfAbsent(variant, runs => runs.copy(runs = runs.runs.map(rescaled))))
  }
}
