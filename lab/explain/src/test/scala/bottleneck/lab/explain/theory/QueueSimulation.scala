package bottleneck.lab.explain.theory

import scala.collection.mutable
import scala.util.Random

/** Customers in seconds of simulated time, in one line for `servers`, first come first served. */
object QueueSimulation {
  final case class Customer(arrival: Double, start: Double, end: Double)

  def exponential(mean: Double, random: Random): Double = -mean * math.log(1 - random.nextDouble())

  /** Open system: `customers` with interarrival time `gap` and service time `service`. */
  def open(servers: Int, customers: Int)(gap: => Double)(service: => Double): Vector[Customer] = {
    val line = new Line(servers)
    Iterator.iterate(gap)(_ + gap).take(customers).map(line.serve(_, service)).toVector
  }

  /** Closed system: `users` with think time `think`, until `customers` services in total. */
  def closed(servers: Int, users: Int, customers: Int)(think: => Double)(service: => Double): Vector[Customer] = {
    val line = new Line(servers)
    val arrivals = mutable.PriorityQueue.fill(users)(think)(Ordering.Double.IeeeOrdering.reverse)
    Vector.fill(customers) {
      val customer = line.serve(arrivals.dequeue(), service)
      arrivals.enqueue(customer.end + think)
      customer
    }
  }

  private final class Line(servers: Int) {
    private val free = mutable.PriorityQueue.fill(servers)(0.0)(Ordering.Double.IeeeOrdering.reverse)

    def serve(arrival: Double, service: Double): Customer = {
      val start = math.max(arrival, free.dequeue())
      free.enqueue(start + service)
      Customer(arrival, start, start + service)
    }
  }
}
