package bottleneck.lab.engine.users

import bottleneck.lab.parts.metrics.Gauge.Reading
import java.util.concurrent.atomic.{AtomicLong, AtomicReference}
import org.scalatest.Assertion
import scala.concurrent.duration._
import scala.util.Using

/** Users who are threads instead of Gatling's. A service answers after `response`, and uses 1 ms of CPU time for a
  * round, service 1 twice as much; `compilers` are cores of its compilers.
  */
final class LoopingUsers(number: Int, compilers: Double = 0) extends Users with AutoCloseable {
  @volatile var response: Int => FiniteDuration = _ => 2.millis
  @volatile var fails = false
  private val ended, recorded, turned = Vector.fill(2)(new AtomicLong)
  private val most = new AtomicLong
  private val batchesSoFar = new AtomicReference(Vector.empty[(Int, Int)])
  private val pacesSoFar = new AtomicReference(Vector.empty[Double])
  private val began = System.currentTimeMillis()
  private val threads = Vector.tabulate(number)(n => new Thread(() => loop(n)))
  threads.foreach(_.setDaemon(true))
  threads.foreach(_.start())

  /** Rounds of a service that are over, and those among them that Gatling would record. */
  def rounds(service: Int): Long = ended(service).get
  def recordedRounds(service: Int): Long = recorded(service).get

  /** How often its users turned to a service. */
  def turns(service: Int): Long = turned(service).get

  /** Most rounds at once. */
  def mostAtOnce: Long = most.get

  /** Rounds and users of all batches, and all paces. */
  def batches: Vector[(Int, Int)] = batchesSoFar.get
  def paces: Vector[Double] = pacesSoFar.get

  def reading(service: Int): Reading = {
    val at = System.currentTimeMillis()
    val compiled = (at - began) / 1000.0 * compilers
    val cpu = rounds(service) * (service + 1) / 1000.0 + compiled
    Reading(at, Map("service-1" -> cpu), Map("service-1" -> compiled), None)
  }

  override def turnTo(service: Int): Unit = {
    turned(service).incrementAndGet()
    super.turnTo(service)
  }

  override def batch(rounds: Int, users: Int): Unit = {
    batchesSoFar.updateAndGet(_ :+ (rounds -> users))
    super.batch(rounds, users)
  }

  override def pace(perSecond: Double, users: Int, gap: Users.Gap): Unit = {
    pacesSoFar.updateAndGet(_ :+ perSecond)
    super.pace(perSecond, users, gap)
  }

  override def close(): Unit = {
    end()
    threads.foreach(_.interrupt())
  }

  private def loop(n: Int): Unit =
    try
      while (!isOver) take(n) match {
        case Some(wait) =>
          Thread.sleep(wait.toMillis)
          round()
        case None => Thread.sleep(1)
      }
    catch { case _: InterruptedException => () }

  private def round(): Unit = {
    val (service, sent) = (turn, System.nanoTime())
    most.accumulateAndGet(sending.toLong, math.max)
    if (isOpen) recorded(service).incrementAndGet()
    Thread.sleep(response(service).toMillis)
    if (fails) answers.fail(sent, "answer 503") else answers.succeed(sent)
    ended(service).incrementAndGet()
    done()
  }
}

object LoopingUsers {
  def using(number: Int, compilers: Double = 0)(test: LoopingUsers => Assertion): Assertion =
    Using.resource(new LoopingUsers(number, compilers))(test)
}
