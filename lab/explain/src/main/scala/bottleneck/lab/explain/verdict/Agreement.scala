package bottleneck.lab.explain.verdict

/** Share of draws of a criterion's numbers with the verdict of the numbers themselves: see [[Criterion]].
  *
  * @param share
  *   0 to 1
  */
final case class Agreement(verdict: Verdict, share: Double) {
  def decides: Boolean = share >= Agreement.needed
}

object Agreement {

  /** Share that decides: the two verdicts have an error of 5 % together. */
  val needed = 0.975
}
