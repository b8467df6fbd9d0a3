package bottleneck.lab.parts.service

import bottleneck.lab.figures.settings.Secrets
import java.io.IOException
import java.nio.channels.{Channels, FileChannel}
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.StandardOpenOption.{APPEND, WRITE}
import java.nio.file.{Files, Path}
import scala.util.{Try, Using}

/** Log of the service: what it says of its end, and its size. */
private[service] object ServiceLog {
  private val most = 64L << 20
  private val kept = 16L << 20
  private val read = 256 << 10
  private val length = 300

  /** Keeps the beginning where the log has grown beyond 64 MiB. Others append to it: what comes is written behind. */
  def bound(log: Path): Unit =
    try
      if (Files.size(log) > most) {
        Using.resource(FileChannel.open(log, WRITE))(_.truncate(kept))
        val _ = Files.writeString(log, "\n(the lab left out a part of this log: it had more than 64 MiB)\n", APPEND)
      }
    catch { case _: IOException => () }

  /** Why the service ended: Spring Boot's description, else the last cause of an exception, else the last line. */
  def cause(log: Path): Option[String] = {
    val lines = end(log).filterNot(noise)
    def described: Option[String] =
      Some(lines.lastIndexOf("APPLICATION FAILED TO START")).filter(_ >= 0).map { at =>
        val text = lines.drop(at + 1).dropWhile(line => line.startsWith("***") || line.isBlank)
        text.filterNot(line => line.isBlank || line.endsWith("scription:")).take(6).mkString(" ")
      }
    def caused: Option[String] = lines.reverseIterator.map(_.trim).find(_.startsWith("Caused by: "))
    def thrown: Option[String] = lines.map(_.trim).reverseIterator.find(exception.findFirstIn(_).isDefined)
    described.orElse(caused).orElse(thrown).orElse(lines.filterNot(_.isBlank).lastOption).map { text =>
      val one = Secrets.masked(text.trim.replaceAll("\\s+", " "))
      if (one.length > length) s"${one.take(length)}…" else one
    }
  }

  private val exception = """^(Exception in thread|Error: |[\w.]+(Exception|Error)(:|$))""".r

  /** Lines of the JVM itself, of the lab's command line and of a stack. */
  private def noise(line: String): Boolean =
    line.startsWith("$ ") || line.matches("""^\[[^\]]*\]\[(warning|info|error)\].*|^\s+at .*|^\s*\.\.\. \d+ more""")

  private def end(log: Path): Vector[String] = Try(Using.resource(Files.newByteChannel(log)) { file =>
    file.position(math.max(0, file.size - read))
    new String(Channels.newInputStream(file).readAllBytes(), UTF_8).linesIterator.toVector
  }).getOrElse(Vector.empty)
}
