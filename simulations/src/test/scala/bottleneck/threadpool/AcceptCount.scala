package bottleneck.threadpool

import bottleneck.lab.explain.record.{ErrorKind, Expectation}
import bottleneck.lab.{Setup, Simulated, Workload}
import bottleneck.lab.target.{Burst, Target}
import scala.concurrent.duration._

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

  /** By clients that keep their connection for as long as the source's. */
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

  /** As long as the source's last answer took. */
  private val patience = 5.minutes

  private val failures = Vector(ErrorKind.connectionTimedOut, ErrorKind.requestTimedOut)
  private[threadpool] val requests = 50
  private[threadpool] val atOnce = 10

  /** 10 on 2 cores take 2 s, as the source's did: clients ask again for a connection meanwhile. */
  private val work = Computing(400.millis)
}

/** Which Java takes for "as you like", and asks the kernel for 50. */
final class AcceptCount00 extends Simulated(AcceptCount.of(0))
final class AcceptCount01 extends Simulated(AcceptCount.of(1))
final class AcceptCount10 extends Simulated(AcceptCount.of(10))
final class AcceptCount20 extends Simulated(AcceptCount.of(20))
final class AcceptCount40 extends Simulated(AcceptCount.of(40))
final class AcceptCount40KeptOpen extends Simulated(AcceptCount.keptOpen)
