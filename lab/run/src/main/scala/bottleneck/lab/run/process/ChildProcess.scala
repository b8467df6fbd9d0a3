package bottleneck.lab.run.process

import bottleneck.lab.run.host.Folders
import bottleneck.lab.settings.Passwords
import java.io.{BufferedReader, IOException, InputStreamReader}
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path}
import java.nio.file.StandardOpenOption.{APPEND, CREATE}
import java.util.concurrent.TimeUnit.{MILLISECONDS, SECONDS}
import java.util.concurrent.atomic.{AtomicBoolean, AtomicReference}
import scala.annotation.tailrec
import scala.concurrent.duration._
import scala.io.Source
import scala.jdk.StreamConverters._
import scala.util.Using

/** A running child under its supervising shell: it ends when closed, and also when this JVM ends in whatever way. It
  * may be made to fail, and be started again.
  */
final class ChildProcess private (command: Command, first: Supervised) extends AutoCloseable {
  private val current = new AtomicReference(first)
  private val ending = new AtomicReference(Option.empty[Supervised])
  private val toEnd = new AtomicBoolean

  private def supervisor: Process = current.get.shell

  /** Of the command itself; another once it was started again. */
  def pid: Long = current.get.pid

  /** The file with all of its output. */
  def log: Path = command.log

  def isAlive: Boolean = supervisor.isAlive && ProcessHandle.of(pid).map[Boolean](_.isAlive).orElse(false)

  /** Whether it ended although nobody made it. */
  def hasEnded: Boolean = !isAlive && !toEnd.get

  /** Waits for the child to end by itself: its exit code, or [[ChildFailed]] when it takes longer than `within`. */
  def awaitExit(within: FiniteDuration): Int =
    if (supervisor.waitFor(within.toMillis, MILLISECONDS)) supervisor.exitValue
    else throw failed(s"did not end within $within")

  /** Waits for the child to end by itself with exit code 0; anything else is [[ChildFailed]]. */
  def awaitSuccess(within: FiniteDuration): Unit = {
    val code = awaitExit(within)
    if (code != 0) throw failed(s"failed with exit code $code")
  }

  /** Waits until `ready`; [[ChildFailed]] when the child ends before that or is not ready `within` this time. */
  def awaitReady(within: FiniteDuration)(ready: => Boolean): Unit = {
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
    send(command.stop.name)
    val _ = awaitExit(within)
  }

  /** Kills the child for good. */
  def fail(): Unit = {
    toEnd.set(true)
    send("KILL")
  }

  /** Stops it where it is, until it is resumed. */
  def suspend(): Unit = send("STOP")

  def resume(): Unit = send("CONT")

  /** Sends the child this signal, starts it again `down` after its end, without waiting for that, and returns when it
    * has ended; [[ChildFailed]] when that takes longer than `within`. Its scratch folder stays.
    */
  def restart(signal: StopSignal, down: FiniteDuration, within: FiniteDuration): Unit = {
    val before = synchronized {
      val running = current.get
      current.set(ChildProcess.supervised(command, ChildProcess.succeeding(running.pid, down)))
      ending.set(Some(running))
      running
    }
    before.leaveScratch()
    Supervised.send(signal.name, before.pid)
    if (!before.shell.waitFor(within.toMillis, MILLISECONDS)) throw failed(s"did not end within $within")
    ending.set(None)
  }

  private def send(signal: String): Unit = Supervised.send(signal, pid)

  /** Asks the child to end, without waiting for it; it is killed after its grace. */
  def askToEnd(): Unit = supervisor.getOutputStream.close()

  /** Asks the child to end, kills it and its descendants after its grace, and returns when they are gone. */
  override def close(): Unit = synchronized {
    val descendants = (current.get +: ending.get.toVector).flatMap(_.shell.descendants().toScala(Vector))
    ending.get.foreach(_.shell.getOutputStream.close())
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

/** A shell and the process `pid` that it supervises; `says` is what it writes. */
private final case class Supervised(shell: Process, pid: Long, says: BufferedReader) {

  /** Returns when the shell will not remove the scratch folder any more. */
  def leaveScratch(): Unit =
    try {
      shell.getOutputStream.write('\n')
      shell.getOutputStream.flush()
      val _ = says.readLine()
    } catch { case _: IOException => () } // it has ended
}

private object Supervised {
  def send(signal: String, pid: Long): Unit = {
    val _ = new ProcessBuilder("kill", "-s", signal, pid.toString).start().waitFor()
  }
}

object ChildProcess {
  private val pollMillis = 50L
  private val killSeconds = 2L

  private lazy val supervise = script("supervise.sh")
  private lazy val succeed = script("succeed.sh")

  private def script(name: String): String =
    Using.resource(Source.fromInputStream(getClass.getResourceAsStream(name), UTF_8.name))(_.mkString)

  /** Starts `command`, whose log begins with its command line; a program that cannot be executed shows as an early end.
    */
  def start(command: Command): ChildProcess = new ChildProcess(command, supervised(command, Vector.empty))

  private def supervised(command: Command, before: Vector[String]): Supervised = {
    val _ = Files.createDirectories(command.log.getParent)
    val _ = Files.writeString(command.log, command.arguments.mkString("$ ", " ", "\n"), CREATE, APPEND)
    val options =
      Vector(
        command.stop.name,
        command.grace.toSeconds.toString,
        command.scratch.fold("")(_.toString),
        command.log.toString
      )
    val shell = Vector("sh", "-c", supervise, "supervise") ++ options ++ before ++ command.arguments
    val builder = new ProcessBuilder(shell: _*)
    Passwords.variables.foreach(builder.environment().remove(_))
    command.environment.foreach { case (name, value) => builder.environment().put(name, value) }
    val supervisor = builder.redirectError(ProcessBuilder.Redirect.DISCARD).start()
    val says = new BufferedReader(new InputStreamReader(supervisor.getInputStream, UTF_8))
    Supervised(supervisor, says.readLine().toLong, says)
  }

  /** What a command begins with that is to run so long `after` the process `pid` has ended. */
  private def succeeding(pid: Long, after: FiniteDuration): Vector[String] =
    Vector("sh", "-c", succeed, "succeed", pid.toString, BigDecimal(after.toMillis, 3).toString)

  /** Runs `command` to its end; [[ChildFailed]] unless it exits with 0 `within` this time. */
  def run(command: Command, within: FiniteDuration): Unit =
    Using.resource(start(command))(_.awaitSuccess(within))
}
