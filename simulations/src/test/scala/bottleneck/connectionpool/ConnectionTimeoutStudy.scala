package bottleneck.connectionpool

import bottleneck.lab.explain.report.Numbers
import bottleneck.lab.explain.result._
import scala.concurrent.duration._

/** What the runs with a pool that is far too small say of waiting for it. */
object ConnectionTimeoutStudy {
  private val slow = "30 s"
  private val fast = "3 s"
  private val tolerance = 0.05

  /** Of the time-out, in ms: what a refusal may take beyond it. */
  private val cap = 3200

  /** The source's "nearly 30 s". */
  private val nearlyMs = 27000

  val study: Study = Study(
    id = "connection-timeout",
    title = "Connection timeout: waiting against failing fast",
    question = "What does a short connection timeout change when 5 connections are held for 600 ms each?",
    factor = "connection timeout",
    claims = Vector(
      Claim("hikari/slow", Verdict.Refuted, _.valid(slow).map(waits).merge),
      Claim("hikari/fail-fast", Verdict.Reproduced, _.judge(slow, fast)(capped))
    ),
    answer = _.judged(slow, fast)((s, f) =>
      s"Set the connection timeout to what a caller will wait, such as 3 s: the throughput stays (${Numbers.rate(s.total.throughput)} and " +
        s"${Numbers.rate(f.total.throughput)}) and a refusal comes after ${failedP99(f)} instead of an answer after ${p99(s)}."
    ),
    advice = evidence =>
      Vector(
        Some(
          "Failing fast cures no shortage: it answers no more requests, it only says so sooner and frees threads. Enlarge the pool or shorten the holding time."
        ),
        evidence.judged(fast, crowded)((f, c) =>
          s"The timeout caps the wait for a connection only: with more users than threads (${c.load.users} on 100) a refusal came after ${failedP99(c)}, " +
            s"because the thread was waited for as well; with as many users as threads after ${failedP99(f)}."
        )
      ).flatten,
    simulations = Some("bottleneck.connectionpool.ConnectionTimeout*"),
    order = Vector(slow, fast, few, crowded)
  )

  /** The variant with this timeout and so many users. */
  def trial(timeout: FiniteDuration, users: Int): Trial = Trial(
    study,
    name(timeout, users),
    published = Some(
      if (timeout > 3.seconds) PublishedSetting("hikari/slow", "5 connections")
      else PublishedSetting("hikari/fail-fast", "5 connections")
    )
  )

  private def name(timeout: FiniteDuration, users: Int): String = {
    val seconds = s"${timeout.toSeconds} s"
    if (users == ConnectionTimeout.threads) seconds else s"$seconds, $users users"
  }

  private def few: String = name(3.seconds, ConnectionTimeout.fewUsers)
  private def crowded: String = name(3.seconds, ConnectionTimeout.manyUsers)

  private def waits(run: Result): Judgement = {
    val slowest = run.total.latencyMs.fold(0L)(_.max)
    Judgement.of(slowest >= nearlyMs)(
      s"the slowest of ${Numbers.count(run.total.ok.toDouble)} waited ${Numbers.millis(slowest.toDouble)}, p50 ${p50(run)}; by Little's law " +
        s"${run.load.users} users on 5 connections wait ${Numbers.millis(run.load.users * 600.0 / 5)}, and nearly 30 s takes ${Numbers.count(30 / 0.6 * 5)} of them"
    )
  }

  private def capped(slow: Result, fast: Result): Judgement = {
    val ratio = fast.total.throughput / slow.total.throughput
    val named = fast.total.errors.keys.forall(ErrorKind.of(_).contains(ErrorKind.noDatabaseConnection))
    val p99 = fast.total.failedLatencyMs.fold(Long.MaxValue)(_.p99)
    Judgement.of(math.abs(ratio - 1) <= tolerance && fast.total.ko > 0 && named && p99 <= cap)(
      s"${Numbers.percent(ratio)} of the throughput with 30 s; ${Numbers.count(fast.total.ko.toDouble)} requests found no connection, " +
        s"all named so, the 99th percentile of them after ${failedP99(fast)}"
    )
  }

  private def failedP99(run: Result): String =
    run.total.failedLatencyMs.fold(Numbers.none)(latency => Numbers.millis(latency.p99.toDouble))

  private def p99(run: Result): String = run.total.latencyMs.fold(Numbers.none)(l => Numbers.millis(l.p99.toDouble))

  private def p50(run: Result): String = run.total.latencyMs.fold(Numbers.none)(l => Numbers.millis(l.p50.toDouble))
}
