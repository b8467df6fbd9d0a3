package bottleneck.lab.explain.statistics

import org.hipparchus.stat.StatUtils
import scala.util.Random

/** Standard deviation between repeats, pooled over groups, and its degrees of freedom. */
final case class PooledSpread(standard: Double, degrees: Double) {
  require(standard >= 0 && degrees > 0, s"a spread needs a standard >= 0 and degrees > 0, not $standard and $degrees")

  /** With what groups of repeats show, each without the variance that is known of every repeat alone: what was assumed
    * weighs as its degrees of freedom (Smyth 2004, Statistical Applications in Genetics and Molecular Biology 3(1),
    * §3), and what the groups show as the part of theirs that is left.
    */
  def and(groups: Vector[Vector[PooledSpread.Repeat]]): PooledSpread = {
    val repeated = groups.filter(_.size > 1)
    val freedom = repeated.map(_.size - 1.0).sum
    val all = repeated.map(group => (group.size - 1) * StatUtils.variance(group.map(_.value): _*)).sum
    val own = repeated.map(group => (group.size - 1) * group.map(_.ownVariance).sum / group.size).sum
    // repeats that do not differ at all are also what they show
    val part = if (own == 0) 1.0 else if (all == 0) 0.0 else math.max(0, 1 - own / all)
    val left = freedom * part
    if (left == 0) this
    else {
      val variance = (degrees * standard * standard + left * math.max(0, all - own) / freedom) / (degrees + left)
      PooledSpread(math.sqrt(variance), degrees + left)
    }
  }

  /** A standard deviation that may as well be the true one, given these: what strays by it has a t-distribution. */
  def drawn(random: Random): Double = {
    // beyond, it is as good as known
    val whole = math.max(1, math.min(PooledSpread.many, degrees).toInt)
    val chiSquared = Iterator.continually(random.nextGaussian()).take(whole).map(z => z * z).sum
    standard * math.sqrt(whole / chiSquared)
  }
}

object PooledSpread {
  private val many = 200.0

  /** @param ownVariance
    *   known variance within the repeat, in the unit of the value squared
    */
  final case class Repeat(value: Double, ownVariance: Double)
}
