package bottleneck.connectionpool

import bottleneck.lab.explain.theory.SizingFormulas
import scala.concurrent.duration._

/** A pool for tasks that need several connections at once. */
private[connectionpool] sealed abstract class NestedPool(val name: String, val canDeadlock: Boolean) {
  def size(perTask: Int): Int

  /** Window; longer with deadlocks, whose irregular times hide that there is no trend. */
  def judged: FiniteDuration = if (canDeadlock) 45.seconds else 20.seconds
}

private[connectionpool] object NestedPool {
  private def formula(perTask: Int): Int =
    SizingFormulas.connectionsAgainstDeadlock(NestedConnections.threads, perTask)

  case object Below extends NestedPool("formula − 1", canDeadlock = true) {
    override def size(perTask: Int): Int = formula(perTask) - 1
  }

  case object Formula extends NestedPool("formula", canDeadlock = false) {
    override def size(perTask: Int): Int = formula(perTask)
  }

  /** Enough for all threads at once. */
  case object Ample extends NestedPool("threads × connections", canDeadlock = false) {
    override def size(perTask: Int): Int = NestedConnections.threads * perTask
  }

  val all: Vector[NestedPool] = Vector(Below, Formula, Ample)
}
