package bottleneck.scaleup

/** The cores of a service.
  *
  * @param published
  *   the source's instance type of as many
  */
sealed abstract class FindAllTier(val cores: Double, val name: String, private[scaleup] val published: Option[String])

object FindAllTier {
  case object Half extends FindAllTier(0.5, "½ core", None)
  case object One extends FindAllTier(1, "1 core", Some("t2.micro"))
  case object Two extends FindAllTier(2, "2 cores", Some("t2.medium"))

  val all: Vector[FindAllTier] = Vector(Half, One, Two)
}
