package bottleneck.jenkins

import java.io.File
import java.nio.file.{Files, Path}
import java.time.Instant
import java.util.concurrent.TimeUnit.{MILLISECONDS, SECONDS}
import java.util.concurrent.TimeoutException
import scala.jdk.CollectionConverters._
import scala.jdk.StreamConverters._

/** What runs the scripts of `sh`. */
trait Shell {

  /** Runs `script` to its end, or until the time is up: then its processes are ended. */
  def run(script: String, environment: Map[String, String], folder: Path, until: Option[Instant]): Shell.End
}

object Shell {
  sealed trait End
  final case class Exit(code: Int) extends End
  case object TimeUp extends End

  /** How long processes have to end by themselves. */
  private val graceSeconds = 20L

  /** `sh -xe`, as Jenkins' own step. */
  object Real extends Shell {
    override def run(script: String, environment: Map[String, String], folder: Path, until: Option[Instant]): End = {
      val file = Files.writeString(Files.createTempFile("jenkinsfile", ".sh"), script)
      val builder = new ProcessBuilder("sh", "-xe", file.toString).directory(folder.toFile).inheritIO()
      builder.redirectInput(new File("/dev/null"))
      builder.environment().putAll(environment.asJava)
      val process = builder.start()
      try if (ended(process, until)) Exit(process.exitValue()) else TimeUp
      finally {
        end(process)
        Files.delete(file)
      }
    }

    private def ended(process: Process, until: Option[Instant]): Boolean = until match {
      case None => process.waitFor() >= 0
      case Some(end) => process.waitFor(math.max(0, end.toEpochMilli - System.currentTimeMillis()), MILLISECONDS)
    }

    /** The script and everything that it started. */
    private def end(process: Process): Unit = {
      val all = process.descendants().toScala(Vector) :+ process.toHandle
      val _ = all.map(_.destroy())
      all.foreach(handle =>
        try { val _ = handle.onExit().get(graceSeconds, SECONDS) }
        catch { case _: TimeoutException => val _ = handle.destroyForcibly() }
      )
    }
  }
}
