package bottleneck.threadpool

import bottleneck.lab.model.{ErrorKind, Numbers}
import bottleneck.lab.{Setup, Simulated, Workload}
import bottleneck.lab.explain.record._
import bottleneck.lab.explain.verdict._
import bottleneck.lab.target.{Burst, Target}
import scala.concurrent.duration._

/** Study: a longer listen queue. */
object AcceptCountStudy {
  private val longest = 40

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
      s"A connection that is kept open keeps others out: with accept-count 40 the last of {ok[$keptName]} was answered after {last.ok[$keptName]}, in which are 4 pauses of ${Numbers.millis(MaxConnections.publishedIdle)}, for which clients keep a connection that they no longer need; clients that close their connection after the answer had it after {last.ok[accept-count 40]}."
    )
  )

  private def name(acceptCount: Int): String = s"accept-count $acceptCount"
  private def keptName: String = s"${name(longest)}, kept open by the clients"

  def trial(acceptCount: Int): Trial =
    Trial(study.id, name(acceptCount), Some(Factor("accept-count", acceptCount.toDouble)))

  def keptOpen: Trial = Trial(study.id, keptName)
}

/** 50 simultaneous requests for 10 threads and 10 connections, and a listen queue for some of the others
  * (tomcat/accept-count).
  */
object AcceptCount {
  def of(acceptCount: Int): Setup = ComputingBurst.of(
    AcceptCountStudy.trial(acceptCount),
    TomcatSetting(atOnce, atOnce, atOnce, acceptCount).computing(work),
    requests,
    patience = 25.seconds,
    failures = failures
  )

  /** Setup whose clients keep connections as long as the source's. */
  def keptOpen: Setup = keptOpen(TomcatSetting(atOnce, atOnce, atOnce, acceptCount = 40).computing(work))

  private def keptOpen(target: Target): Setup = Setup(
    AcceptCountStudy.keptOpen,
    target,
    _ => Burst(requests, patience, Some(Computing.warmUp(target)), thinkTime = MaxConnections.publishedIdle),
    context => {
      val answered = Computing.request(patience)
      Workload(
        answered.pause(context.load.thinkTime),
        Expectation(failures = failures),
        warmUp = Some(answered),
        calibration = Some(answered)
      )
    }
  )

  /** Request timeout: the source's longest response time. */
  private val patience = 5.minutes

  private val failures = Vector(ErrorKind.connectionTimedOut, ErrorKind.requestTimedOut)
  private[threadpool] val requests = 50
  private[threadpool] val atOnce = 10

  /** 10 on 2 cores take 2 s, as the source's did: clients ask again for a connection meanwhile. */
  private val work = Computing(400.millis)
}

/** Accept-count 0: Java reads it as unset and asks the kernel for 50. */
final class AcceptCount00 extends Simulated(AcceptCount.of(0))
final class AcceptCount01 extends Simulated(AcceptCount.of(1))
final class AcceptCount10 extends Simulated(AcceptCount.of(10))
final class AcceptCount20 extends Simulated(AcceptCount.of(20))
final class AcceptCount40 extends Simulated(AcceptCount.of(40))
final class AcceptCount40KeptOpen extends Simulated(AcceptCount.keptOpen)
