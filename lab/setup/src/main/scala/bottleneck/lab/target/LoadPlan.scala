package bottleneck.lab.target

/** A load, or how it follows from an earlier run. */
trait LoadPlan {

  /** The load, or a sentence that says why there is none yet.
    *
    * @param sustained
    *   the throughput (OK responses/s) of the sustained level of a variant's newest sound staircase
    */
  def load(sustained: String => Option[Double]): Either[String, Load]
}

/** An open load of `part` of what a staircase sustained: below 1 to confirm that level, above 1 to refute more.
  *
  * @param variant
  *   of the staircase, in the same experiment
  * @param simulation
  *   the class that runs it
  * @param open
  *   the load at so many users per second
  */
final case class Confirmation(variant: String, simulation: String, part: Double, open: Double => OpenLoad)
    extends LoadPlan {
  require(part > 0, s"part ($part) must be > 0")

  override def load(sustained: String => Option[Double]): Either[String, Load] =
    sustained(variant)
      .map(perSecond => open(part * perSecond))
      .toRight(
        s"It needs a sound run of '$variant' with a level that meets the SLO: first run mvn gatling:test -Dgatling.simulationClass=$simulation."
      )
}
