package bottleneck.threadpool

import bottleneck.Dsl._
import bottleneck.latency.{Crowd, RandomLatency, Sleeping}

/** One server of many threads whose connections hold all users, or not: a tenth of the source's 10,000 users, 1000
  * threads and 8192 connections, so that by Little's law every ratio and every time stays (tuning/threads).
  */
abstract class HeldConnections(connections: Int) extends Experiment(HeldConnectionsStudy.trial(connections)) {
  import HeldConnections._
  private val quick = Sleeping(instances = 1, threads, users)
  private val full = Sleeping(instances = 1, threads * tenfold, users * tenfold)

  /** Target like that of the servers it is compared with, except for connector limits. */
  override def target: Target = {
    val target = quick.target
    target.copy(
      properties = target.properties ++ Map(
        ServiceProperties.maxConnections -> connections.toString,
        ServiceProperties.acceptCount -> "10"
      ),
      atFullScale = Map(
        ServiceProperties.threads -> manyThreads.toString,
        ServiceProperties.maxConnections -> (if (connections == default) 8192 else connections * tenfold).toString,
        ServiceProperties.acceptCount -> "100"
      )
    )
  }

  override def load: Load = quick.load(Crowd.arrival, Crowd.window)
  override def fullLoad: Load = full.fullLoad
  override def requests: ChainBuilder = RandomLatency.requests("")
  override def warmUpRequests: Option[ChainBuilder] = Some(RandomLatency.warmUp)
  override def expectation: Expectation = Expectation(
    Vector(
      Prediction.threads(run.scale.choose(quick, full).threads, 1, Sleeping.mean),
      Prediction.users(run.load.users, Sleeping.mean)
    ),
    failures =
      if (connections >= users) Vector.empty else Vector(ErrorKind.connectionTimedOut, ErrorKind.requestTimedOut),
    sentBySecond = true
  )
}

private[threadpool] object HeldConnections {
  private val tenfold = 10
  private val users = 1000
  private val threads = 100

  /** The source's number of threads. */
  val manyThreads: Int = threads * tenfold

  /** A tenth of Tomcat's 8192, and enough for all. */
  val (default, enough) = (819, 1200)

  /** Setting with `manyThreads` in total; its users offer 1220 requests/s, which two cores carry. */
  def forManyThreads(instances: Int): Sleeping = Sleeping(instances, manyThreads / instances, users = 1250)
}

final class ConnectionsForSomeUsers extends HeldConnections(HeldConnections.default)
final class ConnectionsForAllUsers extends HeldConnections(HeldConnections.enough)

/** Cost of sleeping threads, with all of the source's 1000: 975.6 requests/s in theory. */
abstract class ManyThreads(instances: Int)
    extends RandomLatency(
      HeldConnectionsStudy.many(instances),
      HeldConnections.forManyThreads(instances),
      HeldConnections.forManyThreads(instances)
    )

final class ThousandThreads extends ManyThreads(instances = 1)
final class ThousandThreadsOnFive extends ManyThreads(instances = 5)

/** Study: timeouts of users on a server with many threads. */
object HeldConnectionsStudy {
  import HeldConnections.{default, enough, manyThreads}

  val study: Study = Study(
    id = "held-connections",
    title = "One server with many threads: which requests time out?",
    question = "Do the first requests of a server with many threads starve, or do the last users find no connection?",
    factor = "max-connections",
    answer = Vector(
      "With max-connections 819 {failed.all[max-connections 819]} requests failed, with 1,200 {failed.all[max-connections 1,200]}. Both answered what the threads allow: {throughput[max-connections 819]} and {throughput[max-connections 1,200]}."
    ),
    advice = Vector(
      "Set max-connections above the number of users that are connected at once: requests/s × (response time + pause of a user), here {throughput[max-connections 1,200]} × {mean[max-connections 1,200]}, which says {throughput[max-connections 1,200] × mean[max-connections 1,200] as whole} for the {users[max-connections 1,200]} users. A connection needs no thread until a request of it is worked on.",
      s"Set ${ListenQueue.rule} It is no place to wait in, as nobody answers there."
    ),
    order = Vector(default, enough).map(name) ++ Vector(1, 5).map(manyName)
  )

  private def manyName(instances: Int): String = {
    val threads = s"${Numbers.count(manyThreads.toDouble / instances)} threads"
    if (instances == 1) threads else s"$instances × $threads"
  }
  private def name(connections: Int): String = s"max-connections ${Numbers.count(connections)}"

  def trial(connections: Int): Trial = Trial(
    study.id,
    name(connections),
    published = Option.when(connections == default)(PublishedSetting("tuning/threads", "1000 threads"))
  )

  /** Trial: the source's number of threads, at quick scale too, on one instance or five. */
  def many(instances: Int): Trial = Trial(
    study.id,
    manyName(instances),
    published = Option.when(instances == 1)(PublishedSetting("tuning/threads", "1000 threads"))
  )
}
