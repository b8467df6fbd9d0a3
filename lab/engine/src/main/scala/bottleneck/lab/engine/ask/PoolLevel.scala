package bottleneck.lab.engine.ask

import bottleneck.lab.parts.sources.{PoolKind, PoolUse}

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
