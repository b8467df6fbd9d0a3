package bottleneck.lab

import java.io.IOException
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.Path
import java.util.concurrent.TimeUnit.SECONDS

/** What git knows of the project. */
private object Checkout {
  private val patienceSeconds = 5L

  /** The commit that is checked out in `project`; nothing without git, or where `project` is no checkout. */
  def commit(project: Path): Option[String] =
    try {
      val git = new ProcessBuilder("git", "rev-parse", "HEAD")
        .directory(project.toFile)
        .redirectError(ProcessBuilder.Redirect.DISCARD)
        .start()
      try
        Option.when(git.waitFor(patienceSeconds, SECONDS) && git.exitValue == 0)(
          new String(git.getInputStream.readAllBytes(), UTF_8).trim
        )
      finally {
        val _ = git.destroyForcibly()
      }
    } catch { case _: IOException => None }
}
