package bottleneck.lab.engine.ask

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
  case object ExecutorThreads extends PoolKind("executor threads")
  case object OutboundConnections extends PoolKind("outbound connections")

  /** By its sockets, whatever library pools them. */
  case object DatabaseConnections extends PoolKind("database connections")
}

/** Use of a pool in a window: means of the looks at it, which are in order, with their instants in ns. */
private[ask] final class PoolLevel(seen: Vector[(Long, PoolUse)]) {
  private val uses = seen.map(_._2)
  val kind: PoolKind = uses.last.kind
  val name: String = uses.last.name
  val max: Option[Int] = uses.flatMap(_.max).lastOption
  val mostInUse: Int = uses.map(_.inUse).max
  val inUse: Double = uses.map(_.inUse).sum.toDouble / uses.size

  val waiting: Option[Double] = {
    val all = uses.flatMap(_.waiting)
    Option.when(all.nonEmpty)(all.sum.toDouble / all.size)
  }

  /** Mean in use by the pool's own counters, where it has them. */
  val counted: Option[Double] = {
    val held = seen.flatMap { case (nanos, use) => use.held.map(held => nanos -> held._2) }
    for {
      (from, before) <- held.headOption
      (to, after) <- held.lastOption
      if to > from
    } yield (after - before) / ((to - from) / 1e9)
  }

  /** True if hardly ever one was free. */
  def isFull: Boolean = max.exists(inUse >= 0.9 * _)
}
