package bottleneck.threadpool

import bottleneck.lab.model.{ErrorKind, Numbers}
import bottleneck.ServiceProperties
import bottleneck.lab.explain.published.PublishedSetting
import bottleneck.lab.explain.record._
import bottleneck.lab.explain.statistics.Sent
import bottleneck.lab.explain.theory.SizingFormulas
import bottleneck.lab.explain.verdict._
import bottleneck.latency.{FirstRequests, RandomLatency, SameUsersStudy}
import scala.concurrent.duration._

/** Study: timeouts of users on a server with many threads. */
object HeldConnectionsStudy {
  private val tolerance = 0.05

  /** Smallest ratio of timeout rates, first to second half of arrivals, and largest p-value. */
  private val (oftener, chance) = (2.0, 0.05)

  val study: Study = Study(
    id = "held-connections",
    title = "One server with many threads: which requests time out?",
    question = "Do the first requests of a server with many threads starve, or do the last users find no connection?",
    factor = "max-connections",
    Conclusions(
      Vector(
        Statement("tuning/threads#throughput", Verdict.Reproduced, _.counted(manyName(1)).map(answersAll).merge),
        Statement("tuning/threads#first-requests-time-out", Verdict.Refuted, _.counted(name(some)).map(timeOut).merge),
        Statement("tuning/threads#starvation", Verdict.Refuted, _.counted(name(all)).map(starve).merge),
        FiveServersClaims.slowest
      ),
      _.judged(name(some), name(all))((s, a) =>
        s"With max-connections ${connections(s)}, ${failures(s)} of ${requests(s)} requests failed, ${connectFailures(s)} of them for want of a connection; with ${connections(a)}, ${failures(a)} of ${requests(a)}. Both answered what the threads allow: ${s.rate} and ${a.rate}."
      ),
      evidence =>
        Vector(
          evidence.counted(name(all)).toOption.flatMap(enough),
          Some(s"Set ${ListenQueue.rule} It is no place to wait in, as nobody answers there.")
        ).flatten
    ),
    order = Vector(some, all).map(name) ++ Vector(1, 5).map(manyName)
  )

  private def some: Int = HeldConnections.default
  private def all: Int = HeldConnections.enough
  private def manyName(instances: Int): String = {
    val threads = s"${Numbers.count(HeldConnections.manyThreads.toDouble / instances)} threads"
    if (instances == 1) threads else s"$instances × $threads"
  }
  private[threadpool] def name(connections: Int): String = s"max-connections ${Numbers.count(connections)}"

  def trial(connections: Int): Trial = Trial(
    study.id,
    name(connections),
    published = Option.when(connections == some)(PublishedSetting("tuning/threads", "1000 threads"))
  )

  /** Trial: the source's number of threads, at quick scale too, on one instance or five. */
  def many(instances: Int): Trial = Trial(
    study.id,
    manyName(instances),
    published = Option.when(instances == 1)(PublishedSetting("tuning/threads", "1000 threads"))
  )

  private def enough(run: Result): Option[String] = run.total.latencyMs.map { times =>
    val connections = SizingFormulas.maxConnections(run.total.throughput, times.mean.millis, Duration.Zero)
    s"Set max-connections above the number of users that are connected at once: requests/s × (response time + pause of a user), here ${run.rate} × ${Numbers.millis(times.mean.round)}, " +
      s"which says ${Numbers.count(connections)} for the ${Numbers.count(run.load.users)} users. A connection needs no thread until a request of it is worked on."
  }

  private def answersAll(run: Result): Judgement = run.expected.prediction match {
    case None => Judgement.undecided("the run does not say what its threads allow")
    case Some(limit) =>
      Judgement.of(limit.isWithin(tolerance, run.total.throughput))(
        s"one server of ${manyName(1)} answered ${run.rate}, of ${Numbers.rate(limit.perSecond)} that they allow (${limit.formula})"
      )
  }

  private def limitedByThreads(run: Result)(judgement: => Judgement): Judgement =
    if (run.expected.prediction.exists(limit => run.total.throughput >= (1 - tolerance) * limit.perSecond)) judgement
    else Judgement.undecided("something else than the threads limited the throughput")

