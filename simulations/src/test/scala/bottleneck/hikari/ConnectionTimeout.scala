package bottleneck.hikari

import bottleneck.Dsl._
import bottleneck.lab.claims.verdict.Study

/** A pool of 5, held for 600 ms, that more users want than it can ever serve (hikari/slow, hikari/fail-fast). It
  * settles until all of the first users have had their turn.
  */
abstract class ConnectionTimeout(timeout: FiniteDuration, users: Int, settle: FiniteDuration)
    extends ConnectionPool(
      Trial(
        "connection-timeout",
        s"${timeout.toSeconds} s, $users users",
        published = published(if (timeout > 3.seconds) "hikari/slow" else "hikari/fail-fast", "5 connections")
      ),
      PoolSetting(connections = 5, timeout = timeout),
      HoldingSweep.at300ms.holding
    ) {

  /** Arrival within the short time-out: refusals that came all at once would come back so. */
  override def load = load(users, arrival = 3.seconds, settle, window)
  override def fullLoad = load(users, arrival = 60.seconds, settle, window = 120.seconds)
  protected def window: FiniteDuration = 24.seconds
}

/** Spring Boot's default. Long, so that a wait of nearly 30 s can begin and end in its window. As many users as threads
  * wait for connections only.
  */
final class ConnectionTimeout30s extends ConnectionTimeout(30.seconds, PoolSetting.threads, settle = 14.seconds) {
  override protected def window: FiniteDuration = 60.seconds
}
final class ConnectionTimeout03s extends ConnectionTimeout(3.seconds, PoolSetting.threads, settle = 9.seconds)

/** Users at the source's first errors. */
final class ConnectionTimeout03sFewUsers extends ConnectionTimeout(3.seconds, users = 25, settle = 6.seconds)

/** The source's last stage: some of them wait for a thread as well. */
final class ConnectionTimeout03sManyUsers extends ConnectionTimeout(3.seconds, users = 150, settle = 8.seconds)

/** Study: the connection timeout of a pool that is far too small. */
object ConnectionTimeoutStudy {
  val study: Study = Study(
    id = "connection-timeout",
    title = "Connection timeout: waiting against failing fast",
    question =
      s"What does a short connection timeout change when 5 connections are held for ${Numbers.millis(HoldingSweep.at300ms.holding.time)} each?",
    factor = "connection timeout",
    answer = Vector(
      "Set the connection timeout to what a caller will wait, such as 3 s: {throughput[3 s, 100 users]} were answered, with 30 s {throughput[30 s, 100 users]}, and no answer or refusal took longer than {max.any[3 s, 100 users]}, with 30 s {max.any[30 s, 100 users]}."
    ),
    advice = Vector(
      "Failing fast cures no shortage: it answers no more requests, it only says so sooner and frees threads. Enlarge the pool or shorten the holding time.",
      "With 25 users the pool refused {failed[3 s, 25 users]} of {failed[3 s, 25 users] + ok[3 s, 25 users]} requests, as the source has errors from 25 users on; served in order none would be with up to 30.",
      "The timeout caps the wait for a connection only: with 150 users on 100 threads the 99th percentile of refusals came after {failed.p99[3 s, 150 users]}, as a thread was waited for as well; with as many users as threads after {failed.p99[3 s, 100 users]}."
    ),
    order = Vector("30 s, 100 users", "3 s, 100 users", "3 s, 25 users", "3 s, 150 users")
  )
}
