package bottleneck.lab.figures.target

import scala.concurrent.duration.FiniteDuration

/** An index of seed-sql's variant `of` that the lab builds under load, `after` the start of the window. */
final case class BuildIndex(after: FiniteDuration, build: IndexBuild, of: Index, index: String)

/** How an index is built: plainly, concurrently, or concurrently and interrupted. */
sealed trait IndexBuild

object IndexBuild {

  /** CREATE INDEX, which nobody may write beside. */
  case object Plain extends IndexBuild

  case object Concurrent extends IndexBuild

  /** The same, cancelled on its way, which leaves an invalid index. Three more steps cure it: it is found, built again
    * concurrently, and found to be valid.
    */
  case object Interrupted extends IndexBuild
}

/** A step of an index build, or a finding; times in ms since the epoch, `to` none where the load ended first. */
final case class Step(name: String, from: Long, to: Option[Long], outcome: String)

object Step {
  val ok = "ok"
  val unfinished = "it was not done when the load ended"
}