  /** Judgement from the timeout rates of requests sent in the first and in the second half of the arrivals. */
  private def timeOut(run: Result): Judgement = limitedByThreads(run) {
    val arrivalMs = run.load.arrivalMs.toDouble
    val (first, last) = FirstRequests.halves(run)
    def part(of: Vector[Sent]): Double = FirstRequests.part(of)(FirstRequests.timedOut)
    if (part(first) + part(last) == 0)
      Judgement.undecided(
        "no request timed out that was sent while users arrived, or the log does not say when"
      )
    else
      Judgement.of(part(first) > part(last))(
        s"of the requests sent in the first half of the ${Numbers.millis(arrivalMs)} in which users arrived ${Numbers.percent(part(first))} timed out, of those in the second half ${Numbers
            .percent(part(last))}; ${held(run)}"
      )
  }

  /** Judgement of starvation: requests with a connection time out while threads answer newer ones; the first requests,
    * not random ones.
    */
  private def starve(all: Result): Judgement = limitedByThreads(all) {
    val (first, last) = FirstRequests.halves(all)
    val sooner = FirstRequests.part(first)(FirstRequests.unanswered)
    val later = FirstRequests.part(last)(FirstRequests.unanswered)
    val byChance = FirstRequests.chance(first, last)(FirstRequests.unanswered)
    val verdict =
      if (late(all) == 0) Verdict.Refuted
      else if (sooner >= oftener * later && byChance < chance) Verdict.Reproduced
      else Verdict.Undecided
    val likely =
      if (sooner > later) s" (by chance with a probability of ${Numbers.percent(byChance)})" else ""
    Judgement(
      verdict,
      s"with max-connections ${connections(all)}, enough for all users, ${Numbers.count(late(all))} of ${requests(all)} requests timed out while they waited for their answer, " +
        s"${Numbers.percent(sooner)} of those of the first half of the time in which users arrived and ${Numbers.percent(later)} of the second$likely, " +
        s"and the slowest answer took ${all.latency(_.max)}"
    )
  }

  private def late(run: Result): Long = ErrorKind.times(run.measured.wholeRun.errors, ErrorKind.requestTimedOut)

  private def held(run: Result): String = {
    val established = run.server.network.fold(Numbers.none)(seen => Numbers.count(seen.establishedMax))
    val theory = TomcatSetting.held(run).fold(Numbers.none)(held => Numbers.count(held.users))
    s"$established of ${Numbers.count(run.load.users)} users were connected at once, $theory in theory"
  }

  private def connections(run: Result): String =
    ServiceProperties.number(run, ServiceProperties.maxConnections).fold(Numbers.none)(Numbers.count)

  private def connectFailures(run: Result): String =
    Numbers.count(ErrorKind.times(run.measured.wholeRun.errors, ErrorKind.connectionTimedOut))

  private def requests(run: Result): String =
    Numbers.count(run.measured.wholeRun.ended)

  private def failures(run: Result): String = Numbers.count(run.measured.wholeRun.ko)
}

/** The claim of the source on the slowest response of five servers of 200 threads instead of one of 1000. */
private[threadpool] object FiveServersClaims {

  /** The slowest response of five servers and of one, as published, and what is no more rounded to that of five. */
  private val (slowestOfFiveMs, slowestOfOneMs, beyondFiveMs) = (13000.0, 60000.0, 13500.0)

  /** Ratio of maximum response times, a tenth of users and threads to all, by a simulated queue: in order, and with
    * some served at once.
    */
  private val (ofTenthInOrder, ofTenth) = (1.05, 1.07)

  // by theory, as newer requests overtake, it is between what reproduces and what refutes
  def slowest: Statement = Statement("tuning/five-instances#slowest", Verdict.Undecided, slowestOfFive)

  /** Reproduced only half of the way in factors from no change to the published one, at least, though one server's
    * slowest is no longer than its clients' patience. Of clients that keep their connections, as k6 and Locust do by
    * default.
    */
  private def slowestOfFive(evidence: Evidence): Judgement = {
    val (crowds, crowd) = (evidence.in(SameUsersStudy.study), SameUsersStudy.crowd(5).variant)
    for {
      one <- evidence.counted(HeldConnectionsStudy.name(HeldConnections.default)); five <- crowds.counted(crowd)
    } yield {
      val after = crowds.alike(crowd).map(slowestMs).sorted
      val (least, most) = if (five.load.users >= RandomLatency.sourcesUsers) (1.0, 1.0) else (ofTenthInOrder, ofTenth)
      val before = slowestMs(one)
      val seen =
        s"the slowest answer or failure of one server took ${Numbers.millis(before)}, of five ${listed(after)}, published ${SameUsersStudy
            .publishedMax(five)}; for as many users reproduced up to ${Numbers.millis(slowestOfFiveMs * least)}, refuted above ${Numbers
            .millis(beyondFiveMs * most)}"
      if (after.size < SameUsersStudy.repeatsOfFive)
        Judgement.undecided(s"$seen; ${SameUsersStudy.repeatsOfFive} runs of five are needed")
      else {
        val median = after(after.size / 2)
        val half = before * math.sqrt(slowestOfFiveMs / slowestOfOneMs)
        val verdict =
          if (median > beyondFiveMs * most || median >= before) Verdict.Refuted
          else if (median <= slowestOfFiveMs * least && median <= half) Verdict.Reproduced
          else Verdict.Undecided
        Judgement(verdict, seen)
      }
    }
  }.merge

  private def slowestMs(run: Result): Double = {
    val whole = run.measured.wholeRun
    (whole.latencyMs ++ whole.failedLatencyMs).map(_.max.toDouble).maxOption.getOrElse(0.0)
  }

  private def listed(times: Vector[Double]): String = times.map(Numbers.millis(_)).mkString(", ")
}
