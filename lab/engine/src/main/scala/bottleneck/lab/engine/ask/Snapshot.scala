package bottleneck.lab.engine.ask

import bottleneck.lab.parts.sources.{HeapUse, PoolUse, ServiceThread, ThreadStates, Throttling}

/** Counters and gauges at an instant of `System.nanoTime`; counters only grow. CPU times of the parts are seconds since
  * some start; those of the service's threads, and the number of its worker processes, are there only where a window
  * begins and ends, on Linux; the `states` of its threads are there only without a JVM. `gcSeconds` are those of the
  * service's JVM since its start, and of its `heap` so many bytes are in use. A source that is absent leaves its part
  * empty.
  */
final case class Snapshot(
    nanos: Long,
    cpuSeconds: Map[Part, Double],
    gcSeconds: Option[Double] = None,
    heap: Option[HeapUse] = None,
    throttling: Option[Throttling] = None,
    pools: Vector[PoolUse] = Vector.empty,
    threadSeconds: Map[ServiceThread, Double] = Map.empty,
    processes: Option[Int] = None,
    states: Option[ThreadStates] = None
)

/** A part of a measured system whose CPU time is counted. */
sealed abstract class Part(val name: String)

object Part {
  case object Service extends Part("service")
  case object Database extends Part("database")
  case object Generator extends Part("generator")

  /** All of the machine, with the parts above and what its host took away. */
  case object Machine extends Part("machine")

  /** Name of the one thread that does the service's work, as a part of it. */
  val oneThread: String = s"${Service.name}-thread"

  val all: Vector[Part] = Vector(Service, Database, Generator, Machine)
}
