package bottleneck.threadpool

import bottleneck.lab.explain.page.Numbers
import bottleneck.lab.explain.published.PublishedSetting
import bottleneck.lab.explain.record._
import bottleneck.lab.explain.theory.SizingFormulas
import bottleneck.lab.explain.verdict._
import bottleneck.ServiceProperties
import scala.concurrent.duration._

/** What the runs say of users who time out on a server with many threads. */
object HeldConnectionsStudy {
  private val tolerance = 0.05

  val study: Study = Study(
    id = "held-connections",
    title = "One server with many threads: which requests time out?",
    question = "Do the first requests of a server with many threads starve, or do the last users find no connection?",
    factor = "max-connections",
    Conclusions(
      Vector(Statement("tuning/threads", Verdict.Refuted, _.judge(name(some), name(all))(starve))),
      _.judged(name(some), name(all))((s, a) =>
        s"With max-connections ${connections(s)} ${failures(s)} of ${requests(s)} requests failed, ${connectFailures(s)} of them for want of a connection; with ${connections(a)} ${failures(a)} of ${requests(a)}. Both answered what the threads allow: ${Numbers.rate(s.total.throughput)} and ${Numbers.rate(a.total.throughput)}."
      ),
      evidence =>
        Vector(
          evidence.counted(name(all)).toOption.flatMap(enough),
          Some(s"Set ${ListenQueue.rule} It is no place to wait in, as nobody answers there.")
        ).flatten
    ),
    simulations = Some("bottleneck.threadpool.ConnectionsFor*"),
    order = Vector(some, all).map(name)
  )

  private def some: Int = HeldConnections.default
  private def all: Int = HeldConnections.enough
  private def name(connections: Int): String = s"max-connections ${Numbers.count(connections.toDouble)}"

  def trial(connections: Int): Trial = Trial(
    study,
    name(connections),
    published = Option.when(connections == some)(PublishedSetting("tuning/threads", "1000 threads"))
  )

  private def enough(run: Result): Option[String] = run.total.latencyMs.map { times =>
    val connections = SizingFormulas.maxConnections(run.total.throughput, times.mean.millis, Duration.Zero)
    s"Set max-connections above the number of users that are connected at once: requests/s × (response time + pause of a user), here ${Numbers.rate(run.total.throughput)} × ${Numbers.millis(times.mean.round.toDouble)}, " +
      s"which says ${Numbers.count(connections.toDouble)} for the ${Numbers.count(run.load.users.toDouble)} users. A connection needs no thread until a request of it is worked on."
  }

  /** Starvation would make requests time out that are connected, and with enough connections too. */
  private def starve(some: Result, all: Result): Judgement =
    if (!Vector(some, all).forall(run => run.expected.prediction.exists(_.isWithin(tolerance, run.total.throughput))))
      Judgement(Verdict.Undecided, "the threads were not what limited both runs")
    else {
      val late = ErrorKind.times(some.measured.wholeRun.errors, ErrorKind.requestTimedOut)
      Judgement.of(late > 0 && all.measured.wholeRun.ko > 0)(
        s"${Numbers.rate(all.total.throughput)} of ${all.expected.prediction
            .fold(Numbers.none)(limit => Numbers.rate(limit.perSecond))} that the threads allow, as published. With max-connections ${connections(some)} " +
          s"${connectFailures(some)} times a user got no connection, and ${Numbers.count(late.toDouble)} requests timed out${inQueue(some, late)}; ${held(some)}. With ${connections(all)} ${failures(all)} failed, and the slowest took ${slowest(all)}"
      )
    }

  private def inQueue(run: Result, late: Long): String =
    run.server.network
      .filter(_.backlogMax == late.toDouble)
      .fold("")(_ => ", as many as waited in the listen queue, where nobody ever accepted them")

  private def held(run: Result): String = {
    val established = run.server.network.fold(Numbers.none)(seen => Numbers.count(seen.establishedMax))
    val theory = TomcatSetting.held(run).fold(Numbers.none)(held => Numbers.count(held.users.toDouble))
    s"$established of ${Numbers.count(run.load.users.toDouble)} users were connected at once, $theory in theory"
  }

  private def connections(run: Result): String =
    ServiceProperties.number(run, ServiceProperties.maxConnections).fold(Numbers.none)(Numbers.count)

  private def connectFailures(run: Result): String =
    Numbers.count(ErrorKind.times(run.measured.wholeRun.errors, ErrorKind.connectionTimedOut).toDouble)

  private def requests(run: Result): String =
    Numbers.count((run.measured.wholeRun.ok + run.measured.wholeRun.ko).toDouble)

  private def failures(run: Result): String = Numbers.count(run.measured.wholeRun.ko.toDouble)

  private def slowest(run: Result): String =
    run.total.latencyMs.fold(Numbers.none)(times => Numbers.millis(times.max.toDouble))
}
