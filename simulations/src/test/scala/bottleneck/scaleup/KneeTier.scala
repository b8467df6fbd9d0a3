package bottleneck.scaleup

import bottleneck.lab.explain.published.PublishedSetting

/** A size of the service, and what the source has it for.
  *
  * @param name
  *   as variants and sentences have it
  * @param staircase
  *   the class of the staircase
  * @param published
  *   its name in data/published.csv
  */
private[scaleup] sealed abstract class KneeTier(
    val cores: Double,
    val name: String,
    val staircase: Class[_],
    published: String
) {
  def setting: PublishedSetting = PublishedSetting("scale-up/knee", published)
}

private[scaleup] object KneeTier {
  case object Half extends KneeTier(0.5, "½ core", classOf[KneeHalfCore], "t2.micro with Redis")
  case object One extends KneeTier(1, "1 core", classOf[Knee1Core], "t2.medium with Redis")

  val all: Vector[KneeTier] = Vector(Half, One)
}
