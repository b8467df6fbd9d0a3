package bottleneck.tuning

import bottleneck.Dsl._
import bottleneck.tomcat.ListenQueue
import bottleneck.lab.claims.verdict.Study

/** One server of many threads whose connections hold all users, or not: a tenth of the source's 10,000 users, 1000
  * threads and 8192 connections, so that by Little's law every ratio and every time stays (tuning/threads).
  */
abstract class HeldConnections(
    variant: String,
    connections: Int,
    inFull: Int,
    published: Option[PublishedSetting] = None
) extends Crowd(Trial("held-connections", variant, published = published), instances = 1, threads = 1000) {

  /** Target like that of the servers it is compared with, except for connector limits. */
  override def target = {
    val target = super.target
    target.copy(
      properties = target.properties ++ Map(
        ServiceProperties.maxConnections -> connections.toString,
        ServiceProperties.acceptCount -> "10"
      ),
      atFullScale = target.atFullScale ++ Map(
        ServiceProperties.maxConnections -> inFull.toString,
        ServiceProperties.acceptCount -> "100"
      )
    )
  }

  override def expectation(run: RunContext) = Expectation(
    Vector(
      Limit.threads(run.scale.choose(quick = 100, full = 1000), 1, Sleeping.mean),
      Limit.users(run.load.users, Sleeping.mean)
    ),
    failures =
      if (inFull >= Sleeping.sourcesUsers) Vector.empty
      else Vector(ErrorKind.connectionTimedOut, ErrorKind.requestTimedOut),
    sentBySecond = true
  )
}

/** A tenth of Tomcat's 8192. */
final class ConnectionsForSomeUsers
    extends HeldConnections("max-connections 819", 819, 8192, published("tuning/threads", "1000 threads"))

final class ConnectionsForAllUsers extends HeldConnections("max-connections 1,200", 1200, 12000)

/** Cost of sleeping threads, with all of the source's 1000: 975.6 requests/s in theory. Its users offer 1220
  * requests/s, which two cores carry.
  */
abstract class ManyThreads(variant: String, instances: Int, published: Option[PublishedSetting] = None)
    extends RandomLatency(
      Trial("held-connections", variant, published = published),
      Sleeping(instances, 1000 / instances, users = 1250),
      Sleeping(instances, 1000 / instances, users = 1250)
    )

final class ThousandThreads extends ManyThreads("1,000 threads", 1, published("tuning/threads", "1000 threads"))
final class ThousandThreadsOnFive extends ManyThreads("5 × 200 threads", 5)

/** Study: timeouts of users on a server with many threads. */
object HeldConnectionsStudy {
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
      "Measure before you split a process for its threads: 1,000 threads in one answered {throughput[1,000 threads]} (p99 {p99[1,000 threads]}), in five {throughput[5 × 200 threads]} (p99 {p99[5 × 200 threads]}).",
      s"Set ${ListenQueue.rule} It is no place to wait in, as nobody answers there."
    ),
    order = Vector("max-connections 819", "max-connections 1,200", "1,000 threads", "5 × 200 threads")
  )
}
