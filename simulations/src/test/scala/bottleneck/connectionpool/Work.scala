package bottleneck.connectionpool

import bottleneck.lab.explain.theory.Prediction
import io.gatling.core.Predef._
import io.gatling.core.structure.ChainBuilder
import io.gatling.http.Predef._
import scala.concurrent.duration._

/** What a request of the source `pools` works on: the database, the CPU, or first the one and then the other.
  *
  * @param simulations
  *   what the names of its simulations begin with
  * @param waits
  *   in the database, for what there is a network and a disk
  * @param computes
  *   CPU time in the service
  */
private[connectionpool] sealed abstract class Work(
    val path: String,
    val title: String,
    val simulations: String,
    val waits: FiniteDuration,
    computes: FiniteDuration
) {

  /** How long a request holds its thread at least. */
  def time: FiniteDuration = waits + computes

  def usesDatabase: Boolean = waits > Duration.Zero

  def requests: ChainBuilder = request("")

  /** The same without the wait. */
  def calibration: ChainBuilder = request(if (usesDatabase) "?millis=0" else "")

  private def request(query: String): ChainBuilder =
    exec(http(s"GET /workload/$path").get(s"/workload/$path$query").check(Answer.checks: _*))

  /** What pool, threads and users allow. With the defaults of Spring Boot a connection is held until the end of the
    * request (open-in-view).
    */
  def limits(connections: Int, threads: Int, users: Int): Vector[Prediction] =
    Option.when(usesDatabase)(Prediction.connections(connections, 1, time)).toVector ++
      Vector(Prediction.threads(threads, 1, time), Prediction.users(users, time))
}

private[connectionpool] object Work {
  private val reading = 30.millis
  private val computing = 2.millis

  case object Database extends Work("db", "DB Only", "DbOnly", reading, Duration.Zero)
  case object Cpu extends Work("cpu", "CPU Only", "CpuOnly", Duration.Zero, computing)
  case object All extends Work("all", "ALL", "All", reading, computing)

  /** Settings of the service in all three. */
  val properties: Map[String, String] = Map(
    "workload.database-wait" -> s"${reading.toMillis}ms",
    "workload.cpu-time" -> s"${computing.toMillis}ms",
    // Spring Boot's default, as the source has it
    "spring.jpa.open-in-view" -> "true"
  )
}
