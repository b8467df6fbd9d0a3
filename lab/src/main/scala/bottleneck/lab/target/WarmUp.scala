package bottleneck.lab.target

import scala.concurrent.duration.FiniteDuration

/** Requests sent before the measured run: `users` at a time for `duration`, taking `paths` in turn. */
final case class WarmUp(users: Int, duration: FiniteDuration, paths: Vector[String]) {
  require(users > 0 && paths.nonEmpty, s"a warm-up needs users ($users) and paths (${paths.size})")
}
