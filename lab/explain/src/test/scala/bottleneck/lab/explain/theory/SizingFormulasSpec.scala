package bottleneck.lab.explain.theory

import bottleneck.lab.explain.theory.QueueSimulation.exponential
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.concurrent.duration._
import scala.util.Random

class SizingFormulasSpec extends AnyFlatSpec with Matchers {

  "Connections of a server" should "be those of its users, and those that come while none is accepted" in {
    SizingFormulas.maxConnections(97.6, 10.25.seconds, Duration.Zero) shouldBe 1001
    SizingFormulas.maxConnections(97.6, 10.seconds, 2.seconds) shouldBe 1172
    SizingFormulas.acceptCount(1000, 200.millis) shouldBe 200
  }

  "Threads" should "be as many as keep the cores busy" in {
    SizingFormulas.threads(8, cpuShare = 1) shouldBe 8
    SizingFormulas.threads(8, cpuShare = 0.5) shouldBe 16
    SizingFormulas.threads(8, cpuShare = 0.3) shouldBe 27
  }

  it should "not be one more for a rounding error" in {
    for { cores <- 1 to 128; percent <- 1 to 100; if cores * 100 % percent == 0 }
      SizingFormulas.threads(cores, percent / 100.0) shouldBe cores * 100 / percent
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

  // Lazowska et al. 1984, §5.2: D = 10 s, Dmax = 5 s, Z = 15 s bend at N* = 5
  "The knee" should "be where all users together keep the busiest resource busy" in {
    val knee = AsymptoticKnee(10.seconds, 5.seconds, 15.seconds)
    knee.users shouldBe 5.0
    knee.formula shouldBe "(10 s + 15 s) / 5 s"
  }

  it should "be one user where there is one resource and no pause" in {
    val knee = AsymptoticKnee(20.millis, 20.millis, Duration.Zero)
    knee.users shouldBe 1.0
    knee.formula shouldBe "(20 ms + 0) / 20 ms"
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

  // N is counted at random instants, independently of X and R; 20,000 looks at about 8 ± 4 give 1 % with some correlation
  it should "hold in a simulated queue" in {
    val random = new Random(21)
    val customers =
      QueueSimulation.open(servers = 5, customers = 50000)(exponential(0.25, random))(exponential(1, random))
    val seconds = customers.last.arrival
    val response = customers.map(customer => customer.end - customer.arrival).sum / customers.size
    val present = Vector.fill(20000)(random.nextDouble() * seconds).sorted
    val counted = meanPresent(customers, present)
    LittlesLaw.population(customers.size / seconds, response.seconds) / counted shouldBe 1.0 +- 0.03
    LittlesLaw.population(customers.size / seconds, (response - 1).seconds) / counted should be < 0.7
  }

  /** Mean customers in the system at the `instants`: arrivals minus departures. */
  private def meanPresent(customers: Vector[QueueSimulation.Customer], instants: Vector[Double]): Double = {
    def before(times: Vector[Double])(instant: Double): Int = times.search(instant).insertionPoint
    val (came, went) = (customers.map(_.arrival).sorted, customers.map(_.end).sorted)
    instants.map(instant => before(came)(instant) - before(went)(instant)).sum.toDouble / instants.size
  }

  private def queue(connections: Int): PoolQueue = PoolQueue(100, connections, 600.millis)

  // by hand: 70 × 0.6 ÷ 30 = 1.4 s
  "A wait" should "be what those who wait take in turns" in {
    queue(30).meanWait shouldBe 1400.millis
    queue(100).meanWait shouldBe Duration.Zero
    queue(130).waiting shouldBe 0
  }

  // by hand: with 17 of 100 the last waits 83 × 0.6 ÷ 17 = 2.93 s, with 16 of them 84 × 0.6 ÷ 16 = 3.15 s
  it should "be the same for all in order, so that all are refused or none" in {
    queue(17).refusesInOrder(3.seconds) shouldBe false
    queue(16).refusesInOrder(3.seconds) shouldBe true
    PoolQueue.fewestInOrder(100, 600.millis, 3.seconds) shouldBe 17
    PoolQueue.fewestInOrder(100, 100.millis, 3.seconds) shouldBe 4
    PoolQueue.fewestInOrder(1, 1.hour, 1.milli) shouldBe 1
  }

  it should "be nearly exponential in random order" in {
    queue(30).refusedAtRandom(3.seconds) shouldBe math.exp(-3 / 1.4) +- 0.002
    queue(100).refusedAtRandom(3.seconds) shouldBe 0.0
    PoolQueue.fewestAtRandom(100, 600.millis, 3.seconds, requests = 10000) should (be >= 60 and be <= 70)
  }

  it should "be as a simulated lottery has it" in {
    val random = new Random(7)
    val (waiting, turns) = (70, 150)
    val tries = 20000
    val refused = (1 to tries).count(_ => (1 to turns).forall(_ => random.nextInt(waiting) != 0))
    // 150 turns of 20 ms are 3 s
    queue(30).refusedAtRandom(3.seconds) shouldBe refused.toDouble / tries +- 0.01
  }
}
