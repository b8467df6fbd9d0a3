package bottleneck.threadpool

import bottleneck.lab.model.{ErrorKind, Numbers}
import bottleneck.ServiceProperties
import bottleneck.lab.explain.published.PublishedSetting
import bottleneck.lab.explain.record._
import bottleneck.lab.explain.theory.SizingFormulas
import bottleneck.lab.explain.verdict._
import scala.concurrent.duration._

/** Study: timeouts of users on a server with many threads. */
object HeldConnectionsStudy {

  val study: Study = Study(
    id = "held-connections",
    title = "One server with many threads: which requests time out?",
    question = "Do the first requests of a server with many threads starve, or do the last users find no connection?",
    factor = "max-connections",
    Conclusions(
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

  private def connections(run: Result): String =
    ServiceProperties.number(run, ServiceProperties.maxConnections).fold(Numbers.none)(Numbers.count)

  private def connectFailures(run: Result): String =
    Numbers.count(ErrorKind.times(run.measured.wholeRun.errors, ErrorKind.connectionTimedOut))

  private def requests(run: Result): String =
    Numbers.count(run.measured.wholeRun.ended)

  private def failures(run: Result): String = Numbers.count(run.measured.wholeRun.ko)
}
