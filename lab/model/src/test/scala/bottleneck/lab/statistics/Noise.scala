package bottleneck.lab.statistics

import scala.util.Random

/** Series of mean 0 and standard deviation 1 whose neighbours have the correlation φ (AR(1)). */
object Noise {

  def correlated(seconds: Int, phi: Double, random: Random): Vector[Double] =
    Vector.iterate(random.nextGaussian(), seconds)(phi * _ + math.sqrt(1 - phi * phi) * random.nextGaussian())
}
