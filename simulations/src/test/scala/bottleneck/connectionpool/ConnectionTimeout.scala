package bottleneck.connectionpool

import bottleneck.lab.target.{Load, WarmUp}
import scala.concurrent.duration._

/** A pool of 5, held for 600 ms, that more users want than it can ever serve (hikari/slow, hikari/fail-fast).
  *
  * @param settle
  *   until all of the first users have had their turn
  */
abstract class ConnectionTimeout(timeout: FiniteDuration, users: Int, settle: FiniteDuration)
    extends ConnectionPool(
      ConnectionTimeoutStudy.trial(timeout, users),
      PoolSetting(connections = 5, ConnectionTimeout.threads, timeout),
      HoldingStudy.at300ms.holding,
      _.choose(
        quick = Load(users, 2.seconds, settle, settle + 24.seconds, Some(WarmUp(users = 4, 6.seconds))),
        full = Load(users, 60.seconds, settle, settle + 60.seconds, Some(WarmUp(users = 4, 6.seconds)))
      )
    )

object ConnectionTimeout {

  /** As many as the service has threads, so that users wait for a connection and for nothing else. */
  private[connectionpool] val threads = 100

  /** The source's last stage: some of them wait for a thread as well. */
  private[connectionpool] val manyUsers = 150

  /** With which its first errors come. */
  private[connectionpool] val fewUsers = 25
}

/** Spring Boot's default. */
final class ConnectionTimeout30s extends ConnectionTimeout(30.seconds, ConnectionTimeout.threads, settle = 14.seconds)

final class ConnectionTimeout03s extends ConnectionTimeout(3.seconds, ConnectionTimeout.threads, settle = 6.seconds)

final class ConnectionTimeout03sFewUsers
    extends ConnectionTimeout(3.seconds, ConnectionTimeout.fewUsers, settle = 6.seconds)

final class ConnectionTimeout03sManyUsers
    extends ConnectionTimeout(3.seconds, ConnectionTimeout.manyUsers, settle = 8.seconds)
