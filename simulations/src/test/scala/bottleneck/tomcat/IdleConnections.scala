package bottleneck.tomcat

import bottleneck.Dsl._
import bottleneck.lab.claims.verdict.Study

/** Clients who wait for an answer for longer than the connection timeout, and then keep their connection and ask for
  * nothing for longer still (tomcat/connection-timeout).
  */
abstract class IdleConnections(timeout: FiniteDuration)
    extends Experiment("idle-connections", s"connection-timeout ${timeout.toSeconds} s") {
  override def target = {
    val service = TomcatSetting(threads = 200).sleeping
    service.copy(properties = service.properties + (ServiceProperties.requestTimeout -> timeout.toMillis.toString))
  }
  override def load =
    Burst(users = 40, patience = 10.seconds, arrival = 10.seconds, thinkTime = IdleConnections.idle)
  override def requests(run: RunContext) = exec(
    http("GET /test").get(s"/test?millis=${IdleConnections.answer.toMillis}").requestTimeout(10.seconds)
  ).pause(run.load.thinkTime)
}

private[tomcat] object IdleConnections {

  /** Longer than the shorter timeout. */
  val answer: FiniteDuration = 3.seconds

  /** Longer than the arrival of all users. */
  val idle: FiniteDuration = 12.seconds
}

final class IdleConnections01 extends IdleConnections(1.second)
final class IdleConnections20 extends IdleConnections(20.seconds)

/** Study: what connection-timeout ends. */
object IdleConnectionsStudy {
  val study: Study = Study(
    id = "idle-connections",
    title = "Tomcat: connection-timeout",
    question = "What does connection-timeout end: a wait for an answer, or a connection on which no request comes?",
    factor = "connection-timeout",
    answer = Vector(
      "With a connection-timeout of 1 s all {ok[connection-timeout 1 s]} requests of 3 s were answered, and at most {established[connection-timeout 1 s]} connections were there; with 20 s {established[connection-timeout 20 s]}, as those without a request were kept."
    ),
    advice = Vector(
      "connection-timeout is no limit of how long an answer may take: set that where the time goes (a statement's timeout, a client's), and connection-timeout (or keep-alive-timeout) for how long a client may keep a connection that it does not use."
    )
  )
}
