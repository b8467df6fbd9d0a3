package bottleneck.jenkins

/** How a build ended; of several the worst counts. */
final case class BuildResult private (name: String, severity: Int) {
  def orWorse(other: BuildResult): BuildResult = if (other.severity > severity) other else this

  override def toString: String = name
}

object BuildResult {
  val Success: BuildResult = BuildResult("SUCCESS", 0)
  val Unstable: BuildResult = BuildResult("UNSTABLE", 1)
  val Failure: BuildResult = BuildResult("FAILURE", 2)
  val NotBuilt: BuildResult = BuildResult("NOT_BUILT", 3)
  val Aborted: BuildResult = BuildResult("ABORTED", 4)

  private val all = Vector(Success, Unstable, Failure, NotBuilt, Aborted)

  def named(name: String): BuildResult = all.find(_.name == name).getOrElse(Failure)
}

/** A step failed: Jenkins' AbortException. */
final class StepFailed(message: String) extends RuntimeException(message)

/** The time of a `timeout` is up: Jenkins' FlowInterruptedException. */
final class Interrupted(message: String) extends RuntimeException(message)
