package bottleneck.lab.figures.record

import bottleneck.lab.figures.record.BalancerRecord._
import bottleneck.lab.figures.statistics.Window
import java.nio.charset.StandardCharsets.ISO_8859_1
import java.nio.file.{Files, Path}
import java.time.OffsetDateTime
import scala.jdk.StreamConverters._
import scala.util.{Try, Using}

/** Balancer's counts of a run's requests for each instance, from its own log. */
final case class BalancerReading(servers: Vector[BalancedServer])

/** Requests that went to one instance, or to `<NOSRV>` where none was left. The balancer itself answered the `failed`
  * ones with 5xx: 504 where the instance timed out. `requests` are those of the whole run; `downAtMs` is none where it
  * was never marked down. Times are since the run record's start.
  */
final case class BalancedServer(
    name: String,
    requests: Long = 0,
    inWindow: Long = 0,
    failed: Long = 0,
    lastReceivedMs: Option[Long] = None,
    downAtMs: Option[Long] = None
)

object BalancerReading {

  /** Reads the `log` of a run that began at `startMs` since the epoch; nothing where there is none. What was received
    * before is the lab's own.
    */
  def read(log: Path, startMs: Long, window: Window): Option[BalancerReading] = {
    val servers = BalancerLog.read(log)(Map.empty[String, BalancedServer]) { (sofar, record) =>
      val server = sofar.getOrElse(record.server, BalancedServer(record.server))
      added(server, record, startMs, window).fold(sofar)(sofar.updated(record.server, _))
    }
    servers.map(found => BalancerReading(found.values.toVector.sortBy(place)))
  }

  private def added(
      server: BalancedServer,
      record: BalancerRecord,
      startMs: Long,
      window: Window
  ): Option[BalancedServer] = record match {
    case MarkedDown(_, at) => Some(server.copy(downAtMs = server.downAtMs.orElse(Some(at - startMs))))
    case request: Forwarded if request.receivedAt < startMs => None
    case request: Forwarded =>
      val received = request.receivedAt - startMs
      Some(
        server.copy(
          requests = server.requests + 1,
          inWindow = server.inWindow + (if (window.contains(received.toInt)) 1 else 0),
          failed = server.failed + (if (request.isBalancersOwn) 1 else 0),
          lastReceivedMs = (server.lastReceivedMs ++ Some(received)).maxOption
        )
      )
  }

  /** By number, and last those of no instance. */
  private def place(server: BalancedServer): (Boolean, Int, String) =
    (server.name == BalancerRecord.noServer, server.name.length, server.name)
}

/** Reads the log of the load balancer, an HAProxy that logs `request %s %ST %ts %Ta ms` and its own messages after the
  * time of each, in memory that does not grow with its length.
  */
object BalancerLog {
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

/** A line of the load balancer's log; times are in milliseconds since the epoch. */
sealed trait BalancerRecord {

  /** The instance, as the balancer calls it. */
  def server: String
}

object BalancerRecord {

  /** The name in place of an instance's where none was left for a request. */
  val noServer = "<NOSRV>"

  /** A request that has ended, received with its first byte; `status` is -1 without an answer, `ended` the cause and
    * phase of its end in HAProxy's two letters (configuration manual 2.6, §8.5).
    */
  final case class Forwarded(server: String, receivedAt: Long, status: Int, ended: String) extends BalancerRecord {

    /** True if the balancer itself produced the 5xx: 504 for an instance that timed out, 503 without one, … */
    def isBalancersOwn: Boolean = status >= 500 && !ended.startsWith("-") && !Set('D', 'L')(ended.last)
  }

  /** An instance that failed its checks. */
  final case class MarkedDown(server: String, at: Long) extends BalancerRecord
}
