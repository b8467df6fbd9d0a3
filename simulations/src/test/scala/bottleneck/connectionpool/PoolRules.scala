package bottleneck.connectionpool

import bottleneck.lab.explain.page.Numbers
import bottleneck.lab.explain.record._
import bottleneck.lab.explain.theory.SizingFormulas
import bottleneck.lab.explain.verdict._
import bottleneck.ServiceProperties

/** What each rule of thumb would have chosen for a target, and what that size gave. */
private[connectionpool] final class PoolRules(sweep: Sweep, holding: Holding, target: Int) {

  def compared(chosen: Result): String =
    Vector(Some(little), Some(hikari(chosen)), threads(chosen)).flatten.mkString(" ")

  private def little: String = {
    val size = SizingFormulas.connectionsInUse(target.toDouble, holding.time)
    s"Little's law says $size connections, with none to spare${gave(size)}."
  }

  private def hikari(chosen: Result): String = {
    val size = SizingFormulas.connections(chosen.machine.cpus, spindles = 1)
    val wrong = sweep.at(size.toDouble).exists(_.total.throughput < target)
    s"Hikari's formula (${chosen.machine.cpus} cores × 2 + 1) says $size${gave(size)}" +
      (if (wrong) ": it counts what works, and here a connection waits." else ".")
  }

  /** The share of its time that a request is on the CPU: what it computes, while it is held. */
  private def threads(chosen: Result): Option[String] = for {
    demand <- chosen.expected.demand
    share = demand.serviceCpuMs / holding.time.toMillis
    if share > 0
    there <- ServiceProperties.number(chosen, ServiceProperties.threads)
  } yield s"The thread formula says ${SizingFormulas.threads(chosen.machine.cpus, math.min(1, share))} threads, of which ${Numbers.count(there)} were there."

  private def gave(size: Int): String =
    sweep.at(size.toDouble).fold("")(run => s", which gave ${Numbers.rate(run.total.throughput)}")
}
