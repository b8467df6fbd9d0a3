package bottleneck.lab.run.limit

import java.io.IOException
import java.lang.ProcessBuilder.Redirect
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path}
import java.util.concurrent.TimeUnit.SECONDS
import scala.io.Source
import scala.util.Using

/** A shell that removes control groups when this is closed or this JVM ends in whatever way, as soon as the processes
  * in them have ended. It is there before they are.
  */
private[limit] final class GroupRemover(groups: Vector[Path]) extends AutoCloseable {
  private val shell = {
    val command = Vector("sh", "-c", GroupRemover.script, "remove-groups") ++ groups.map(_.toString)
    new ProcessBuilder(command: _*).redirectOutput(Redirect.DISCARD).redirectError(Redirect.DISCARD).start()
  }

  /** Returns when the groups are gone; an `IOException` names those that are not. */
  override def close(): Unit = {
    shell.getOutputStream.close()
    try {
      val _ = shell.waitFor(GroupRemover.patienceSeconds, SECONDS)
    } finally {
      val _ = shell.destroyForcibly()
    }
    val left = groups.filter(Files.exists(_))
    if (left.nonEmpty) throw new IOException(s"control groups still have processes: ${left.mkString(", ")}")
  }
}

private object GroupRemover {

  /** A little longer than the shell's own. */
  private val patienceSeconds = 65L

  private lazy val script: String =
    Using.resource(Source.fromInputStream(getClass.getResourceAsStream("remove-groups.sh"), UTF_8.name))(_.mkString)
}
