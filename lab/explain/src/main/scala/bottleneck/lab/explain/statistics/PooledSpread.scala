package bottleneck.lab.explain.statistics

import org.hipparchus.stat.StatUtils
import scala.util.Random

/** How far repeats stray, as a standard deviation that rests on so many degrees of freedom. */
final case class PooledSpread(standard: Double, degrees: Double) {
  require(standard >= 0 && degrees > 0, s"a spread needs a standard >= 0 and degrees > 0, not $standard and $degrees")

  /** With what groups of repeats show, each without the variance that is known of every repeat alone: what was assumed
    * weighs as its degrees of freedom (Smyth 2004, Statistical Applications in Genetics and Molecular Biology 3(1),
    * §3).
    */
  def and(groups: Vector[Vector[PooledSpread.Repeat]]): PooledSpread = {
    val repeated = groups.filter(_.size > 1)
    val shown = repeated.map { group =>
      val freedom = group.size - 1.0
      freedom * (StatUtils.variance(group.map(_.value): _*) - group.map(_.ownVariance).sum / group.size)
    }.sum
    val freedom = degrees + repeated.map(_.size - 1.0).sum
    PooledSpread(math.sqrt((degrees * standard * standard + math.max(0, shown)) / freedom), freedom)
  }

  /** A standard deviation that may as well be the true one, given these: what strays by it has a t-distribution. */
  def drawn(random: Random): Double = {
    val whole = math.max(1, degrees.toInt)
    val chiSquared = Iterator.continually(random.nextGaussian()).take(whole).map(z => z * z).sum
    standard * math.sqrt(whole / chiSquared)
  }
}

object PooledSpread {

  /** @param ownVariance
    *   what is known to stray within the repeat, in the unit of the value squared
    */
  final case class Repeat(value: Double, ownVariance: Double)
}
