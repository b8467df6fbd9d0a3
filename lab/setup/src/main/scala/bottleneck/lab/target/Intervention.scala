package bottleneck.lab.target

import scala.concurrent.duration.FiniteDuration

/** What the lab does to its own target under load. */
sealed trait Intervention {

  /** When it begins, from the start of the window. */
  def after: FiniteDuration
}

/** It builds one index in the database.
  *
  * @param of
  *   the variant whose file in seed-sql defines the index
  * @param index
  *   its name there
  */
final case class BuildIndex(after: FiniteDuration, build: IndexBuild, of: Index, index: String) extends Intervention

/** It makes a part fail.
  *
  * @param next
  *   what else fails, each as soon as the one before is over: at the same time as a part that was killed
  */
final case class MakeFail(after: FiniteDuration, fault: Fault, next: Vector[Fault] = Vector.empty) extends Intervention

/** It starts every instance again behind the balancer, one after the other: turns it away from requests, waits until
  * the balancer has taken it out, ends it, starts it, and waits until the balancer has taken it in. How much it leaves
  * out of that is what is to be seen.
  *
  * @param readiness
  *   whether an instance first answers health checks with 503
  * @param drained
  *   whether it is ended only when the balancer has had the time to take it out
  */
final case class RollingRestart(after: FiniteDuration, readiness: Boolean, drained: Boolean) extends Intervention

/** How an index is built. */
sealed trait IndexBuild

object IndexBuild {

  /** CREATE INDEX, which nobody may write beside. */
  case object Plain extends IndexBuild

  /** CREATE INDEX CONCURRENTLY. */
  case object Concurrent extends IndexBuild

  /** The same, cancelled on its way, which leaves an invalid index. Three more steps cure it: it is found, built again
    * concurrently, and found to be valid.
    */
  case object Interrupted extends IndexBuild
}

/** A step of an [[Intervention]], as it was done; times in milliseconds since the epoch.
  *
  * @param name
  *   what was done, or what was found
  * @param to
  *   none where the load ended first
  * @param outcome
  *   [[Step.ok]], or the error
  */
final case class Step(name: String, from: Long, to: Option[Long], outcome: String)

object Step {
  val ok = "ok"
  val unfinished = "it was not done when the load ended"
}
