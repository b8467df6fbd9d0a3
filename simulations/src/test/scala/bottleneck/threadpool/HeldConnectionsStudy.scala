package bottleneck.threadpool

import bottleneck.ServiceProperties
import bottleneck.lab.explain.report.Numbers
import bottleneck.lab.explain.result._

/** What the runs say of users who time out on a server with many threads. */
object HeldConnectionsStudy {
  private val tolerance = 0.05

  val study: Study = Study(
    id = "held-connections",
    title = "One server with many threads: who times out?",
    question = "Do the first requests of a server with many threads starve, or do the last users find no connection?",
    factor = "max-connections",
    claims = Vector(Claim("tuning/threads", Verdict.Refuted, _.judge(name(some), name(all))(starve))),
    answer = _.judged(name(some), name(all))((s, a) =>
      s"They find no connection: with max-connections $some ${failures(s)} of ${s.load.users} users' attempts failed, with $all ${failures(a)}, at ${Numbers.rate(s.total.throughput)} and ${Numbers.rate(a.total.throughput)}."
    ),
    advice = evidence =>
      Vector(
        evidence
          .valid(name(all))
          .toOption
          .map(run =>
            s"Set max-connections above the users who are connected at once. By Little's law these are requests/s × (response time + pause between two requests of a user): ${Numbers.rate(run.total.throughput)} × " +
              s"${run.total.latencyMs.fold(Numbers.none)(times => Numbers.millis(times.mean.round.toDouble))} are the ${run.load.users} users here. A connection costs some kilobytes; a thread is needed only where one is worked on."
          ),
        Some(
          "Set accept-count to how many users may come while the service is busy accepting: arrivals per second × the longest pause (a garbage collection, say). It is no place to wait in, as nobody answers there."
        )
      ).flatten,
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

  /** Starvation would make requests time out that are connected, and with enough connections too. */
  private def starve(some: Result, all: Result): Judgement = {
    val late = ErrorKind.times(some.wholeRun.errors, ErrorKind.requestTimedOut)
    val meets = Vector(some, all).forall(_.prediction.exists(limit => limit.isWithin(tolerance, all.total.throughput)))
    Judgement.of(meets && late > 0 && all.wholeRun.ko > 0)(
      s"${Numbers.rate(all.total.throughput)} of ${all.prediction
          .fold(Numbers.none)(limit => Numbers.rate(limit.perSecond))} that the threads allow, so the throughput is right. With max-connections ${connections(some)}" +
        s" ${Numbers.count(late.toDouble)} requests that were connected timed out, but ${Numbers.count(ErrorKind.times(some.wholeRun.errors, ErrorKind.connectionTimedOut).toDouble)} times a user got no connection: ${held(some)}. " +
        s"With ${connections(all)} ${failures(all)} failed, and the slowest took ${slowest(all)}"
    )
  }

  private def held(run: Result): String = {
    val established = run.server.network.fold(Numbers.none)(seen => Numbers.count(seen.establishedMax))
    val theory = TomcatSetting.held(run).fold(Numbers.none)(held => Numbers.count(held.users.toDouble))
    s"$established of ${Numbers.count(run.load.users.toDouble)} users were connected at once, $theory in theory"
  }

  private def connections(run: Result): String =
    ServiceProperties.number(run, ServiceProperties.maxConnections).fold(Numbers.none)(Numbers.count)

  private def failures(run: Result): String = Numbers.count(run.wholeRun.ko.toDouble)

  private def slowest(run: Result): String =
    run.total.latencyMs.fold(Numbers.none)(times => Numbers.millis(times.max.toDouble))
}
