package bottleneck.pools

import bottleneck.AnswerCheck
import bottleneck.Dsl._
import bottleneck.hikari.PoolSetting

/** Work of a request of the source `pools`: a wait in the database, in place of network and disk, CPU time in the
  * service, or one after the other.
  */
private[bottleneck] final case class Work(path: String, title: String, waits: FiniteDuration, computes: Boolean) {
  def usesDatabase: Boolean = waits > Duration.Zero

  def requests: ChainBuilder = request("")

  /** The same without the wait. */
  def calibration: ChainBuilder = request(if (usesDatabase) "?millis=0" else "")

  private def request(query: String): ChainBuilder =
    exec(http(s"GET /workload/$path").get(s"/workload/$path$query").check(AnswerCheck.checks: _*))

  /** Limits by pool, threads and users. By Spring Boot's default a connection is held until the request ends
    * (open-in-view).
    */
  def limits(connections: Int, threads: Int, users: Int, cpuTime: FiniteDuration = Work.computing) = {
    val held = if (computes) waits + cpuTime else waits
    Option.when(usesDatabase)(Limit.connections(connections, 1, held)).toVector ++
      Vector(Limit.threads(threads, 1, held), Limit.users(users, held))
  }
}

private[bottleneck] object Work {
  private val reading = 30.millis
  private val computing = 2.millis

  val Database: Work = Work("db", "DB Only", reading, computes = false)
  val Cpu: Work = Work("cpu", "CPU Only", Duration.Zero, computes = true)
  val All: Work = Work("all", "ALL", reading, computes = true)

  val kinds: Vector[Work] = Vector(Database, Cpu, All)

  /** The source's. */
  val users = 150

  /** The source's pools are left at a time-out of 30 s, and its database allows 143 connections. */
  def target(threads: Int, connections: Int, cpuTime: FiniteDuration = computing): Target = PoolSetting(
    connections,
    threads,
    timeout = 30.seconds,
    maxConnections = 143,
    more = Map(
      "workload.database-wait" -> s"${reading.toMillis}ms",
      "workload.cpu-time" -> s"${cpuTime.toMillis}ms",
      // Spring Boot's default, as the source has it
      "spring.jpa.open-in-view" -> "true"
    )
  ).target
}

/** DB Only, CPU Only and ALL on few or many threads and connections (source `pools`). */
private[pools] abstract class WorkVariant(trial: Trial, work: Work, threads: Int, connections: Int)
    extends Experiment(trial) {
  override def target = Work.target(threads, connections)
  override def load = SlicedLoad.of(Work.users, WarmUp(users = 2))
  override def requests(run: RunContext) = work.requests
  override def calibrationRequests(run: RunContext) = Some(work.calibration)
  override def expectation(run: RunContext) = Expectation(
    work.limits(connections, threads, run.load.users)
  )
}

/** Request threads of a variant; some follow the cores of the machine, as the source's 4 and 8 of 8. */
private[pools] final case class Threads(number: Int, name: String)

private[pools] object Threads {

  /** The source's 4 and 8 threads on 8 cores. */
  val HalfTheCores: Threads = Threads(math.max(1, cores / 2), "half a thread per core")
  val PerCore: Threads = Threads(cores, "a thread per core")

  /** The source's threads on any number of cores: 8 are fewer than the 10 connections of a default pool. */
  val Four: Threads = Threads(4, "4 threads")
  val Eight: Threads = Threads(8, "8 threads")

  /** Tomcat's. */
  val Default: Threads = Threads(200, "200 threads")

  val all: Vector[Threads] = Vector(HalfTheCores, PerCore, Four, Eight, Default)
}
