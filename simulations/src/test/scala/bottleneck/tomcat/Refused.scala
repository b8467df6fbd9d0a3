package bottleneck.tomcat

import bottleneck.Dsl._
import bottleneck.lab.claims.verdict.{Sentence, Study}

/** More connections than a service and its listen queue hold, opened `within` a time and each kept longer than the
  * connect timeout (tomcat/refused).
  */
abstract class ConnectionsRefused(variant: String, setting: TomcatSetting, users: Int, within: FiniteDuration)
    extends Experiment("refused-connections", variant) {
  private val patience = 12.seconds

  override def target = setting.sleeping
  override def load = Burst(users, patience, arrival = within)

  /** Held for longer than the arrival and the connect timeout of 5 s in gatling.conf. */
  override def requests(run: RunContext) = exec(
    http("GET /test").get("/test?millis=10000").requestTimeout(patience)
  )
  override def expectation(run: RunContext) =
    Expectation(failures = Vector(ErrorKind.connectionTimedOut, ErrorKind.connectionRefused, ErrorKind.requestTimedOut))
}

/** The source's numbers. */
abstract class PublishedRefused(variant: String, within: FiniteDuration)
    extends ConnectionsRefused(
      variant,
      TomcatSetting(threads = 200, spareThreads = 50, maxConnections = 1000, acceptCount = 10),
      users = 1200,
      within
    )

/** So slowly that each connection is made before the next. */
final class RefusedBeyondAcceptCount extends PublishedRefused("accept-count 10, opened within 4 s", 4.seconds)

/** Connections that arrive faster than the service accepts them. */
final class RefusedAtOnce extends PublishedRefused("accept-count 10, opened at once", Duration.Zero)

/** Listen queue above the kernel's limit, by default 4096. */
final class RefusedBeyondSomaxconn
    extends ConnectionsRefused(
      "accept-count 10,000, opened within 4 s",
      TomcatSetting(threads = 10, maxConnections = 10, acceptCount = 10000),
      users = 4300,
      within = 4.seconds
    )

/** Study: connections beyond the service and its listen queue. */
object RefusedStudy {
  val study: Study = Study(
    id = "refused-connections",
    title = "Tomcat: connections beyond the limits",
    question = "How many of too many simultaneous connections are accepted, queued and not made?",
    factor = "accept-count",
    answer = Vector(
      "Of {users[accept-count 10, opened within 4 s]} connections {accepted[accept-count 10, opened within 4 s]} were accepted at once, {backlog[accept-count 10, opened within 4 s]} waited in the listen queue and {unconnected[accept-count 10, opened within 4 s]} were not made (by the source's own sum: 1,000, 10 and 190)."
    ),
    advice = Vector(
      "A connection beyond both limits is not refused but ignored: the client asks again, after a second at first and then less and less often, until its own connect timeout, so give every client one, and watch ListenDrops and ListenOverflows (nstat) on the server.",
      s"Set ${ListenQueue.rule}",
      Sentence(
        "A short listen queue loses connections long before max-connections is reached: of the same {users[accept-count 10, opened at once]} connections, opened at once, at most {accepted[accept-count 10, opened at once]} were accepted, as the queue overflows while the service is busy accepting. Others believed that they were connected, for the kernel had answered their first packet before it dropped the last: they wait for an answer in vain.",
        when = "accepted[accept-count 10, opened at once] < 1000"
      ),
      Sentence(
        "The kernel cuts accept-count to net.core.somaxconn without a word: of accept-count 10,000 it kept {backlog[accept-count 10,000, opened within 4 s]} connections at a limit of {somaxconn[accept-count 10,000, opened within 4 s]}, and {unconnected[accept-count 10,000, opened within 4 s]} were not made. Raise both.",
        when =
          "somaxconn[accept-count 10,000, opened within 4 s] < 10000 and unconnected[accept-count 10,000, opened within 4 s] > 0"
      ),
      Sentence(
        "This kernel allows a listen queue of {somaxconn[accept-count 10,000, opened within 4 s]} (net.core.somaxconn), more than was needed to show its limit.",
        when =
          "somaxconn[accept-count 10,000, opened within 4 s] >= 10000 or unconnected[accept-count 10,000, opened within 4 s] = 0"
      )
    ),
    order = Vector(
      "accept-count 10, opened within 4 s",
      "accept-count 10, opened at once",
      "accept-count 10,000, opened within 4 s"
    )
  )
}
