package bottleneck.lab.explain.statistics

import org.hipparchus.exception.MathRuntimeException
import org.hipparchus.linear.{Array2DRowRealMatrix, ArrayRealVector, DiagonalMatrix, RealMatrix, RealVector}
import org.hipparchus.optim.nonlinear.vector.leastsquares.{
  LeastSquaresBuilder,
  LevenbergMarquardtOptimizer,
  MultivariateJacobianFunction
}
import org.hipparchus.util.Pair

/** Weighted least squares of throughput with λ > 0 and σ, κ ≥ 0: where the free optimum is negative, the best one on
  * the border, which has σ, κ or both at 0 (Levenberg–Marquardt: Moré 1978, Lecture Notes in Mathematics 630).
  *
  * @param weights
  *   of the throughput at each of `loads`: in proportion to 1 ÷ its variance
  */
private[statistics] final class ScalabilityFit(loads: Vector[Double], weights: Vector[Double]) {

  def apply(throughputs: Vector[Double]): ScalabilityCurve =
    solve(throughputs, Vector(0, 1, 2)).getOrElse {
      val border = Vector(Vector(0, 1), Vector(0, 2)).flatMap(solve(throughputs, _))
      (border :+ proportional(throughputs)).minBy(error(throughputs, _))
    }

  private def error(throughputs: Vector[Double], curve: ScalabilityCurve): Double =
    loads.indices.map(i => weights(i) * math.pow(throughputs(i) - curve.at(loads(i)), 2)).sum

  private def proportional(throughputs: Vector[Double]): ScalabilityCurve = {
    val products = loads.indices.map(i => weights(i) * loads(i) * throughputs(i))
    val squares = loads.indices.map(i => weights(i) * loads(i) * loads(i))
    ScalabilityCurve(products.sum / squares.sum, 0, 0)
  }

  /** The optimum over the coefficients `free` (0 λ, 1 σ, 2 κ) with the others at 0, if it exists and is allowed. */
  private def solve(throughputs: Vector[Double], free: Vector[Int]): Option[ScalabilityCurve] = {
    val start = Vector(loads.zip(throughputs).map { case (n, x) => x / n }.max, 1 / loads.max, math.pow(loads.max, -2))
    val problem = new LeastSquaresBuilder()
      .model(model(free))
      .target(throughputs.toArray)
      .weight(new DiagonalMatrix(weights.toArray))
      .start(free.map(start).toArray)
      .maxEvaluations(1000)
      .maxIterations(1000)
      .build()
    try Some(curve(new LevenbergMarquardtOptimizer().optimize(problem).getPoint, free)).filter(isAllowed)
    catch { case _: MathRuntimeException => None }
  }

  private def isAllowed(curve: ScalabilityCurve): Boolean = curve.lambda > 0 && curve.sigma >= 0 && curve.kappa >= 0

  private def curve(point: RealVector, free: Vector[Int]): ScalabilityCurve = {
    def coefficient(i: Int): Double = if (free.contains(i)) point.getEntry(free.indexOf(i)) else 0
    ScalabilityCurve(coefficient(0), coefficient(1), coefficient(2))
  }

  private def model(free: Vector[Int]): MultivariateJacobianFunction = point => {
    val at = curve(point, free)
    val jacobian = loads.map { load =>
      val gradient = at.gradient(load)
      free.map(gradient).toArray
    }
    new Pair[RealVector, RealMatrix](
      new ArrayRealVector(loads.map(at.at).toArray, false),
      new Array2DRowRealMatrix(jacobian.toArray, false)
    )
  }
}
