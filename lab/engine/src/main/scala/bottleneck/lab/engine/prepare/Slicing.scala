package bottleneck.lab.engine.prepare

import bottleneck.lab.engine.users.Users
import bottleneck.lab.figures.preparation.Slice
import bottleneck.lab.parts.metrics.Gauge
import java.util.concurrent.CountDownLatch
import java.util.concurrent.TimeUnit.NANOSECONDS
import scala.concurrent.duration._

/** Cuts the time of a phase into slices, by what the users were answered and what the parts used in each; `stop` ends
  * every wait.
  */
private[prepare] final class Slicing(gauge: Gauge, users: Users, stop: CountDownLatch) {
  import Slicing.Moment

  /** The slice in which something happens, once or, where it has fewer than so many requests then, up to
    * [[Slicing.mostTimes]] times.
    */
  def during(phase: String, fewest: Long)(happens: => Unit): Slice = {
    val from = moment()
    val _ = Iterator.continually(happens).take(Slicing.mostTimes).find { _ =>
      requests - from.requests >= fewest
    }
    slice(phase, from, moment())
  }

  def requests: Long = users.answers.size

  /** Consecutive slices. */
  def series(phase: String, length: FiniteDuration, number: Int): Vector[Slice] = {
    val moments = moment() +: Vector.fill(number) { sleep(length); moment() }
    moments.zip(moments.drop(1)).map { case (from, to) => slice(phase, from, to) }
  }

  /** Throws `InterruptedException` when the run ends. */
  def sleep(time: FiniteDuration): Unit =
    if (stop.await(time.toNanos, NANOSECONDS)) throw new InterruptedException("the run ends")

  private def moment(): Moment = Moment(gauge.read(), requests, users.answers.responseMs)

  private def slice(phase: String, from: Moment, to: Moment): Slice =
    from.reading.until(to.reading, phase, to.requests - from.requests, to.responseMs - from.responseMs)
}

private[prepare] object Slicing {

  /** Maximum number of repetitions in a slice. */
  val mostTimes = 10

  /** A slice has so many at least, or the beginning and the end of a request would weigh more than a change. */
  val fewestRequests = 20

  private final case class Moment(reading: Gauge.Reading, requests: Long, responseMs: Long)
}
