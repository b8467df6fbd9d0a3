package bottleneck.lab.ask

/** Counters and gauges at an instant; counters only grow. A source that is absent leaves its part empty.
  *
  * @param nanos
  *   of `System.nanoTime`
  * @param cpuSeconds
  *   CPU time since some start
  * @param gcSeconds
  *   of the service's JVM since its start
  * @param sockets
  *   of the service's port and the machine, on Linux
  * @param threadSeconds
  *   CPU time of the service's threads, on Linux; only where a window begins and ends
  */
final case class Snapshot(
    nanos: Long,
    cpuSeconds: Map[Part, Double],
    gcSeconds: Option[Double] = None,
    throttling: Option[Throttling] = None,
    pools: Vector[PoolUse] = Vector.empty,
    sockets: Option[Sockets] = None,
    threadSeconds: Map[ServiceThread, Double] = Map.empty
)

/** A thread of the service; `name` has the kernel's 15 letters. */
final case class ServiceThread(id: Long, name: String)

/** Who uses the machine's CPU. */
sealed abstract class Part(val name: String)

object Part {
  case object Service extends Part("service")
  case object Database extends Part("database")

  /** The JVM of Gatling. */
  case object Generator extends Part("generator")

  /** All of the machine, with the parts above and what its host took away. */
  case object Machine extends Part("machine")
}

/** Periods of the service's control group, and those in which its CPU quota was used up. */
final case class Throttling(periods: Long, throttled: Long)

/** Use of a pool at an instant.
  *
  * @param name
  *   of this pool among those of its kind, such as `http-nio-8080` or `HikariPool-1`
  * @param max
  *   its capacity; none where it has no bound
  * @param waiting
  *   callers that wait for one; none where that is not known
  * @param held
  *   uses since the start, and the seconds for which they lasted in all; none where that is not counted
  */
final case class PoolUse(
    kind: PoolKind,
    name: String,
    max: Option[Int],
    inUse: Int,
    waiting: Option[Int] = None,
    held: Option[(Long, Double)] = None
)

/** Kind of a pool: what a request holds one of. */
sealed abstract class PoolKind(val name: String)

object PoolKind {
  case object RequestThreads extends PoolKind("request threads")

  /** That clients hold open, of those that the server takes. */
  case object Connections extends PoolKind("connections")
  case object JdbcConnections extends PoolKind("JDBC connections")
  case object R2dbcConnections extends PoolKind("R2DBC connections")
  case object ExecutorThreads extends PoolKind("executor threads")
  case object OutboundConnections extends PoolKind("outbound connections")

  /** By its sockets, whatever library pools them. */
  case object DatabaseConnections extends PoolKind("database connections")
}
