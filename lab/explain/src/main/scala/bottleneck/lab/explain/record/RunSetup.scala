package bottleneck.lab.explain.record

import bottleneck.lab.explain.published.PublishedSetting
import bottleneck.lab.target.{BuildIndex, Load, Target}

/** What a run was asked for.
  *
  * @param load
  *   with the window that the noise before it asked for
  * @param expectation
  *   what theory says of it
  * @param published
  *   whose figures it is compared with
  * @param sloP95Ms
  *   the service level objective of a staircase
  * @param intervention
  *   what was to be done to the database under load
  * @param disturbers
  *   other users, who make a part of the target busy
  * @param injectors
  *   that sent the load together: one where this is only its share, all where these are merged; none where one sent all
  */
final case class RunSetup(
    target: Target,
    load: Load,
    expectation: Expectation,
    published: Option[PublishedSetting],
    sloP95Ms: Double,
    intervention: Option[BuildIndex] = None,
    disturbers: Option[Int] = None,
    injectors: Vector[InjectorShare] = Vector.empty
) {

  /** Whose share of a load this is; none where it is all of it. */
  def shareOf: Option[InjectorShare] = injectors match {
    case Vector(one) if one.sent.isEmpty => Some(one)
    case _ => None
  }
}
