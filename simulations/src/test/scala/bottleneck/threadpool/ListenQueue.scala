package bottleneck.threadpool

import bottleneck.lab.model.Numbers
import bottleneck.lab.explain.theory.SizingFormulas
import scala.concurrent.duration._

/** Advice on the listen queue, for every page. */
private[threadpool] object ListenQueue {
  private val exampleRate = 1000.0
  private val examplePause = 200.millis

  val rule: String =
    "accept-count: the connections that may arrive while the service accepts none, so arrivals per second × its longest pause (a garbage collection, or busy cores). " +
      s"${Numbers.count(exampleRate)}/s and ${examplePause.toMillis} ms are ${SizingFormulas.acceptCount(exampleRate, examplePause)}; Tomcat's 100 is seldom too many."
}
