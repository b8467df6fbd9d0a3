package bottleneck.lab.explain.theory

import bottleneck.lab.explain.theory.QueueSimulation.exponential
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.concurrent.duration._
import scala.util.Random

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
}
