package bottleneck.lab.explain.preparation

/** The phases around a load, in their order. */
object Phases {

  /** Few users, until the JVMs are warm. */
  val warmUp = "warm-up"

  /** Requests one after the other, to learn roughly what one demands, and how long it takes alone. */
  val alone = "alone"

  /** Parts of the utilisation of all cores at which the load's own users are paced. */
  val utilisations: Vector[Double] = Vector(0.2, 0.4, 0.65)

  /** Of the highest pace; the others have one on the way up and one on the way down. */
  val slices = 4

  /** The paces in the order in which they are visited, with the slices of each visit: up and down again, so that a
    * machine that becomes slower or faster all the while does not change the slope over the paces.
    */
  val visits: Vector[(Double, Int)] = {
    val up = utilisations.init.map(_ -> 1)
    (up :+ (utilisations.last -> slices)) ++ up.reverse
  }

  def paced(utilisation: Double): String = s"calibration-${(utilisation * 100).round}"

  /** Phases that show the demand. */
  val calibrations: Vector[String] = utilisations.map(paced)

  /** The highest pace once more when the load is over, to see whether a request still demands what it did before. */
  val afterLoad: String = s"after-${(utilisations.last * 100).round}"
}
