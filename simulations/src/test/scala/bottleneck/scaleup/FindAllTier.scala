package bottleneck.scaleup

/** CPU quotas of a service.
  *
  * @param published
  *   the source's instance type, with twice these cores: a machine of 2 cores must carry the other parts too
  */
sealed abstract class FindAllTier(val cores: Double, val name: String, private[scaleup] val published: Option[String])

object FindAllTier {
  case object Half extends FindAllTier(0.5, "½ core", Some("t2.micro"))
  case object One extends FindAllTier(1, "1 core", Some("t2.medium"))
  case object Two extends FindAllTier(2, "2 cores", None)

  val all: Vector[FindAllTier] = Vector(Half, One, Two)
}
