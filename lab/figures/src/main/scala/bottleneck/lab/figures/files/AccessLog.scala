package bottleneck.lab.figures.files

import java.nio.charset.StandardCharsets.ISO_8859_1
import java.nio.file.{Files, Path}
import scala.jdk.StreamConverters._
import scala.util.Using

/** Tomcat's log of when a thread began with each request and how long it took, where a target's properties ask. */
object AccessLog {

  /** Folder of the process logs in a run's folder. */
  val folder: Path = Path.of("logs")

  /** The Spring property that asks for the log. */
  val asked: (String, String) = "server.tomcat.accesslog.enabled" -> "true"

  /** Properties that make the instance `name` log into the folder `logs`, if `properties` ask for it. */
  def place(properties: Map[String, String], name: String, logs: Path): Map[String, String] =
    if (properties.get(asked._1).contains(asked._2))
      Map(
        "directory" -> logs.toAbsolutePath.toString,
        "prefix" -> s"$name$ending",
        "suffix" -> "",
        "rotate" -> "false",
        // an instance is killed at its end
        "buffered" -> "false",
        "pattern" -> "%{begin:msec}t %D %s"
      ).map { case (key, value) => s"server.tomcat.accesslog.$key" -> value }
    else Map.empty

  /** An answered request: start of its processing, ms since 1970, and duration of that, µs. */
  final case class Call(beganMs: Long, micros: Long, status: Int)

  /** Calls of all instances in the order in which they began; lines that are damaged or cut are passed over. */
  def read(logs: Path): Vector[Call] =
    if (!Files.isDirectory(logs)) Vector.empty
    else
      Using
        .resource(Files.list(logs))(_.toScala(Vector))
        .filter(file => file.getFileName.toString.startsWith("service-") && file.toString.endsWith(ending))
        .sorted
        // of this charset every byte is a character: a damaged line harms no other
        .flatMap(file => Using.resource(Files.lines(file, ISO_8859_1))(_.toScala(Vector)))
        .flatMap(call)
        .sortBy(_.beganMs)

  private val ending = "-access.log"
  private val line = """(\d{1,15}) (\d{1,15}) (\d{3})""".r

  private def call(text: String): Option[Call] = text match {
    case line(began, micros, status) => Some(Call(began.toLong, micros.toLong, status.toInt))
    case _ => None
  }
}
