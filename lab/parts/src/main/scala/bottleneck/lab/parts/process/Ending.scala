package bottleneck.lab.parts.process

import bottleneck.lab.figures.settings.Refused
import java.io.{IOException, UncheckedIOException}
import java.sql.SQLException
import scala.jdk.OptionConverters._

/** Ending of a run's JVM. */
private[lab] object Ending {

  /** The environment variable in which a run that the lab starts finds the pid of who did. */
  val startedBy = "LAB_STARTED_BY"

  private val refused = 1
  private val assertionsFailed = 2

  /** Ends the JVM with a sentence instead of a stack trace where a mistake of the user or a failing part is the reason,
    * and with both where nobody foresaw the failure of a run that has `begun`: then the build fails, and its other
    * simulations run. Returns otherwise.
    */
  def ofFailure(failure: Throwable, begun: Boolean): Unit =
    sentence(failure)
      .orElse(Option.when(begun)(unforeseen(failure)))
      .foreach(exit(_, if (begun) assertionsFailed else refused))

  /** The result of a command, or the end of its JVM with a sentence. */
  def orExit[A](action: => A): A =
    try action
    catch {
      case failure: Throwable =>
        ofFailure(failure, begun = false)
        throw failure
    }

  /** A sentence about a failure that may happen; none about one that nobody foresaw. */
  def sentence(failure: Throwable): Option[String] = failure match {
    case _: Refused | _: ChildFailed => Some(failure.getMessage)
    case _: IOException | _: UncheckedIOException => Some(unreadable(failure.getMessage))
    case _: SQLException => Some(s"The database failed: ${failure.getMessage}")
    case _ => None
  }

  /** Users would go on sending until the load's bound if the JVM did not end. */
  private def unforeseen(failure: Throwable): String = {
    failure.printStackTrace()
    s"The run failed unexpectedly: $failure."
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
    if (sys.env.get(startedBy).exists(pid => !parent.exists(_.pid.toString == pid))) gone()
    parent.foreach(_.onExit().thenRun(() => gone()))
  }

  /** Has the JVM end with the code that Gatling gives to failed assertions. Gatling's assertions see the whole load and
    * not its window, and nothing else that it offers changes its exit code: it calls `System.exit` itself, after its
    * report. So the code is changed where that call ends, in a shutdown hook; the lab's parts have ended by then.
    */
  def failBuild(code: Int = assertionsFailed): Unit =
    Runtime.getRuntime.addShutdownHook(new Thread(() => Runtime.getRuntime.halt(code), "fail-build"))

  /** A run that cannot be here is no failure: others go on. */
  def skip(): Nothing = sys.exit(0)

  /** Ends a command that cannot do what it is asked. */
  def fail(sentence: String, code: Int = refused): Nothing = {
    System.err.println(sentence)
    sys.exit(code)
  }

  private def exit(sentence: String, code: Int): Nothing = fail(s"[lab] $sentence", code)
}
