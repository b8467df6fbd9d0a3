package bottleneck.lab.run.process

import java.nio.file.Path
import scala.concurrent.duration._

/** A child process to start.
  *
  * @param name
  *   what messages call it
  * @param log
  *   file that its output is appended to
  * @param stop
  *   what asks it to end; it is killed `grace` later
  * @param scratch
  *   a folder that is removed once it has ended, even if the lab was killed
  */
final case class Command(
    name: String,
    arguments: Vector[String],
    log: Path,
    environment: Map[String, String] = Map.empty,
    stop: StopSignal = StopSignal.Terminate,
    grace: FiniteDuration = 5.seconds,
    scratch: Option[Path] = None
) {
  require(arguments.nonEmpty, s"$name has no command")
  require(grace.toSeconds > 0, s"grace ($grace) must be at least a second")
}

/** The signal that asks a process to end. */
sealed abstract class StopSignal(val name: String)

object StopSignal {
  case object Terminate extends StopSignal("TERM")

  /** PostgreSQL's fast shutdown: it ends sessions instead of waiting for them. */
  case object Interrupt extends StopSignal("INT")

  /** PostgreSQL's immediate shutdown: for a server whose data nobody will need. */
  case object Quit extends StopSignal("QUIT")

  /** For a process without a state worth keeping. */
  case object Kill extends StopSignal("KILL")
}
