package bottleneck.lab.explain.balancer

import bottleneck.lab.explain.balancer.BalancerRecord._
import java.nio.charset.StandardCharsets.ISO_8859_1
import java.nio.file.{Files, Path}
import java.time.OffsetDateTime
import scala.jdk.StreamConverters._
import scala.util.{Try, Using}

/** Reads the log of the load balancer, an HAProxy that logs `request %s %ST %ts %Ta ms` and its own messages after the
  * time of each, in memory that does not grow with its length.
  */
object BalancerLog {

  /** Path relative to the run's folder. */
  val file: Path = Path.of("logs", "haproxy.log")

  /** Adds up every record, in the order of the log; nothing where there is no `log`. Lines that are none, as the last
    * one may be where it is cut, are passed over.
    */
  def read[A](log: Path)(none: A)(add: (A, BalancerRecord) => A): Option[A] =
    Option.when(Files.isRegularFile(log)) {
      // of this charset every byte is a character: a damaged line harms no other
      Using.resource(Files.lines(log, ISO_8859_1))(_.toScala(Iterator).flatMap(record).foldLeft(none)(add))
    }

  private val request = """(\S+) request (\S+) (-?\d{1,3}) (\S\S) (\d{1,9}) ms""".r
  private val down = """(\S+) Server [^\s/]+/(\S+) is DOWN,.*""".r

  private def record(line: String): Option[BalancerRecord] = line match {
    case request(at, server, status, ended, activeMs) =>
      // it is logged at its end, and active since its first byte, not since the one before on its connection
      epochMs(at).map(end => Forwarded(server, end - activeMs.toLong, status.toInt, ended))
    case down(at, server) => epochMs(at).map(MarkedDown(server, _))
    case _ => None
  }

  private def epochMs(time: String): Option[Long] = Try(OffsetDateTime.parse(time).toInstant.toEpochMilli).toOption
}
