package bottleneck.lab

import bottleneck.lab.run.process.ChildFailed
import bottleneck.lab.settings.Refused
import java.io.{IOException, UncheckedIOException}
import java.sql.SQLException
import scala.jdk.OptionConverters._

/** How a run's JVM ends. */
private object Ending {
  private val refused = 1
  private val assertionsFailed = 2

  /** A mistake of the user or a part that does not start ends the JVM with a sentence, not with a stack trace. */
  def orExit[A](action: => A): A = orExit(refused)(action)

  /** The same of a run that has begun: it fails the build, and lets the other simulations of the build run. */
  def orFail[A](action: => A): A = orExit(assertionsFailed)(action)

  private def orExit[A](code: Int)(action: => A): A =
    try action
    catch {
      case failure @ (_: Refused | _: ChildFailed) => exit(failure.getMessage, code)
      case failure @ (_: IOException | _: UncheckedIOException) =>
        exit(unreadable(failure.getMessage), code)
      case failure: SQLException => exit(s"The database failed: ${failure.getMessage}", code)
    }

  private def unreadable(reason: String): String = {
    val full = Option(reason).exists(_.contains("No space left on device"))
    s"A file could not be read or written: $reason." +
      (if (full) " Free some space on the disk of the checkout, and run again." else "")
  }

  /** Nobody ends Gatling's JVM when who started it is killed: then this one ends too, also where that was so soon that
    * it has another parent by now.
    */
  def withParent(): Unit = {
    def gone(): Unit = exit("The process that started this run is gone, and so the run ends.", refused)
    val parent = ProcessHandle.current().parent().toScala
    if (sys.env.get(GatlingJvm.startedBy).exists(pid => !parent.exists(_.pid.toString == pid))) gone()
    parent.foreach(_.onExit().thenRun(() => gone()))
  }

  /** Gatling's assertions see whole runs only. So what is judged over the window ends the JVM with the exit code that
    * Gatling gives to failed assertions, once Gatling has written its report and exits itself.
    */
  def failBuild(): Unit =
    Runtime.getRuntime.addShutdownHook(new Thread(() => Runtime.getRuntime.halt(assertionsFailed), "fail-build"))

  /** A run that cannot be here is no failure: others go on. */
  def skip(): Nothing = sys.exit(0)

  private def exit(sentence: String, code: Int): Nothing = {
    System.err.println(s"[lab] $sentence")
    sys.exit(code)
  }
}
