package bottleneck.lab.explain.statistics

/** The Universal Scalability Law, X(N) = λN ÷ (1 + σ(N − 1) + κN(N − 1)) (Gunther, Guerrilla Capacity Planning, 2007,
  * §4.4).
  *
  * @param lambda
  *   throughput of a load of 1, per second
  * @param sigma
  *   contention: the part of the work that is done one by one
  * @param kappa
  *   coherency: what each pair costs to keep in agreement
  */
final case class ScalabilityCurve(lambda: Double, sigma: Double, kappa: Double) {

  /** Throughput per second at `load` users, threads or instances. */
  def at(load: Double): Double = lambda * load / denominator(load)

  /** The load of the greatest throughput, N* = √((1 − σ) ÷ κ) but at least 1; infinite without coherency. */
  def peak: Double =
    if (kappa < ScalabilityCurve.negligible) Double.PositiveInfinity
    else math.max(1, math.sqrt(math.max(0, 1 - sigma) / kappa))

  /** ∂X/∂λ, ∂X/∂σ and ∂X/∂κ. */
  private[statistics] def gradient(load: Double): Vector[Double] = {
    val byLambda = load / denominator(load)
    val bySigma = -at(load) * (load - 1) / denominator(load)
    Vector(byLambda, bySigma, bySigma * load)
  }

  private def denominator(load: Double): Double = 1 + sigma * (load - 1) + kappa * load * (load - 1)
}

object ScalabilityCurve {

  /** Less is a rounding error of a fit. */
  private val negligible = 1e-9
}
