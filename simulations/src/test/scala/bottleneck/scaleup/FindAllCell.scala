package bottleneck.scaleup

import bottleneck.ServiceProperties
import bottleneck.lab.target._
import scala.concurrent.duration._

/** What a variant starts: a service with so many `cores`, with a cache or without, and a database that has the same
  * core in all of them. With a cache one request of an instance at a time reads what has expired.
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

  /** With the same users in all variants of an experiment. */
  private def load(users: Int, arrival: FiniteDuration, settle: FiniteDuration, judged: FiniteDuration): Load =
    ClosedLoad(users, arrival, settle, settle + judged, Some(warmUp))

  /** Where every list is read, the database's core takes nearly all of the time and lets so few requests through that
    * the service's JVM is not warm after minutes.
    */
  private def warmUp: WarmUp =
    if (cache.isDefined) FindAllCell.warmUp
    else FindAllCell.warmUp.copy(until = WarmUp.TimeSteady(FindAllCell.scan * FindAllCell.users.toLong))
}

private[scaleup] object FindAllCell {

  /** Of users, and so of threads that wait for a connection: at full scale a saturated database keeps all of them
    * waiting for about a minute, and nobody is to give up.
    */
  val requestTimeout: FiniteDuration = 180.seconds

  private val patience = Map(ServiceProperties.connectionTimeout -> requestTimeout.toMillis.toString)

  /** So many that JSON of Redis, which is much code, is read often. */
  private[scaleup] val warmUp: WarmUp = WarmUp(users = 16)

  private val users = 100

  /** What a core of database takes for a list, about: it is the order that counts. */
  private val scan = 30.millis
}
