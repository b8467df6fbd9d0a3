package bottleneck.lab.figures.theory

import scala.concurrent.duration._

/** Rules of thumb for the sizes of pools: where to begin measuring, not where to end. */
object SizingFormulas {

  /** threads × (`perTask` − 1) + 1, where a task holds `perTask` connections at once: with fewer, all threads can wait
    * for each other's (HikariCP wiki, About Pool Sizing, Pool-locking; claim `pools/connection-formula`).
    */
  def connectionsAgainstDeadlock(threads: Int, perTask: Int): Int = {
    require(threads > 0 && perTask > 0, s"threads ($threads) and connections per task ($perTask) must be > 0")
    threads * (perTask - 1) + 1
  }

  /** cores × 2 + effective spindles (0 where the data is cached) of the database's machine, for all pools in sum
    * (PostgreSQL wiki, Number Of Database Connections; HikariCP wiki, About Pool Sizing; claim `hikari/formula`).
    */
  def connections(databaseCores: Int, spindles: Int): Int = {
    require(databaseCores > 0 && spindles >= 0, s"cores ($databaseCores) must be > 0 and spindles ($spindles) >= 0")
    databaseCores * 2 + spindles
  }

  /** requests/s × holding time: the connections in use at that rate (Little 1961), which leaves none to spare. */
  def connectionsInUse(perSecond: Double, holding: FiniteDuration): Int = {
    require(perSecond > 0 && holding > Duration.Zero, s"rate ($perSecond) and holding ($holding) must be > 0")
    roundedUp(LittlesLaw.population(perSecond, holding))
  }

  /** (`maxConnections` × 0.8) ÷ instances, rounded down: the largest pool that leaves a fifth of the database's
    * connections to others (claim `hikari/procedure`).
    */
  def connectionCeiling(maxConnections: Int, instances: Int): Int = {
    require(maxConnections > 0 && instances > 0, s"connections ($maxConnections), instances ($instances) must be > 0")
    maxConnections * 8 / (10 * instances)
  }

  /** arrivals/s × the longest time in which none is accepted: the connections that the listen queue must keep (Tomcat's
    * acceptCount).
    */
  def acceptCount(arrivalsPerSecond: Double, pause: FiniteDuration): Int = {
    require(
      arrivalsPerSecond > 0 && pause >= Duration.Zero,
      s"rate ($arrivalsPerSecond) and pause ($pause) must be > 0"
    )
    roundedUp(LittlesLaw.population(arrivalsPerSecond, pause))
  }

  /** 21 / 0.35 is a little over 60. */
  private def roundedUp(value: Double): Int = math.ceil(value - 1e-9).toInt
}

/** N = X · (R + Z): users = throughput × (response time + think time). It holds for the means of any system that loses
  * nobody (Little 1961, Operations Research 9; with think times: Lazowska et al. 1984, §3.2).
  *
  * So where a measurement breaks it, the measurement is wrong. Throughputs are per second.
  */
object LittlesLaw {

  /** N, also the mean number in a part of a system, whose response time is the time spent there. */
  def population(
      perSecond: Double,
      responseTime: FiniteDuration,
      thinkTime: FiniteDuration = Duration.Zero
  ): Double = perSecond * (responseTime + thinkTime).toUnit(SECONDS)

  /** R; negative where so few users cannot have had so high a throughput. */
  def responseTime(population: Double, perSecond: Double, thinkTime: FiniteDuration = Duration.Zero): FiniteDuration = {
    require(perSecond > 0, s"throughput ($perSecond per second) must be > 0")
    (population / perSecond).seconds - thinkTime
  }
}
