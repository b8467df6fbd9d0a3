package bottleneck.jenkins

import java.nio.file.Path
import java.time.Instant
import java.util.concurrent.atomic.AtomicReference

/** Keeps the commands of another shell. */
final class RecordingShell(inner: Shell) extends Shell {
  private val seen = new AtomicReference(Vector.empty[(String, Map[String, String])])

  override def run(
      script: String,
      environment: Map[String, String],
      folder: Path,
      until: Option[Instant]
  ): Shell.End = {
    val _ = seen.updateAndGet(_ :+ (script -> environment))
    inner.run(script, environment, folder, until)
  }

  def scripts: Vector[String] = seen.get.map(_._1)

  /** That of the first command with this text. */
  def environment(part: String): Map[String, String] =
    seen.get.collectFirst { case (script, environment) if script.contains(part) => environment }.getOrElse(Map.empty)
}
