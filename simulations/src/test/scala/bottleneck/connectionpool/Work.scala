package bottleneck.connectionpool

import bottleneck.lab.explain.theory.Prediction
import io.gatling.core.Predef._
import io.gatling.core.structure.ChainBuilder
import io.gatling.http.Predef._
import scala.concurrent.duration._

/** Work of a request of the source `pools`: database, CPU, or one after the other.
  *
  * @param waits
  *   delay in the database, in place of network and disk
  * @param computes
  *   true if it takes CPU time in the service
  */
private[bottleneck] sealed abstract class Work(
    val path: String,
    val title: String,
    val waits: FiniteDuration,
    computes: Boolean
) {

  /** Minimum time a request holds its thread, given its CPU time. */
  def time(cpuTime: FiniteDuration): FiniteDuration = if (computes) waits + cpuTime else waits

  def usesDatabase: Boolean = waits > Duration.Zero

  def requests: ChainBuilder = request("")

  /** The same without the wait. */
  def calibration: ChainBuilder = request(if (usesDatabase) "?millis=0" else "")

  private def request(query: String): ChainBuilder =
    exec(http(s"GET /workload/$path").get(s"/workload/$path$query").check(AnswerCheck.checks: _*))

  /** Limits by pool, threads and users. By Spring Boot's default a connection is held until the request ends
    * (open-in-view).
    */
  def limits(
      connections: Int,
      threads: Int,
      users: Int,
      cpuTime: FiniteDuration = Work.computing
  ): Vector[Prediction] = {
    val held = time(cpuTime)
    Option.when(usesDatabase)(Prediction.connections(connections, 1, held)).toVector ++
      Vector(Prediction.threads(threads, 1, held), Prediction.users(users, held))
  }
}

private[bottleneck] object Work {
  private val reading = 30.millis
  private val computing = 2.millis

  case object Database extends Work("db", "DB Only", reading, computes = false)
  case object Cpu extends Work("cpu", "CPU Only", Duration.Zero, computes = true)
  case object All extends Work("all", "ALL", reading, computes = true)

  def kinds: Vector[Work] = Vector(Database, Cpu, All)

  /** Settings of the service in all three. */
  def properties(cpuTime: FiniteDuration = computing): Map[String, String] = Map(
    "workload.database-wait" -> s"${reading.toMillis}ms",
    "workload.cpu-time" -> s"${cpuTime.toMillis}ms",
    // Spring Boot's default, as the source has it
    "spring.jpa.open-in-view" -> "true"
  )
}
