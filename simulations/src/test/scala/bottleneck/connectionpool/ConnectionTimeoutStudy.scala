package bottleneck.connectionpool

import bottleneck.lab.model.{ErrorKind, Numbers}
import bottleneck.lab.explain.published.PublishedSetting
import bottleneck.lab.explain.record._
import bottleneck.lab.explain.statistics.Latency
import bottleneck.lab.explain.theory.LittlesLaw
import bottleneck.lab.explain.verdict._
import bottleneck.connectionpool.ConnectionTimeout._
import scala.concurrent.duration._

/** Study: the connection timeout of a pool that is far too small. */
object ConnectionTimeoutStudy {
  private val long = 30.seconds
  private val short = 3.seconds
  private val tolerance = 0.05

  /** Longest refusal with the short timeout, in ms. */
  private val cap = 3200

  /** The source's "nearly 30 s": within a tenth. */
  private val nearlyMs = 27000L
  private val mostMs = 33000L

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
      Vector(
        Statement("hikari/slow", Verdict.Reproduced, _.counted(slow).map(waits).merge),
        Statement("hikari/fail-fast#cap", Verdict.Reproduced, _.counted(crowded).map(caps).merge),
        Statement("hikari/fail-fast#throughput", Verdict.Reproduced, _.judge(slow, fast)(keepsThroughput))
      ),
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

  /** Judgement of the maximum response time, where no request waits for a thread; refusals after 30 s do not count. */
  private def waits(run: Result): Judgement = {
    val slowest = run.total.latencyMs.fold(0L)(_.max)
    val inOrder = LittlesLaw.responseTime(run.load.users.toDouble, connections / holding.time.toUnit(SECONDS))
    val seen =
      s"the slowest answer took ${Numbers.millis(slowest)}, the median ${run.latency(_.p50)}, and ${Numbers.count(run.total.ko)} were refused; " +
        s"served in order each would take ${Numbers.millis(inOrder)}"
    if (slowest >= nearlyMs) Judgement.of(slowest <= mostMs)(seen)
    else if (run.total.ok > 0 && run.total.ko == 0) Judgement(Verdict.Refuted, seen)
    else Judgement.undecided(seen)
  }

  private def caps(run: Result): Judgement = {
    val named = ErrorKind.times(run.total.errors, ErrorKind.noDatabaseConnection)
    run.server.service.hikari
      .flatMap(_.acquireP99Ms)
      .fold(Judgement.undecided("the pool was not watched"))(waited =>
        Judgement.of(run.total.ko > 0 && named == run.total.ko && waited <= cap)(
          s"${Numbers.count(run.total.ko)} requests failed, ${Numbers.count(named)} of them for want of a connection; 99 % of the waits for one ended within ${Numbers
              .millis(waited)}, and 99 % of the failures came to the client after ${failedP99(run)}, as it waits for a thread as well"
        )
      )
  }

  private def keepsThroughput(slow: Result, fast: Result): Judgement = {
    val ratio = fast.gainOver(slow)
    val told =
      s"${fast.rate} were answered, ${Numbers.percent(ratio)} of the ${slow.rate} with 30 s"
    if (fast.total.ko == 0) Judgement.undecided(s"$told, and no wait was given up")
    else Judgement.of(math.abs(ratio - 1) <= tolerance)(told)
  }

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
