package bottleneck.scaleup

import bottleneck.ServiceProperties
import bottleneck.lab.target._
import scala.concurrent.duration._

/** Target of a variant: a service with `cores` and an optional cache, and a database with one core. With a cache, one
  * request per instance at a time reloads an expired entry.
  */
private[scaleup] final case class FindAllCell(cores: Double, cache: Option[Cache]) {
  def target: Target = Target(
    instances = 1,
    FindAllCell.patience ++ cache.map(_ => ServiceProperties.singleFlight -> "true"),
    Some(Database(maxConnections = 100, Index.None)),
    // what a JVM chooses with 2 cores, also where it sees fewer: the tiers are to differ in cores alone
    jvm = ServiceProperties.warmSooner :+ "-XX:+UseG1GC",
    cpus = CpuLimits(service = Some(cores), database = Some(1)),
    cache = cache,
    training = ServiceProperties.training
  )

  def quick: Load = load(FindAllCell.users, arrival = 1.second, settle = 8.seconds, judged = 16.seconds)

  /** The source's users. Everybody has had an answer of the saturated database before it is judged. */
  def full: Load = load(users = 1000, arrival = 20.seconds, settle = 80.seconds, judged = 120.seconds)

  /** Load with the same users in all variants of an experiment. */
  private def load(users: Int, arrival: FiniteDuration, settle: FiniteDuration, judged: FiniteDuration): Load =
    ClosedLoad(users, arrival, settle, settle + judged, Some(warmUp))

  /** Warm-up by time if there is no cache: the database is the bottleneck, so the service's JVM would stay cold for
    * minutes.
    */
  private def warmUp: WarmUp =
    if (cache.isDefined) FindAllCell.warmUp
    else FindAllCell.warmUp.copy(until = WarmUp.TimeSteady(FindAllCell.scan * FindAllCell.users.toLong))
}

private[scaleup] object FindAllCell {

  /** Timeout of requests and of the connection pool. At full scale users wait about a minute for a saturated database,
    * and none is to time out.
    */
  val requestTimeout: FiniteDuration = 180.seconds

  private val patience = Map(ServiceProperties.connectionTimeout -> requestTimeout.toMillis.toString)

  /** Warm-up with enough users to compile the reading of Redis's JSON. */
  private[scaleup] val warmUp: WarmUp = WarmUp(users = 16)

  private val users = 100

  /** CPU time of the database per list; order of magnitude. */
  private val scan = 30.millis
}
