package bottleneck.connectionpool

import bottleneck.lab.model.Numbers
import bottleneck.lab.explain.published.PublishedSetting
import bottleneck.lab.explain.record._
import bottleneck.lab.explain.verdict._
import bottleneck.connectionpool.ConnectionTimeout._
import scala.concurrent.duration._

/** Study: the connection timeout of a pool that is far too small. */
object ConnectionTimeoutStudy {
  private val long = 30.seconds
  private val short = 3.seconds

  private val slow = name(long, asThreads)
  private val fast = name(short, asThreads)
  private val few = name(short, fewUsers)
  private val crowded = name(short, manyUsers)

  val study: Study = Study(
    id = "connection-timeout",
    title = "Connection timeout: waiting against failing fast",
    question =
      s"What does a short connection timeout change when $connections connections are held for ${Numbers.millis(holding.time)} each?",
    factor = "connection timeout",
    answer = Vector(
      "Set the connection timeout to what a caller will wait, such as 3 s: {throughput[3 s, 100 users]} were answered, with 30 s {throughput[30 s, 100 users]}, and no answer or refusal took longer than {max.any[3 s, 100 users]}, with 30 s {max.any[30 s, 100 users]}."
    ),
    advice = Vector(
      "Failing fast cures no shortage: it answers no more requests, it only says so sooner and frees threads. Enlarge the pool or shorten the holding time.",
      "With 25 users the pool refused {failed[3 s, 25 users]} of {failed[3 s, 25 users] + ok[3 s, 25 users]} requests, as the source has errors from 25 users on; served in order none would be with up to 30.",
      "The timeout caps the wait for a connection only: with 150 users on 100 threads the 99th percentile of refusals came after {failed.p99[3 s, 150 users]}, as a thread was waited for as well; with as many users as threads after {failed.p99[3 s, 100 users]}."
    ),
    order = Vector(slow, fast, few, crowded)
  )

  /** The variant with this timeout and so many users. */
  def trial(timeout: FiniteDuration, users: Int): Trial = Trial(
    study.id,
    name(timeout, users),
    published = Some(
      if (timeout > short) PublishedSetting("hikari/slow", "5 connections")
      else PublishedSetting("hikari/fail-fast", "5 connections")
    )
  )

  private def name(timeout: FiniteDuration, users: Int): String = s"${timeout.toSeconds} s, $users users"
}
