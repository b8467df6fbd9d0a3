package bottleneck.lab.explain.preparation

/** The phases around a load, in their order. */
object Phases {

  /** Few users, until the JVMs are warm. */
  val warmUp = "warm-up"

  /** Requests one after the other, to learn roughly what one demands, and how long it takes alone. */
  val alone = "alone"

  /** Parts of the utilisation of all cores at which the load's own users are paced. */
  val utilisations: Vector[Double] = Vector(0.2, 0.4, 0.65)

  /** Of each pace. */
  val slices = 4

  /** The paces in the order in which they are visited, with the slices of each visit: up and down, and again, so that a
    * machine that becomes slower or faster meanwhile does so at all paces alike.
    */
  val visits: Vector[(Double, Int)] = {
    val upAndDown = (utilisations ++ utilisations.reverse).map(_ -> 1)
    (upAndDown ++ upAndDown).foldLeft(Vector.empty[(Double, Int)]) {
      case (rest :+ ((last, slices)), (pace, 1)) if pace == last => rest :+ (pace -> (slices + 1))
      case (visits, visit) => visits :+ visit
    }
  }

  def paced(utilisation: Double): String = s"calibration-${(utilisation * 100).round}"

  /** Phases that show the demand. */
  val calibrations: Vector[String] = utilisations.map(paced)

  /** The highest pace once more when the load is over, to see whether a request still demands what it did before. */
  val afterLoad: String = s"after-${(utilisations.last * 100).round}"
}
