package bottleneck.lab.explain.theory

import scala.concurrent.duration._

/** The queue M/M/c: random arrivals wait in one line for `servers` whose service times are exponential (Erlang 1917;
  * Kleinrock, Queueing Systems I, 1975, §3.5). It is the open load's answer to how much room a pool needs.
  *
  * @param perSecond
  *   arrivals; they must ask for less than all servers, or the queue grows for ever
  */
final case class ErlangC(servers: Int, perSecond: Double, serviceTime: FiniteDuration) {
  require(servers > 0, s"servers ($servers) must be > 0")
  require(perSecond >= 0, s"arrivals ($perSecond per second) must be >= 0")
  require(utilization < 1, s"arrivals ($perSecond per second) must ask for less than $servers servers, not $offered")

  /** Servers busy on average. */
  def offered: Double = LittlesLaw.population(perSecond, serviceTime)

  def utilization: Double = offered / servers

  /** The probability that an arrival must wait. */
  lazy val waiting: Double = {
    // the recursion of Erlang B: powers and factorials of c would overflow at some 170 servers
    val blocking = (1 to servers).foldLeft(1.0)((blocked, c) => offered * blocked / (c + offered * blocked))
    blocking / (1 - utilization * (1 - blocking))
  }

  /** The mean wait of all arrivals, those that need not wait included. */
  def meanWait: FiniteDuration = (waiting * serviceTime.toUnit(SECONDS) / (servers - offered)).seconds

  def meanResponseTime: FiniteDuration = meanWait + serviceTime

  /** The mean number that wait. */
  def meanQueue: Double = waiting * offered / (servers - offered)
}
