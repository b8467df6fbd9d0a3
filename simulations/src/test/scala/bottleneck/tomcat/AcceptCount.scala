package bottleneck.tomcat

import bottleneck.Dsl._
import bottleneck.lab.claims.verdict.Study

/** 50 simultaneous requests for 10 threads and 10 connections, and a listen queue for some of the others
  * (tomcat/accept-count).
  */
abstract class AcceptCount(acceptCount: Int)
    extends ComputingBurst(
      Trial("accept-count", s"accept-count $acceptCount", Some(Factor("accept-count", acceptCount))),
      users = 50
    ) {
  override def target = AcceptCount.target(acceptCount)
  override protected def patience: FiniteDuration = 25.seconds
  override protected def failures: Vector[String] = AcceptCount.failures
}

private[tomcat] object AcceptCount {
  val failures: Vector[String] = Vector(ErrorKind.connectionTimedOut, ErrorKind.requestTimedOut)

  /** 10 requests on 2 cores take 2 s, as the source's did: clients ask again for a connection meanwhile. */
  def target(acceptCount: Int): Target =
    TomcatSetting(threads = 10, spareThreads = 10, maxConnections = 10, acceptCount).computing(Computing(400.millis))
}

/** Accept-count 0: Java reads it as unset and asks the kernel for 50. */
final class AcceptCount00 extends AcceptCount(0)
final class AcceptCount01 extends AcceptCount(1)
final class AcceptCount10 extends AcceptCount(10)
final class AcceptCount20 extends AcceptCount(20)
final class AcceptCount40 extends AcceptCount(40)

/** Clients keep connections as long as the source's. */
final class AcceptCount40KeptOpen extends Experiment("accept-count", "accept-count 40, kept open by the clients") {
  private val patience = 5.minutes // the source's longest response time
  private lazy val answered = Computing.request(patience)

  override def target = AcceptCount.target(acceptCount = 40)
  override def load =
    Burst(users = 50, patience, Some(Computing.warmUp(target)), thinkTime = MaxConnections.publishedIdle)
  override def requests(run: RunContext) = answered.pause(run.load.thinkTime)
  override def warmUpRequests(run: RunContext) = Some(answered)
  override def calibrationRequests(run: RunContext) = Some(answered)
  override def expectation(run: RunContext) = Expectation(failures = AcceptCount.failures)
}

/** Study: a longer listen queue. */
object AcceptCountStudy {
  val study: Study = Study(
    id = "accept-count",
    title = "Tomcat: accept-count",
    question =
      "What becomes of 50 simultaneous requests when a service accepts 10 connections and the kernel keeps some more?",
    factor = "accept-count",
    answer = Vector(
      "With accept-count 1 {ok[accept-count 1]} of 50 were answered and with 40 {ok[accept-count 40]}, the last after {last.ok[accept-count 1]} and {last.ok[accept-count 40]}."
    ),
    advice = Vector(
      s"Set ${ListenQueue.rule}",
      "The last of {backlog[accept-count 40]} in the queue waits for {backlog[accept-count 40] ÷ predicted[accept-count 40]} at {predicted[accept-count 40]}, and for the requests in work.",
      "Accept-count 0 is not 'none': Java asks the kernel for 50 then, and {backlog[accept-count 0]} connections waited at once.",
      "A full queue refuses nobody: Linux drops packets of the handshake ({dropped[accept-count 1]} with accept-count 1), the client sends again after a second, later after ever longer pauses, and gets in if there is room just then. So the last of {ok[accept-count 1]} answers came after {last.ok[accept-count 1]}, though the cores needed {ok[accept-count 1] ÷ predicted[accept-count 1]} for the work: clients wait for long where the queue is too short.",
      s"A connection that is kept open keeps others out: with accept-count 40 the last of {ok[accept-count 40, kept open by the clients]} was answered after {last.ok[accept-count 40, kept open by the clients]}, in which are 4 pauses of ${Numbers.millis(MaxConnections.publishedIdle)}, for which clients keep a connection that they no longer need; clients that close their connection after the answer had it after {last.ok[accept-count 40]}."
    )
  )
}
