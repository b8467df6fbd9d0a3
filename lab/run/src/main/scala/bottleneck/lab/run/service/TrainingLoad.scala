package bottleneck.lab.run.service

import bottleneck.lab.run.host.Http
import java.net.URI
import java.util.concurrent.atomic.AtomicLong
import scala.concurrent.duration._

/** GETs from some connections for some time, one after the other on each. */
private[service] object TrainingLoad {

  /** Returns how many were answered well. */
  def send(requests: Vector[URI], connections: Int, time: FiniteDuration): Long = {
    val answered = new AtomicLong
    val deadline = time.fromNow
    val threads = Vector.tabulate(connections) { n =>
      val own = requests.drop(n % requests.size) ++ requests.take(n % requests.size)
      val send = () =>
        Iterator.continually(own).flatten.takeWhile(_ => deadline.hasTimeLeft()).foreach { request =>
          if (Http.status(request).exists(_ < 400)) { val _ = answered.incrementAndGet() }
        }
      val thread = new Thread(() => send(), s"training-$n")
      thread.setDaemon(true)
      thread.start()
      thread
    }
    threads.foreach(_.join())
    answered.get()
  }
}
