package bottleneck.threadpool

import bottleneck.lab.explain.result.ErrorKind
import scala.concurrent.duration._

/** 50 simultaneous requests for 10 threads and 10 connections, and a listen queue for some of the others
  * (tomcat/accept-count).
  */
abstract class AcceptCount(acceptCount: Int)
    extends ComputingBurst(
      AcceptCountStudy.trial(acceptCount),
      TomcatSetting(AcceptCount.atOnce, AcceptCount.atOnce, AcceptCount.atOnce, acceptCount)
        .computing(AcceptCount.work),
      AcceptCount.requests,
      patience = 25.seconds,
      failures = Vector(ErrorKind.connectionTimedOut, ErrorKind.requestTimedOut)
    )

object AcceptCount {
  private[threadpool] val requests = 50
  private[threadpool] val atOnce = 10

  /** 10 on 2 cores take 2 s, as the source's did: clients ask again for a connection meanwhile. */
  private val work = Computing(400.millis)
}

/** Which Java takes for "as you like", and asks the kernel for 50. */
final class AcceptCount00 extends AcceptCount(0)
final class AcceptCount01 extends AcceptCount(1)
final class AcceptCount10 extends AcceptCount(10)
final class AcceptCount20 extends AcceptCount(20)
final class AcceptCount40 extends AcceptCount(40)
