package bottleneck.tomcat

import bottleneck.Dsl._
import bottleneck.lab.claims.verdict.Study

/** 50 simultaneous requests for 50 threads, through fewer connections, which each client may keep open for a while
  * after the answer (tomcat/max-connections).
  */
abstract class MaxConnections(connections: Int, kept: Boolean = false)
    extends Experiment(
      "max-connections",
      s"$connections connections${if (kept) ", kept open by the clients" else ""}",
      published = Option.unless(kept)(PublishedSetting("tomcat/max-connections", s"$connections server connections"))
    ) {
  private val users = 50
  private lazy val answered = Computing.request(15.minutes)

  override def target =
    TomcatSetting(threads = users, spareThreads = users, connections, acceptCount = 10000).computing(Computing.quick)
  override def load: Load = load(60.seconds, MaxConnections.quickIdle)
  override def fullLoad: Load = load(15.minutes, MaxConnections.publishedIdle)
  override def requests(run: RunContext) = if (kept) answered.pause(run.load.thinkTime) else answered
  override def warmUpRequests(run: RunContext) = Some(answered)
  override def calibrationRequests(run: RunContext) = Some(answered)

  private def load(patience: FiniteDuration, idle: FiniteDuration) =
    Burst(users, patience, Some(Computing.warmUp(target)), thinkTime = if (kept) idle else Duration.Zero)
}

private[tomcat] object MaxConnections {

  /** Default keep-alive timeout of the source's client (aiohttp, connector.py, keepalive_timeout). */
  val publishedIdle: FiniteDuration = 15.seconds

  /** Keep-alive timeout, scaled like the request times. */
  val quickIdle: FiniteDuration = publishedIdle * Computing.quick.time.toMillis / Computing.published.toMillis
}

final class MaxConnections10 extends MaxConnections(10)
final class MaxConnections20 extends MaxConnections(20)
final class MaxConnections30 extends MaxConnections(30)
final class MaxConnections50 extends MaxConnections(50)

/** Connections kept open, as by the source's client. */
final class MaxConnections10KeptOpen extends MaxConnections(10, kept = true)
final class MaxConnections50KeptOpen extends MaxConnections(50, kept = true)

/** Study: accepted connections and connections in the listen queue. */
object MaxConnectionsStudy {
  val study: Study = Study(
    id = "max-connections",
    title = "Tomcat: max-connections",
    question = "What do connections cost that the service does not accept yet?",
    factor = "max-connections",
    answer = Vector(
      "They wait for their turn, not for a handshake: all 50 requests were answered after {last.ok[10 connections]} through 10 connections and after {last.ok[50 connections]} through 50; with 10 {established[10 connections]} were established at once, {backlog[10 connections]} of them in the listen queue, and {resent[10 connections]} first packets of handshakes were sent again."
    ),
    advice = Vector(
      "Close a connection that is not needed any more, where connections are few. Clients that kept theirs open after the answer, as the source's do for 15 s by default, made all 50 requests take {last.ok[10 connections, kept open by the clients]} instead of {last.ok[10 connections]}: 4 pauses, in which every connection was idle. The published gaps of about 17 s would fit such a pause and the 2 s of a computation.",
      "max-connections is how many requests a service works on or has ready; those beyond it wait in the kernel, connected. It is no help against handshakes, which the kernel has done by then: set it above the number of users at once, or low where the service shall not be asked for more than it can do."
    ),
    order = Vector(10, 20, 30, 50).map(n => s"$n connections") ++
      Vector(10, 50).map(n => s"$n connections, kept open by the clients")
  )
}
