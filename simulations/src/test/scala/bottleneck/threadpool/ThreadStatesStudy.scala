package bottleneck.threadpool

import bottleneck.lab.model.Numbers
import bottleneck.lab.{Setup, Simulated, Workload}
import bottleneck.lab.explain.record.{ThreadStates => States, _}
import bottleneck.lab.explain.verdict._
import bottleneck.lab.target.Burst
import scala.concurrent.duration._

/** Study: states of threads. */
object ThreadStatesStudy {
  private val variant = "20 requests for 20 threads"

  /** Busy threads, of 50, in the study of connections; all are within min-spare. */
  private val working = 10
  private def allSpare: String = MaxConnectionsStudy.trial(working).variant

  /** Part of the threads that must be seen to change, as they are looked at once a second. */
  private val most = 0.8

  /** Metrics are read one after the other: threads may begin or end meanwhile. */
  private val meanwhile = 2.0

  /** Bounds of "about 7": within a factor of √2. */
  private val (fewestAtRest, mostAtRest) = (5, 10)

  val study: Study = Study(
    id = "thread-states",
    title = "Tomcat: the states of threads",
    question = "What do the states of a service's threads show?",
    factor = "requests",
    Conclusions(
      Vector(
        Statement("tomcat/thread-states#moves", Verdict.Reproduced, _.counted(variant).map(watched(_)(move)).merge),
        Statement("tomcat/thread-states#at-rest", Verdict.Reproduced, _.counted(variant).map(watched(_)(rest)).merge),
        // live are all: a timed-waiting thread may be a daemon too
        Statement("tomcat/thread-states#live", Verdict.Refuted, _.counted(variant).map(watched(_)(areSum)).merge),
        Statement(
          "tomcat/thread-states#after-work",
          Verdict.Refuted,
          _.in(MaxConnectionsStudy.study).counted(allSpare).map(watched(_)(restTimed)).merge
        )
      ),
      _.counted(variant).toOption
        .flatMap(_.server.service.threads)
        .map(seen => s"Little: ${states(seen)}. Tomcat's busy threads show how many requests are in work."),
      _ =>
        Vector(
          "Do not alarm on thread states. Runnable threads at rest are those that wait for the network (acceptor, poller) and the JVM's own: RUNNABLE includes a system call that waits.",
          "An idle thread of the pool waits without a limit while there are no more than min-spare, and for at most 60 s (TIMED_WAITING) while there are more: then it ends. A request that sleeps or waits with a timeout is TIMED_WAITING as well. So the state does not say whether a thread works: watch tomcat.threads.busy against tomcat.threads.config.max."
        )
    )
  )

  def trial: Trial = Trial(study.id, variant)

  private def watched(run: Result)(judge: States => Judgement): Judgement =
    run.server.service.threads.fold(Judgement.undecided("the threads were not watched"))(judge)

  private def move(seen: States): Judgement = Judgement.of(
    Vector(seen.runnable, seen.timedWaiting).forall(grown(_) >= most * ThreadStates.threads) &&
      grown(seen.waiting) >= most * ThreadStates.spare
  )(states(seen))

  private def rest(seen: States): Judgement =
    Judgement.of(seen.runnable.least >= fewestAtRest && seen.runnable.least <= mostAtRest)(
      s"${Numbers.count(seen.runnable.least)} threads were runnable at rest"
    )

  private def areSum(seen: States): Judgement =
    seen.live.fold(Judgement.undecided("how many threads lived was not watched"))(live =>
      Judgement.of(math.max(math.abs(live.rest.least), math.abs(live.rest.most)) <= meanwhile)(
        s"${span(live.all)} threads lived, of which ${span(live.daemon)} were daemons; of all less daemons and timed-waiting ones ${span(live.rest)} were left, where the source has 0"
      )
    )

  /** One that is done waits without a limit where no thread is beyond min-spare. */
  private def restTimed(seen: States): Judgement = Judgement.of(grown(seen.timedWaiting) >= most * working)(
    s"with 50 threads, none of them beyond min-spare: ${states(seen)}"
  )

  private def grown(span: Span): Double = span.most - span.least

  private def states(seen: States): String = Vector(
    s"runnable ${span(seen.runnable)}",
    s"waiting ${span(seen.waiting)}",
    s"timed-waiting ${span(seen.timedWaiting)}",
    s"blocked ${span(seen.blocked)}"
  ).mkString(", ") + " threads, from rest to work"

  private def span(of: Span): String = s"${Numbers.count(of.least)} to ${Numbers.count(of.most)}"
}

/** The states of a service's threads before, during and after as many requests as it has threads
  * (tomcat/thread-states).
  */
final class ThreadStates extends Simulated(ThreadStates.setup)

object ThreadStates {
  def setup: Setup = Setup(
    ThreadStatesStudy.trial,
    TomcatSetting(threads, spare, maxConnections = 100, acceptCount = 10).computing(work),
    _.choose(
      quick = Burst(threads, 60.seconds, Some(Computing.warmUp), after = 4.seconds),
      full = Burst(threads, 15.minutes, Some(Computing.warmUp), after = 30.seconds)
    ),
    _ => Workload(Computing.request(15.minutes))
  )

  private[threadpool] val threads = 20
  private[threadpool] val spare = 10

  /** Work per request, long enough for samples once a second. */
  private val work = Computing(600.millis)
}
