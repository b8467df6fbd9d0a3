package bottleneck.lab.explain.record

import bottleneck.lab.statistics.Window
import bottleneck.lab.explain.balancer.BalancerRecord.{Forwarded, MarkedDown}
import bottleneck.lab.explain.balancer.{BalancerLog, BalancerRecord}
import java.nio.file.Path

/** Balancer's counts of a run's requests for each instance, from its own log. */
final case class BalancerReading(servers: Vector[BalancedServer])

/** Requests that went to one instance.
  *
  * @param name
  *   `service-1`, …; `<NOSRV>` for requests that no instance was left for
  * @param requests
  *   received in the whole run
  * @param inWindow
  *   requests received in the window
  * @param failed
  *   requests that the balancer itself answered with 5xx: 504 where the instance timed out
  * @param lastReceivedMs
  *   since the run record's start, as is `downAtMs`
  * @param downAtMs
  *   time when first marked down; none if it never was
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
