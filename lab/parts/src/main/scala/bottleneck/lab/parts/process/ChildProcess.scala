package bottleneck.lab.parts.process

import bottleneck.lab.figures.settings.{Passwords, Secrets}
import bottleneck.lab.parts.host.Folders
import java.io.{BufferedReader, InputStreamReader}
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.StandardOpenOption.{APPEND, CREATE}
import java.nio.file.{Files, Path}
import java.util.concurrent.TimeUnit.{MILLISECONDS, SECONDS}
import scala.annotation.tailrec
import scala.concurrent.duration._
import scala.jdk.StreamConverters._
import scala.util.{Try, Using}

/** A running child (`pid`) under its supervising shell: it ends when closed, and when this JVM ends in whatever way. */
final class ChildProcess private (command: Command, supervisor: Process, val pid: Long) extends AutoCloseable {

  def log: Path = command.log

  def isAlive: Boolean = supervisor.isAlive && ProcessHandle.of(pid).map[Boolean](_.isAlive).orElse(false)

  def hasEnded: Boolean = !isAlive

  /** Waits for the child to end by itself: its exit code, or [[ChildFailed]] when it takes longer than `within`. */
  def awaitExit(within: FiniteDuration): Int =
    if (supervisor.waitFor(within.toMillis, MILLISECONDS)) supervisor.exitValue
    else throw failed(s"did not end within $within")

  /** Waits until `ready`; [[ChildFailed]] when the child ends before that or is not ready `within` this time. */
  def awaitReady(within: FiniteDuration = ChildProcess.usuallyReady)(ready: => Boolean): Unit = {
    val deadline = within.fromNow

    @tailrec def poll(): Unit =
      if (!supervisor.isAlive) throw failed(s"ended during start-up with exit code ${supervisor.exitValue}")
      else if (!ready) {
        if (deadline.isOverdue()) throw failed(s"was not ready within $within")
        val _ = supervisor.waitFor(ChildProcess.pollMillis, MILLISECONDS)
        poll()
      }
    poll()
  }

  /** Sends the child its stop signal and waits for it to end by that; [[ChildFailed]] when it takes longer. */
  def endInOrder(within: FiniteDuration): Unit = {
    val _ = new ProcessBuilder("kill", "-s", command.stop.name, pid.toString).start().waitFor()
    val _ = awaitExit(within)
  }

  /** Asks the child to end, without waiting for it; it is killed after its grace. */
  def askToEnd(): Unit = supervisor.getOutputStream.close()

  /** Asks the child to end, kills it and its descendants after its grace, and returns when they are gone. */
  override def close(): Unit = synchronized {
    val descendants = supervisor.descendants().toScala(Vector)
    askToEnd()
    try
      if (!supervisor.waitFor(command.grace.toSeconds + ChildProcess.killSeconds, SECONDS)) kill(descendants)
    catch {
      case interrupted: InterruptedException =>
        kill(descendants)
        throw interrupted
    } finally {
      descendants.filter(_.isAlive).foreach(_.destroyForcibly())
      command.scratch.foreach(Folders.remove)
    }
  }

  private def kill(descendants: Vector[ProcessHandle]): Unit = {
    descendants.foreach(_.destroyForcibly())
    val _ = supervisor.destroyForcibly()
  }

  private def failed(what: String): ChildFailed = ChildFailed(command, what)
}

object ChildProcess {
  private val pollMillis = 50L
  private val killSeconds = 2L
  private val usuallyReady = 30.seconds

  private lazy val supervise: String =
    Using.resource(getClass.getResourceAsStream("supervise.sh"))(in => new String(in.readAllBytes(), UTF_8))

  /** Starts `command`, whose log begins with its command line, without secrets; one that cannot be executed ends early.
    */
  def start(command: Command): ChildProcess = {
    val _ = Files.createDirectories(command.log.getParent)
    val _ = Files.writeString(command.log, Secrets.masked(command.arguments.mkString("$ ", " ", "\n")), CREATE, APPEND)
    val scratch = command.scratch.fold("")(_.toString)
    val options = Vector(command.stop.name, command.grace.toSeconds.toString, scratch, command.log.toString)
    val shell = Vector("sh", "-c", supervise, "supervise") ++ options ++ command.arguments
    val builder = new ProcessBuilder(shell: _*)
    Passwords.variables.foreach(builder.environment().remove(_))
    command.environment.foreach { case (name, value) => builder.environment().put(name, value) }
    val supervisor = builder.redirectError(ProcessBuilder.Redirect.DISCARD).start()
    val says = new BufferedReader(new InputStreamReader(supervisor.getInputStream, UTF_8))
    new ChildProcess(command, supervisor, says.readLine().toLong)
  }

  /** Starts a command that `command` prepares in a folder of its own below `work`, which goes with it. */
  def startIn(work: Path)(command: Path => Command): ChildProcess = {
    val scratch = Folders.temporary(work, "run")
    try start(command(scratch).copy(scratch = Some(scratch)))
    catch {
      case failure: Throwable =>
        Folders.remove(scratch)
        throw failure
    }
  }

  /** Runs `command` to its end; [[ChildFailed]] unless it exits with 0 `within` this time. */
  def run(command: Command, within: FiniteDuration): Unit = {
    val code = Using.resource(start(command))(_.awaitExit(within))
    if (code != 0) throw ChildFailed(command, s"failed with exit code $code")
  }
}

/** A part of a run that is one child process, with what that has started. */
abstract class ProcessPart(process: ChildProcess) extends AutoCloseable {
  def pid: Long = process.pid

  /** True if it ended without being asked to. */
  def hasEnded: Boolean = process.hasEnded

  override def close(): Unit = process.close()
}

/** A child process ended or stalled where it should not have: what, its exit code, and the end of its log. */
final class ChildFailed(message: String) extends RuntimeException(message, null, false, false)

object ChildFailed {
  private val lines = 12

  private[process] def apply(command: Command, what: String): ChildFailed =
    new ChildFailed(s"${command.name} $what; its log ${command.log} ends with:\n${lastLines(command.log)}")

  private def lastLines(log: Path): String =
    // in whatever encoding: that of a program's own messages may be another
    Try(new String(Files.readAllBytes(log), UTF_8).linesIterator.toVector)
      .getOrElse(Vector.empty)
      .filterNot(_.isBlank)
      .takeRight(lines)
      .map("  " + _)
      .mkString("\n")
}

/** A child process to start, with its name in messages. Its output is appended to `log`; `stop` asks it to end, and it
  * is killed `grace` later; the folder `scratch` is removed once it has ended, even if the lab was killed.
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
