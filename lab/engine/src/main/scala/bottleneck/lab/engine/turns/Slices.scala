package bottleneck.lab.engine.turns

import bottleneck.lab.engine.users.{Answers, Users}
import bottleneck.lab.figures.preparation.{Phases, Slice}
import bottleneck.lab.figures.settings.Refused
import bottleneck.lab.parts.metrics.Gauge.Reading
import java.util.concurrent.atomic.AtomicReference
import scala.concurrent.duration._

/** A service's turn: requests that succeeded, CPU seconds of the service for each, where its process is known, their
  * response times in ms, and why others failed.
  */
final case class Turn(
    perSecond: Double,
    cpuSeconds: Option[Double],
    p50: Double,
    p99: Double,
    failedShare: Double,
    failures: Vector[String]
)

/** Slices of the time of `users`, who send to one of several services at a time. In a full slice all of them send, in a
  * light one a few send a batch of requests; both last from idle to idle, so that all of their requests and all CPU
  * time count. A turn begins while requests of another one are under way: its first quarter does not count, and of the
  * rest the requests that were sent in it and answered in it.
  *
  * @param read
  *   CPU seconds so far, of what belongs to a service
  * @param alive
  *   throws where a service has ended or the run is over
  * @param drainMost
  *   wait for the last answers of a slice, which is refused without them
  */
final class Slices(
    val users: Users,
    read: Int => Reading,
    atOnce: Int,
    alive: () => Unit,
    drainMost: FiniteDuration = Slices.drainMost
) {
  import Slices._

  /** Rounds per second of the last light slice of each service. */
  private val rates = new AtomicReference(Map.empty[Int, Double])
  private val few = fewOf(atOnce)

  def turn(service: Int, length: FiniteDuration): Turn = {
    users.turnTo(service)
    val begin = System.nanoTime()
    Thread.sleep((length / 4).toMillis)
    val from = System.nanoTime()
    val answers = users.count(since = begin)
    val before = read(service)
    Thread.sleep(math.max(0, (length * 3 / 4).toMillis - (System.nanoTime() - from) / 1000000))
    val turn = turnOf(answers, (System.nanoTime() - from) / 1e9)(before, read(service))
    alive()
    turn
  }

  /** A full slice of requests that are sent for so long, which Gatling records or not. */
  def full(service: Int, length: FiniteDuration, isRecorded: Boolean = true): (Turn, Slice) = {
    quiet()
    users.record(open = isRecorded)
    users.turnTo(service)
    val answers = users.count()
    val (before, from) = (read(service), System.nanoTime())
    users.activate(atOnce)
    sleep(length)
    quiet()
    val (seconds, after) = ((System.nanoTime() - from) / 1e9, read(service))
    users.record(open = false)
    val requests = answers.size
    val turn = turnOf(answers, seconds)(before, after)
    turn -> before.until(after, Phases.full, requests, answers.responseMs)
  }

  /** Time in which as many requests are answered as there are users. */
  def queueSeconds(turn: Turn): Double = atOnce / turn.perSecond

  /** A light slice that lasts about so long, by the rate of the last one; the first by that of a few rounds. */
  def light(service: Int, length: FiniteDuration): Slice = {
    val rate = rates.get().getOrElse(service, batch(service, few)._2)
    val (slice, now) = batch(service, math.max(few, (rate * length.toUnit(SECONDS)).round.toInt))
    rates.set(rates.get() + (service -> now))
    slice
  }

  private def batch(service: Int, rounds: Int): (Slice, Double) = {
    quiet()
    users.turnTo(service)
    val began = System.nanoTime()
    val slice = during(service, Phases.light) {
      users.batch(rounds, few)
      awaitIdle()
    }
    slice -> rounds * 1e9 / (System.nanoTime() - began)
  }

  /** One round after the other for so long, or longer where that is too few requests. */
  def alone(service: Int, length: FiniteDuration): Slice = {
    users.turnTo(service)
    users.activate(1)
    sleep(settle)
    during(service, Phases.alone, fewestRequests)(sleep(length))
  }

  /** The slice in which something happens, once or, where it has fewer than so many requests then, up to [[mostTimes]]
    * times.
    */
  def during(service: Int, phase: String, fewest: Long = 0)(happens: => Unit): Slice = {
    val (from, requests, ms) = (read(service), users.answers.size, users.answers.responseMs)
    val _ = Iterator.continually(happens).take(mostTimes).find(_ => users.answers.size - requests >= fewest)
    from.until(read(service), phase, users.answers.size - requests, users.answers.responseMs - ms)
  }

  def sleep(time: FiniteDuration): Unit = {
    val end = time.fromNow
    alive()
    while (end.hasTimeLeft()) {
      Thread.sleep(end.timeLeft.min(longestNap).max(Duration.Zero).toMillis)
      alive()
    }
  }

  /** Returns when no request is under way; nobody sends one then. */
  def quiet(): Unit = {
    users.activate(0)
    awaitIdle()
  }

  private def awaitIdle(): Unit = {
    val bound = drainMost.fromNow
    while (!users.awaitIdle(longestNap)) {
      alive()
      if (bound.isOverdue()) throw new Refused(s"Requests were not answered within ${drainMost.toSeconds} s.")
    }
  }

  private def turnOf(answers: Answers, seconds: Double)(before: Reading, after: Reading): Turn = {
    val (good, bad) = answers.ended
    val used = for { now <- after.target; earlier <- before.target } yield now - earlier
    val all = math.max(1, good.getTotalCount + bad.getTotalCount)
    Turn(
      good.getTotalCount / seconds,
      used.filter(_ > 0).map(_ / all),
      good.getValueAtPercentile(50) / 1e3,
      good.getValueAtPercentile(99) / 1e3,
      bad.getTotalCount.toDouble / all,
      answers.failures.keys.toVector
    )
  }
}

object Slices {

  /** Users of a light slice, of so many: no core is idle, and hardly a request waits. */
  def fewOf(users: Int): Int = (2 * Runtime.getRuntime.availableProcessors).min(users)

  /** A slice has so many at least, or the beginning and the end of a request would weigh more than a change. */
  val fewestRequests = 20L

  /** Maximum number of repetitions in a slice. */
  val mostTimes = 10

  private val settle = 500.millis
  private val drainMost = 2.minutes
  private val longestNap = 250.millis
}
