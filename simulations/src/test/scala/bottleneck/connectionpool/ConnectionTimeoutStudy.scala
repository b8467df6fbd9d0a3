package bottleneck.connectionpool

import bottleneck.lab.model.Numbers
import bottleneck.lab.explain.published.PublishedSetting
import bottleneck.lab.explain.record._
import bottleneck.lab.explain.statistics.Latency
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
    Conclusions(
      _.judged(slow, fast)((s, f) =>
        s"Set the connection timeout to what a caller will wait, such as 3 s: ${f.rate} were answered, with 30 s " +
          s"${s.rate}, and no answer or refusal took longer than ${longest(f)}, with 30 s ${longest(s)}."
      ),
      evidence =>
        Vector(
          Some(
            "Failing fast cures no shortage: it answers no more requests, it only says so sooner and frees threads. Enlarge the pool or shorten the holding time."
          ),
          evidence.counted(few).toOption.map(firstErrors),
          evidence.judged(fast, crowded)((f, c) =>
            s"The timeout caps the wait for a connection only: with ${c.load.users} users on ${asThreads} threads the 99th percentile of refusals came after " +
              s"${failedP99(c)}, as a thread was waited for as well; with as many users as threads after ${failedP99(f)}."
          )
        ).flatten
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

  private def firstErrors(run: Result): String = {
    val inOrder = (connections * (1 + short / holding.time)).round
    s"With ${run.load.users} users ${Numbers.count(run.total.ko)} of ${Numbers.count(run.total.ended)} requests were refused, as the " +
      s"source has errors from 25 users on; served in order none would be with up to $inOrder."
  }

  private def slowestMs(run: Result): Long =
    (run.total.latencyMs ++ run.total.failedLatencyMs).map(_.max).maxOption.getOrElse(0L)

  private def longest(run: Result): String = Numbers.millis(slowestMs(run))

  private def failedP99(run: Result): String = told(run.total.failedLatencyMs)(_.p99)

  private def told(latency: Option[Latency])(of: Latency => Long): String =
    latency.fold(Numbers.none)(ms => Numbers.millis(of(ms)))
}
