package bottleneck.lab.explain.statistics

import org.hipparchus.stat.regression.SimpleRegression

/** The straight line that is nearest to some points, by least squares.
  *
  * @param rSquared
  *   the part of y's variance that the line explains: 1 where all points lie on it
  */
final case class LinearFit(slope: Double, intercept: Double, rSquared: Double)

object LinearFit {

  /** Of points (x, y); none of fewer than three, which say nothing of straightness. */
  def of(points: Vector[(Double, Double)]): Option[LinearFit] = {
    val regression = new SimpleRegression
    points.foreach { case (x, y) => regression.addData(x, y) }
    Option.when(points.map(_._1).distinct.size > 2)(
      LinearFit(regression.getSlope, regression.getIntercept, regression.getRSquare)
    )
  }
}
