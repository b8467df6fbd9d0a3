package bottleneck.threadpool

import bottleneck.lab.model.{ErrorKind, Numbers}
import bottleneck.lab.{Setup, Simulated, Workload}
import bottleneck.lab.explain.record._
import bottleneck.lab.explain.verdict._
import bottleneck.lab.target.{Burst, Target}
import scala.concurrent.duration._

/** Study: a longer listen queue. */
object AcceptCountStudy {
  private val (shortest, longest, unset) = (1, 40, 0)

  val study: Study = Study(
    id = "accept-count",
    title = "Tomcat: accept-count",
    question =
      "What becomes of 50 simultaneous requests when a service accepts 10 connections and the kernel keeps some more?",
    factor = "accept-count",
    Conclusions(
      _.judged(name(shortest), name(longest))((short, long) =>
        s"With accept-count $shortest ${answered(short)} of ${AcceptCount.requests} were answered and with $longest ${answered(long)}, the last after ${CpuBound.total(short)} and ${CpuBound.total(long)}."
      ),
      evidence =>
        Vector(
          Some(s"Set ${ListenQueue.rule}"),
          evidence.counted(name(longest)).toOption.flatMap(run => ListenQueue.lastWaits(run)),
          evidence
            .counted(name(unset))
            .toOption
            .flatMap(_.server.network)
            .map(seen =>
              s"Accept-count 0 is not 'none': Java asks the kernel for 50 then, and ${Numbers.count(seen.backlogMax)} connections waited at once."
            ),
          evidence.counted(name(shortest)).toOption.map(lost),
          evidence.counted(keptName).toOption.map(keptOpen(evidence, _))
        ).flatten
    )
  )

  private def name(acceptCount: Int): String = s"accept-count $acceptCount"
  private def keptName: String = s"${name(longest)}, kept open by the clients"

  def trial(acceptCount: Int): Trial =
    Trial(study.id, name(acceptCount), Some(Factor("accept-count", acceptCount.toDouble)))

  def keptOpen: Trial = Trial(study.id, keptName)

  /** Parts of the longest wait if clients keep connections open, as the source's do. */
  private def keptOpen(evidence: Evidence, run: Result): String =
    s"A connection that is kept open keeps others out: with accept-count $longest the last of ${answered(run)} was answered after ${CpuBound.total(run)}, in which are ${Numbers.counted(pauses, "pause")} of ${Numbers.millis(MaxConnections.publishedIdle)}, for which clients keep a connection that they no longer need, and ${work(run)} of work${closing(evidence)}."

  /** Pauses between batches of connected clients. */
  private def pauses: Int = AcceptCount.requests / AcceptCount.atOnce - 1

  private def work(run: Result): String =
    neededMs(run).fold(Numbers.none)(ms => Numbers.millis(ms.round))

  private def closing(evidence: Evidence): String = evidence
    .counted(name(longest))
    .fold(_ => "", run => s"; clients that close their connection after the answer had it after ${CpuBound.total(run)}")

  /** Effect of dropped packets: the client retransmits the SYN, or the request. */
  private def lost(run: Result): String = {
    val drops =
      run.server.network.fold("")(seen => s" (${Numbers.count(seen.listenDrops)} with accept-count $shortest)")
    s"A full queue refuses nobody: Linux drops packets of the handshake$drops, the client sends again after a second, later after ever longer pauses, and gets in if there is room just then. " +
      s"So the last of ${answered(run)} answers came after ${CpuBound.total(run)}, though the cores needed ${work(run)} for the work: clients wait for long where the queue is too short."
  }

  private def neededMs(run: Result): Option[Double] = run.expected.prediction.map(run.total.ok / _.perSecond * 1000)

  private def answered(run: Result): String = Numbers.count(run.total.ok)
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
