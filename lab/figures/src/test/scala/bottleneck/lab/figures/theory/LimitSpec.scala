package bottleneck.lab.figures.theory

import bottleneck.lab.figures.theory.QueueSimulation.exponential
import org.hipparchus.stat.StatUtils
import org.scalatest.Assertion
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.collection.mutable
import scala.concurrent.duration._
import scala.util.Random

class LimitSpec extends AnyFlatSpec with Matchers {

  // worked by hand: 10 / 0.6 = 16.67 (sources: hikari), 8 / 0.3 ms = 26,667, 100 / (1 + 4) = 20
  "Every resource" should "have its limit and show how it comes about" in {
    val limits = Vector(
      Limit.arrivals(12.5) -> ((12.5, "arrivals", "12.5/s")),
      Limit.threads(200, 5, 1025.millis) -> ((975.61, "threads", "200 × 5 / 1.025 s")),
      Limit.threads(200, 1, 1025.millis) -> ((195.12, "threads", "200 / 1.025 s")),
      Limit.connections(10, 1, 600.millis) -> ((16.67, "connections", "10 / 0.6 s")),
      Limit.connections(10, 3, 600.millis) -> ((50.0, "connections", "10 × 3 / 0.6 s")),
      Limit.connections(20, 1, 100.millis, 2500.micros) -> ((195.12, "connections", "20 / (0.1 s + 2.5 ms)")),
      Limit.cores(8, 300.micros) -> ((26666.67, "cores", "8 / 0.3 ms")),
      Limit.cores(0.5, 20.millis) -> ((25.0, "cores", "0.5 / 20 ms")),
      Limit.cores("database", 0.5, 1, 20.millis) -> ((25.0, "cores of the database", "0.5 / 20 ms")),
      Limit.cores("service", 0.5, 3, 20.millis) -> ((75.0, "cores of the service", "0.5 × 3 / 20 ms")),
      Limit.users(100, 1.second) -> ((100.0, "users", "100 / 1 s")),
      Limit.users(100, 1.second, thinkTime = 4.seconds) -> ((20.0, "users", "100 / (1 s + 4 s)"))
    )
    for ((limit, (perSecond, by, formula)) <- limits) {
      limit.perSecond shouldBe perSecond +- 0.005
      (limit.by, limit.formula) shouldBe ((by, formula))
    }
  }

  "Users who compete for nothing" should "add their limits" in {
    val both = Limit.connections(10, 2, 50.millis).beside(Limit.users(2, 50.millis))
    both shouldBe Limit(440, "connections", "10 × 2 / 50 ms + 2 / 50 ms")
  }

  "A measurement" should "be within a part of the limit, on either side" in {
    val limit = Limit.users(100, 1.second)
    Vector(95.0, 100.0, 105.0).forall(limit.isWithin(0.05, _)) shouldBe true
    Vector(94.9, 105.1).exists(limit.isWithin(0.05, _)) shouldBe false
  }

  private val hundred = Limit.users(100, 1.second)

  "An interval" should "reach as far to either side, and no further" in {
    val limit = hundred.plusMinus(0.05)
    (limit.low.getOrElse(0.0), limit.high.getOrElse(0.0)) shouldBe ((95.0, 105.0))
    Vector(95.0, 100.0, 105.0).map(limit.contains) shouldBe Vector.fill(3)(Some(true))
    Vector(94.9, 105.1).map(limit.contains) shouldBe Vector.fill(2)(Some(false))
    (limit.perSecond, limit.by, limit.formula) shouldBe ((hundred.perSecond, hundred.by, hundred.formula))
  }

  // worked by hand: 1600 completions, a coefficient of variation of 1: 1.96 / √1600 = 0.049
  it should "be that of chance alone where a request takes now this time and now that" in {
    val limit = hundred.sampled(cv = 1, window = 16.seconds)
    limit.low.getOrElse(0.0) shouldBe 95.1 +- 1e-9
    limit.high.getOrElse(0.0) shouldBe 104.9 +- 1e-9
    val fixed = hundred.sampled(cv = 0, window = 16.seconds)
    (fixed.low, fixed.high) shouldBe ((Some(100.0), Some(100.0)))
  }

  it should "be wide, and no error, where nothing can be completed in the window" in {
    Limit.users(1, 1.hour).sampled(cv = 0.5, window = 1.second).high.getOrElse(0.0) shouldBe 1.98 / 3600 +- 1e-9
  }

  // 20,000 completions with CV 1: renewal noise 0.7 %, and 3 % are four times that
  "A simulated closed system" should "have the throughput of its limit, and Little's response time" in {
    simulated(users = 100, Limit.threads(10, 1, 100.millis), tolerance = 0.05)
    simulated(users = 8, Limit.users(8, 100.millis, thinkTime = 100.millis), tolerance = 0.03)
  }

