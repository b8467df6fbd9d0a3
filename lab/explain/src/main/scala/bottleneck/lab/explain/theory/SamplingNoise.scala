package bottleneck.lab.explain.theory

/** How far a throughput strays by chance alone.
  *
  * Requests that come one after the other through threads or connections are renewals, whose number has the relative
  * standard deviation CV ÷ √n for n of them in a window much longer than a request (Cox, Renewal Theory, 1962, §3.3).
  * CV is the coefficient of variation of the time that one takes: 0 fixed, 1 exponential.
  */
object SamplingNoise {

  /** The standard error of a throughput from `completions`, as a part of it. */
  def relativeError(completions: Long, cv: Double): Double = {
    require(completions > 0, s"completions ($completions) must be > 0")
    require(cv >= 0, s"the coefficient of variation ($cv) must be >= 0")
    cv / math.sqrt(completions.toDouble)
  }
}
