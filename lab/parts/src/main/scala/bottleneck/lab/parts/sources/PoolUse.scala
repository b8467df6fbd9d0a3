package bottleneck.lab.parts.sources

/** Use of a pool at an instant; `name` tells it from others of its kind, such as `http-nio-8080`. `max` is none without
  * a bound; `waiting` and `held` are none if not known. `held` has the uses since the start and the seconds for which
  * they lasted in all.
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

  /** Each serves one request at a time. */
  case object WorkerProcesses extends PoolKind("worker processes")
  case object ExecutorThreads extends PoolKind("executor threads")
  case object OutboundConnections extends PoolKind("outbound connections")

  /** By its sockets, whatever library pools them. */
  case object DatabaseConnections extends PoolKind("database connections")
}
