package bottleneck.threadpool

import bottleneck.lab.model.Numbers
import bottleneck.lab.explain.record.Result
import bottleneck.lab.explain.theory.SizingFormulas
import scala.concurrent.duration._

/** Advice on the listen queue, for every page. */
private[threadpool] object ListenQueue {
  private val exampleRate = 1000.0
  private val examplePause = 200.millis

  val rule: String =
    "accept-count: the connections that may arrive while the service accepts none, so arrivals per second × its longest pause (a garbage collection, or busy cores). " +
      s"${Numbers.count(exampleRate)}/s and ${examplePause.toMillis} ms are ${SizingFormulas.acceptCount(exampleRate, examplePause)}; Tomcat's 100 is seldom too many."

  /** Longest wait in the listen queue: at max-connections, a client leaves it only as another disconnects. */
  def lastWaits(run: Result): Option[String] = for {
    limit <- run.expected.prediction
    network <- run.server.network
    if network.backlogMax > 0
  } yield s"The last of ${Numbers.count(network.backlogMax)} in the queue waits for ${Numbers.millis((network.backlogMax / limit.perSecond * 1000).round.toDouble)} at ${Numbers.rate(limit.perSecond)}, and for the requests in work."
}