  /** 10 threads, 100 ms of service, 100 ms of thinking. */
  private def simulated(users: Int, limit: Limit, tolerance: Double): Assertion = {
    val random = new Random(31)
    val customers =
      QueueSimulation.closed(10, users, 22000)(exponential(0.1, random))(exponential(0.1, random)).drop(2000)
    val throughput = customers.size / (customers.last.arrival - customers.head.arrival)
    throughput shouldBe limit.perSecond +- 0.03 * limit.perSecond
    val response = customers.map(customer => customer.end - customer.arrival).sum / customers.size
    val expected = LittlesLaw.responseTime(users, limit.perSecond, thinkTime = 100.millis).toUnit(SECONDS)
    response shouldBe expected +- tolerance * expected
  }

  // a sleep of 50 … 2000 ms: (1950 / √12) / 1025
  private val cv = 0.5492

  private def error(completions: Double, cv: Double): Double =
    Limit(completions, "", "").sampled(cv, 1.second).high.fold(0.0)(_ / completions - 1) / 1.96

  // by hand: 0.5492 / √8712 = 0.5492 / 93.34
  "Noise" should "shrink with the root of the completions" in {
    error(8712, cv) shouldBe 0.005884 +- 1e-6
    error(4 * 8712, cv) shouldBe 0.005884 / 2 +- 1e-6
    error(1, 0) shouldBe 0.0
  }

  // 1000 runs give a standard deviation to 1 / √2000 = 2.2 %; 10 % also allow for threads that all begin at once
  it should "be that of simulated threads" in {
    val random = new Random(41)
    val runs = Array.fill(1000)(completions(threads = 20, seconds = 50, random))
    val relative = math.sqrt(StatUtils.variance(runs: _*)) / StatUtils.mean(runs: _*)
    val expected = error(StatUtils.mean(runs: _*), cv)
    relative shouldBe expected +- 0.1 * expected
  }

  private def completions(threads: Int, seconds: Double, random: Random): Double =
    Vector
      .fill(threads)(Iterator.iterate(0.0)(_ + 0.05 + 1.95 * random.nextDouble()).drop(1).takeWhile(_ <= seconds).size)
      .sum
      .toDouble
}

class SizingFormulasSpec extends AnyFlatSpec with Matchers {

  "A listen queue" should "hold those that come while none is accepted" in {
    SizingFormulas.acceptCount(1000, 200.millis) shouldBe 200
  }

  // the wiki's own examples: 3 threads with 4 connections each need 10, 8 with 3 each need 17
  "Connections" should "let one task finish whatever the others hold" in {
    SizingFormulas.connectionsAgainstDeadlock(3, perTask = 4) shouldBe 10
    SizingFormulas.connectionsAgainstDeadlock(8, perTask = 3) shouldBe 17
    SizingFormulas.connectionsAgainstDeadlock(200, perTask = 1) shouldBe 1
  }

  // the wiki's own example: 4 cores and one disk
  it should "follow the database's cores" in {
    SizingFormulas.connections(databaseCores = 4, spindles = 1) shouldBe 9
    SizingFormulas.connections(databaseCores = 2, spindles = 0) shouldBe 4
  }

  it should "leave a fifth of the database's to others" in {
    SizingFormulas.connectionCeiling(25, instances = 1) shouldBe 20
    SizingFormulas.connectionCeiling(143, instances = 1) shouldBe 114
    SizingFormulas.connectionCeiling(100, instances = 3) shouldBe 26
    SizingFormulas.connectionCeiling(10, instances = 9) shouldBe 0
  }

  it should "be as many as a rate keeps busy" in {
    SizingFormulas.connectionsInUse(150, 100.millis) shouldBe 15
    SizingFormulas.connectionsInUse(150, 600.millis) shouldBe 90
    SizingFormulas.connectionsInUse(151, 100.millis) shouldBe 16
  }

  // by hand: 50/s · (2 s + 1 s) = 150
  "Little's law" should "give the users and the response time" in {
    LittlesLaw.population(50, 2.seconds, 1.second) shouldBe 150.0
    LittlesLaw.responseTime(150, 50, 1.second) shouldBe 2.seconds
  }

  it should "do without a think time" in {
    LittlesLaw.population(975.6, 1025.millis) shouldBe 999.99 +- 0.01
    LittlesLaw.responseTime(10000, 1000) shouldBe 10.seconds
  }
}

/** Customers in seconds of simulated time, in one line for `servers`, first come first served. */
object QueueSimulation {
  final case class Customer(arrival: Double, end: Double)

  def exponential(mean: Double, random: Random): Double = -mean * math.log(1 - random.nextDouble())

  /** Closed system: `users` with think time `think`, until `customers` services in total. */
  def closed(servers: Int, users: Int, customers: Int)(think: => Double)(service: => Double): Vector[Customer] = {
    val free = earliestFirst(servers)(0.0)
    val arrivals = earliestFirst(users)(think)
    Vector.fill(customers) {
      val arrival = arrivals.dequeue()
      val end = math.max(arrival, free.dequeue()) + service
      free.enqueue(end)
      arrivals.enqueue(end + think)
      Customer(arrival, end)
    }
  }

  private def earliestFirst(size: Int)(time: => Double): mutable.PriorityQueue[Double] =
    mutable.PriorityQueue.fill(size)(time)(Ordering.Double.IeeeOrdering.reverse)
}
