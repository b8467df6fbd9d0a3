package bottleneck.jenkins

import java.nio.file.Path
import java.time.Instant
import java.util.concurrent.atomic.AtomicReference
import scala.concurrent.duration.FiniteDuration

/** A build while it runs: how it goes so far, and its time limits.
  *
  * @param workspaceOn
  *   where it works on the agents that have a label
  * @param listener
  *   hears each line of the console
  */
final class Build(
    val job: Job,
    val number: Int,
    val workspace: Path,
    listener: String => Unit = _ => (),
    workspaceOn: String => Option[Path] = _ => None
) {
  val began: Instant = job.clock.instant()
  private val worst = new AtomicReference(BuildResult.Success)
  private val said = new AtomicReference(Vector.empty[String])
  private val text = new AtomicReference(Option.empty[String])
  private val limits = new AtomicReference(List.empty[Instant])

  def result: BuildResult = worst.get
  def description: Option[String] = text.get
  def console: Vector[String] = said.get

  def worsen(to: BuildResult): Unit = { val _ = worst.updateAndGet(_.orWorse(to)) }
  def describe(as: String): Unit = text.set(Some(as))
  def say(line: String): Unit = {
    listener(line)
    val _ = said.updateAndGet(_ :+ line)
  }

  /** Runs a part of it on an agent, as Jenkins runs the cells of a matrix: what becomes of that counts for all of it.
    */
  def on(label: String)(body: Build => Boolean): Boolean = workspaceOn(label) match {
    case Some(there) =>
      val part = new Build(job, number, there, say)
      part.limits.set(limits.get)
      try body(part)
      finally worsen(part.result)
    // it waits for one until its time is up
    case None =>
      say(s"There are no nodes with the label ‘$label’")
      worsen(BuildResult.Aborted)
      false
  }

  /** Runs something within a time limit, in addition to those around it. */
  def within[A](time: FiniteDuration)(body: => A): A = {
    val _ = limits.updateAndGet(job.clock.instant().plusMillis(time.toMillis) :: _)
    try body
    finally { val _ = limits.updateAndGet(_.drop(1)) }
  }

  /** When the first of its limits is reached. */
  def until: Option[Instant] = limits.get.minOption

  /** Time is up: the step that runs is interrupted, and another one that still runs within the same limit a minute
    * later (workflow-basic-steps, TimeoutStepExecution).
    */
  def interrupt(): Nothing = {
    val reached = until
    val _ = limits.updateAndGet(_.map(limit => if (reached.contains(limit)) limit.plusSeconds(60) else limit))
    say("Cancelling nested steps due to timeout")
    throw new Interrupted("Timeout has been exceeded")
  }
}
