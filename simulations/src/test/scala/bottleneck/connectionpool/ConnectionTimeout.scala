package bottleneck.connectionpool

import bottleneck.lab.{Setup, Simulated}
import bottleneck.lab.target.ClosedLoad
import scala.concurrent.duration._

/** A pool of 5, held for 600 ms, that more users want than it can ever serve (hikari/slow, hikari/fail-fast).
  *
  * @param settle
  *   until all of the first users have had their turn
  */
object ConnectionTimeout {
  def of(
      timeout: FiniteDuration,
      users: Int,
      settle: FiniteDuration,
      judged: FiniteDuration = 24.seconds
  ): Setup = ConnectionPool.of(
    ConnectionTimeoutStudy.trial(timeout, users),
    setting(timeout),
    holding,
    _.choose(
      // within the short time-out: refusals that came all at once would come back so
      quick = ClosedLoad(users, 3.seconds, settle, settle + judged, Some(holding.warmUp)),
      full = ClosedLoad(users, 60.seconds, settle, settle + 120.seconds, Some(holding.warmUp))
    )
  )

  private[connectionpool] val holding = HoldingStudy.at300ms.holding
  private[connectionpool] val connections = 5

  /** Users, as many as threads: they wait for connections only. */
  private[connectionpool] val asThreads = PoolSetting.threads

  /** The source's last stage: some of them wait for a thread as well. */
  private[connectionpool] val manyUsers = 150

  /** Users at the source's first errors. */
  private[connectionpool] val fewUsers = 25

  private def setting(timeout: FiniteDuration): PoolSetting = PoolSetting(connections, timeout = timeout)
}

/** Spring Boot's default. Long, so that a wait of nearly 30 s can begin and end in its window. */
final class ConnectionTimeout30s
    extends Simulated(
      ConnectionTimeout.of(30.seconds, ConnectionTimeout.asThreads, settle = 14.seconds, judged = 60.seconds)
    )

final class ConnectionTimeout03s
    extends Simulated(ConnectionTimeout.of(3.seconds, ConnectionTimeout.asThreads, settle = 9.seconds))

final class ConnectionTimeout03sFewUsers
    extends Simulated(ConnectionTimeout.of(3.seconds, ConnectionTimeout.fewUsers, settle = 6.seconds))

final class ConnectionTimeout03sManyUsers
    extends Simulated(ConnectionTimeout.of(3.seconds, ConnectionTimeout.manyUsers, settle = 8.seconds))
