package bottleneck.lab.engine.ask

import bottleneck.lab.figures.preparation.{Cycle, CyclesForecast}
import bottleneck.lab.figures.statistics.Interval
import bottleneck.lab.figures.theory.Limit
import bottleneck.lab.figures.{Estimate, Numbers}
import bottleneck.lab.parts.sources.{PoolKind, ServiceThread}
import scala.concurrent.duration._

/** Limit by something that requests share: full if the window used it up; a request takes `demand` seconds of it. One
  * by turns has the throughput of the full slices beside which it was predicted.
  */
private[ask] final case class ResourceLimit(
    resource: Resource,
    limit: Limit,
    isFull: Boolean,
    demand: Double,
    byTurns: Option[Double] = None
) {
  def perSecond: Double = limit.perSecond

  def formula: String = limit.formula

  /** The rate with its interval. */
  def predicted: String = {
    val interval = limit.interval.collect {
      case (low, high) if !high.isInfinite => s" (${Numbers.rate(low)} to ${Numbers.rate(high)})"
    }
    Numbers.rate(perSecond) + interval.mkString
  }

  /** False of CPU time before the window: it may have changed. */
  def isKnown: Boolean = byTurns.isDefined || !resource.isCpu

  /** Throughput that it is to explain: of the full slices or, without any, of the window. */
  def measured(hold: Level): Double = byTurns.getOrElse(hold.throughput)

  /** Measured ÷ predicted. */
  def efficiency(hold: Level): Estimate = Estimate(
    measured(hold) / perSecond,
    limit.interval.map { case (low, high) => (measured(hold) / high, measured(hold) / low) }
  )

  /** True if it agrees with the throughput, and does not agree with nearly any. */
  def predicts(hold: Level): Boolean = {
    // the interval of a time has its error, one by turns is of chance alone
    val error = if (byTurns.isDefined) Limits.error else 0
    val (low, high) = ends(hold)
    low <= 1 + error && high >= 1 - error && isPrecise(hold)
  }

  /** True of CPU time of which a request takes less in a full slice than in a light one. */
  def isExceeded(hold: Level): Boolean = resource.isCpu && efficiency(hold).value > 1 && isPrecise(hold)

  private def isPrecise(hold: Level): Boolean = {
    val (low, high) = ends(hold)
    high <= Limits.precise * low
  }

  private def ends(hold: Level): (Double, Double) = {
    val ratio = efficiency(hold)
    ratio.interval.getOrElse((ratio.value, ratio.value))
  }
}

/** Something that requests share. */
private[ask] sealed abstract class Resource(val name: String) {
  def isCpu: Boolean = true
}

private[ask] object Resource {

  /** Cores of the machine, shared by the service, its database and Gatling. */
  case object Cores extends Resource("cores")

  /** CPU time that the control group of the service may use. */
  case object Quota extends Resource("CPU quota")

  /** Cores that the service may run on, where these are not all of the machine. */
  case object AllowedCores extends Resource("allowed cores")

  /** Some of the machine's cores: about as many of its threads run at once. */
  final case class SomeCores(n: Int, all: Int) extends Resource(s"use of $n of $all cores")

  /** Event loops that do not compute, and yet never wait for events. */
  case object EventLoops extends Resource("event loops that are blocked") {
    override def isCpu: Boolean = false
  }

  /** A single thread that does some work: an event loop, or all of a program such as Node.js. */
  final case class OneThread(of: String) extends Resource(s"one thread ($of)")

  /** @param id of this one among several of its kind; empty for an only one */
  final case class Pool(kind: PoolKind, id: String)
      extends Resource(if (id.isEmpty) kind.name else s"${kind.name} ($id)") {
    override def isCpu: Boolean = false
  }
}

private[ask] object Limits {

  /** Error of a time that a thread or a connection is held, with what a request does on its way into and out of it; and
    * what a request's CPU time may change by where more of them share the cores.
    */
  val error = 0.1

  /** Error of CPU time per request that was seen some seconds ago: a shared machine changes its speed by so much. */
  private val lightError = 0.4

  /** Greatest ÷ smallest value of a prediction that can name a limit. */
  val precise = 1.6

  /** Looks at the cycles, and the time from one to the next: on a quiet machine the first one tells. */
  val looks = 2
  val look: FiniteDuration = 12.seconds

  private val quotaFull = 0.2
  private val steady = 0.97
  private val threadFull = 0.9

  /** How far the mean number of running threads may be from a whole number: a look sees two threads for one core while
    * one hands it over to the other.
    */
  private val handedOver = 0.3

  /** What a bound that holds lets through for a moment at the most. */
  private val beyond = 1.25

  /** Limits by each resource that is known, the smallest first. */
  def of(seen: Observation): Vector[ResourceLimit] =
    (byCores(seen).toVector ++ byBound(seen) ++ byThread(seen) ++ byPools(seen)).sortBy(_.perSecond)

  /** CPU time of a part for a request, in seconds: in the light slices, or at the last level below the cores' limit. */
  def cpu(seen: Observation, part: Part): Option[Double] = {
    // a slow slice has fewer requests, as in the throughput
    val light = for { of <- seen.cycles; ms <- of.light.requestMs(part.name) } yield (ms / 1000, of.full.requests)
    if (light.isEmpty) cpu(seen, seen.lastFree, Vector(part))
    else Some(light.map { case (each, requests) => each * requests }.sum / light.map(_._2).sum)
  }

  /** CPU time of parts for a request in the window, in seconds. */
  def cpuInWindow(seen: Observation, parts: Part*): Option[Double] = cpu(seen, seen.hold, parts)

  private def cpu(seen: Observation, level: Level, parts: Seq[Part]): Option[Double] = {
    val used = parts.flatMap(part => level.cores(part).map(_ - seen.idle.cores(part).getOrElse(0.0)))
    Option.when(used.nonEmpty && level.all > 0)(math.max(0, used.sum) / level.all)
  }

  private def byCores(seen: Observation): Option[ResourceLimit] = {
    val free = seen.capacity.all - seen.idle.cores(Part.Machine).getOrElse(0.0)
    val isFull = seen.capacity.isUsedUp(seen.hold) && !areTaken(seen)
    ofCores(seen, Resource.Cores, "CPU time of all", isFull)(free, cpu(seen, Part.Machine))(of => of.whole -> of.left)
  }

  /** True if other programs take more of the cores than the parts do, and also while few requests are sent. Then the
    * cores that they leave are always what the parts use, and a service whose threads do not want all cores would get
    * more.
    */
  private def areTaken(seen: Observation): Boolean = seen.cycles.nonEmpty && {
    val computing = seen.hold.waits.collect { case (Wait(WaitKind.Running, _), threads) => threads }.sum
    val want = seen.hold.running.getOrElse(computing)
    def mean(of: Cycle => Double): Double = seen.cycles.map(of).sum / seen.cycles.size
    val others = mean(_.full.others)
    want < threadFull * seen.capacity.all && others > mean(_.full.cpu.values.sum) && mean(_.light.others) > others / 2
  }

  private def byBound(seen: Observation): Option[ResourceLimit] = bound(seen).flatMap { case (resource, cores) =>
    val free = cores - seen.idle.cores(Part.Service).getOrElse(0.0)
    ofCores(seen, resource, "the service's CPU time", isBoundUsedUp(seen))(free, cpu(seen, Part.Service))(
      _.of(Part.Service.name, cores) -> cores
    )
  }

  /** What bounds the service, or else the whole cores that its threads use, about as many as run at once. */
  private def bound(seen: Observation): Option[(Resource, Double)] = seen.capacity.service.orElse {
    val machine = seen.capacity.all.toInt
    for {
      running <- seen.hold.running
      most = math.round(running).toInt if most > 0 && most < machine && seen.hold.users > most
      if math.abs(running - most) < handedOver && seen.hold.mostRunning.exists(_ <= most + 1)
      if thread(seen).isEmpty && !seen.hold.snapshots.exists(_.processes.isDefined)
      used <- seen.hold.cores(Part.Service) if used > threadFull * most
    } yield Resource.SomeCores(most, machine) -> most.toDouble
  }

  private def isBoundUsedUp(seen: Observation): Boolean = bound(seen).exists { case (_, cores) =>
    seen.hold.throttledShare.exists(_ > quotaFull) || seen.hold
      .cores(Part.Service)
      .exists(used => used > threadFull * cores && used < beyond * cores)
  }

  /** True if the window used up the machine's cores, what bounds the service's, or the one of a thread. */
  def isCpuUsedUp(seen: Observation): Boolean =
    seen.capacity.isUsedUp(seen.hold) || isBoundUsedUp(seen) || thread(seen).isDefined

  /** The thread that has most of the service's work and a whole core for it. */
  def thread(seen: Observation): Option[ServiceThread] = for {
    (thread, cores) <- seen.hold.threadCores.maxByOption(_._2)
    service <- seen.hold.cores(Part.Service) if cores > threadFull && cores > 0.6 * service
  } yield thread

  private def byThread(seen: Observation): Option[ResourceLimit] = thread(seen).flatMap { thread =>
    val level = seen.beforeHold.filter(_.threadCores.get(thread).exists(_ < 0.75)).lastOption.getOrElse(seen.single)
    val idle = seen.idle.threadCores.getOrElse(thread, 0.0)
    val each = level.threadCores.get(thread).filter(_ => level.all > 0).map(used => (used - idle) / level.all)
    ofCores(seen, Resource.OneThread(thread.name), "the thread's CPU time", isFull = true)(1 - idle, each)(
      _.of(Part.oneThread, 1) -> 1.0
    )
  }

  /** By turns where there are cycles, and else by the CPU seconds of `each` request, which may have changed since.
    *
    * @param turns
    *   limit and its cores
    */
  private def ofCores(seen: Observation, resource: Resource, of: String, isFull: Boolean)(
      free: Double,
      each: Option[Double]
  )(turns: CyclesForecast => (Option[Limit], Double)): Option[ResourceLimit] = {
    def limit(cores: Double, each: Double): Limit =
      Limit(cores / each, resource.name, s"${Numbers.cores(cores)} cores ÷ ${time(each)} of $of")
    if (seen.cycles.isEmpty)
      each.filter(_ > 0 && free > 0).map { each =>
        ResourceLimit(resource, limit(free, each).dividedWithin(lightError), isFull, each)
      }
    else {
      val forecast = new CyclesForecast(seen.cycles, seen.capacity.all, looks = looks, look = look, untilNarrow = false)
      val (found, cores) = turns(forecast)
      found.map { of =>
        val each = cores / of.perSecond
        ResourceLimit(
          resource,
          limit(cores, each).copy(low = of.low, high = of.high),
          isFull,
          each,
          Some(forecast.measured)
        )
      }
    }
  }

  private def byPools(seen: Observation): Vector[ResourceLimit] = for {
    pool <- seen.hold.pools
    max <- pool.max.toVector
    // clients keep connections open: only those of a server that takes no more are worth a line
    held <-
      if (pool.kind != PoolKind.Connections) held(seen, pool.kind, pool.name)
      else Option.when(pool.isFull && seen.single.response > 0)(Estimate(seen.single.response))
    if held.value > 0
  } yield {
    val spread = held.interval.fold(0.0) { case (low, high) => (high - low) / 2 / held.value }
    val isOnly = seen.hold.pools.count(_.kind == pool.kind) == 1
    val resource = Resource.Pool(pool.kind, if (isOnly) "" else pool.name)
    val formula = s"$max ${pool.kind.name} ÷ ${time(held.value)} for which a request holds one"
    val limit = Limit(max / held.value, resource.name, formula).dividedWithin(math.max(spread, error))
    ResourceLimit(resource, limit, pool.isFull, held.value)
  }

  /** Time for which one request alone holds what is inside the service and has no figures, in seconds: at most all of
    * its time, at least that without the service's CPU time, and half way between them as the estimate.
    */
  def heldAlone(seen: Observation): Option[Estimate] = {
    val longest = seen.single.response
    val shortest = math.max(0, longest - cpu(seen, Part.Service).getOrElse(0.0))
    Option.when(longest > 0)(Estimate((longest + shortest) / 2, Some((shortest, longest))))
  }

  /** Connections to another process that no longer grew with the users, while cores were left: the most that a pool of
    * which there are no figures gives.
    */
  def ofConnections(seen: Observation): Vector[ResourceLimit] = for {
    pool <- seen.hold.pools
    if pool.kind == PoolKind.OutboundConnections || pool.kind == PoolKind.DatabaseConnections
    open = pool.mostInUse
    crowded = seen.levels.filter(_.users >= 2 * open)
    ofCrowded = crowded.flatMap(_.pool(pool.kind, pool.name))
    if open > 0 && seen.hasCores && pool.inUse > steady * open
    if crowded.nonEmpty && ofCrowded.size == crowded.size && ofCrowded.forall(_.mostInUse == open)
    inside <- heldAlone(seen)
    middle = inside.value
    (shortest, longest) <- inside.interval if shortest > 0
    resource = Resource.Pool(pool.kind, pool.name)
    formula = s"$open ${pool.kind.name} ÷ ${time(middle)}, a request's time alone less half of its CPU time"
    low = open / longest / (1 + error)
    high = open / shortest / (1 - error)
    limit = Limit(open / middle, resource.name, formula, Some(low), Some(high))
  } yield ResourceLimit(resource, limit, isFull = true, middle)

  /** Threads of one name that all had work, as many in each crowded level, while cores were left: the size of a
    * server's or an executor's pool of which there are no figures. A request holds one for the time that one alone
    * takes.
    */
  def ofThreads(seen: Observation): Vector[ResourceLimit] = for {
    (name, busy) <- seen.hold.busyThreads.toVector.sortBy(-_._2)
    size = math.round(busy).toInt
    crowded = seen.levels.filter(_.users >= 2 * size)
    if size > 0 && crowded.nonEmpty && seen.hasCores
    if crowded.forall(level => math.abs(level.busyThreads.getOrElse(name, 0.0) - busy) <= error * busy)
    limit <- ofSize(seen, size, Resource.Pool(PoolKind.RequestThreads, name), s"$size threads called $name")
  } yield limit

  /** Worker processes, of which each serves a request at a time, while cores were left. */
  def ofProcesses(seen: Observation): Vector[ResourceLimit] = for {
    size <- seen.hold.snapshots.flatMap(_.processes).lastOption.toVector
    if seen.hold.users >= 2 * size && seen.hasCores
    limit <- ofSize(seen, size, Resource.Pool(PoolKind.WorkerProcesses, ""), s"$size worker processes")
  } yield limit

  /** Threads that wait for events while nobody sends, but never in the window, where they do not compute either: what
    * they do for a request blocks them, and all others. Some runtimes have more event loops, without requests.
    */
  def ofEventLoops(seen: Observation): Vector[ResourceLimit] = for {
    idle <- seen.idle.polling.toVector
    polling <- seen.hold.polling
    size = math.round(idle - polling).toInt
    if size > 0 && math.abs(idle - polling - size) < 1 - threadFull && seen.hold.users >= 2 * size
    running <- seen.hold.running if running < 0.5
    limit <- ofSize(seen, size, Resource.EventLoops, Numbers.counted(size, "event loop"))
  } yield limit

  /** A request holds one of so many for the time that one alone takes. */
  private def ofSize(seen: Observation, size: Int, resource: Resource, many: String): Option[ResourceLimit] = {
    val alone = seen.single.response
    def limit =
      Limit(size / alone, resource.name, s"$many ÷ ${time(alone)}, a request's time alone").dividedWithin(error)
    Option.when(alone > 0)(ResourceLimit(resource, limit, isFull = true, alone))
  }

  /** Time for which a request holds one of a pool while it waits for nothing else, in seconds: counted by the pool, or
    * by Little's law from how many are in use in all levels below its limit and the machine's.
    */
  private def held(seen: Observation, kind: PoolKind, name: String): Option[Estimate] = {
    val free = for {
      level <- seen.beforeHold
      pool <- level.pool(kind, name).toVector
      isFree = !pool.isFull && pool.waiting.forall(_ < 0.5) && seen.capacity.leaves(level)
      if level.all > 0 && (level == seen.single || isFree)
    } yield (level, pool)
    // the counters of one request at a time are exact, and nothing waits then; they count the lab's own requests too
    val idle = seen.idle.pool(kind, name)
    val counted = free
      .flatMap { case (level, pool) =>
        pool.counted.map(all => Estimate((all - idle.flatMap(_.counted).getOrElse(0.0)) / level.all))
      }
      .headOption
      .filter(_.value > 0)
    val always = idle.fold(0.0)(_.inUse)
    counted.orElse {
      val used = free.filter(_._2.inUse > always)
      val parts = used.flatMap { case (level, _) =>
        level.snapshots.grouped(math.max(1, level.snapshots.size / 5)).map { part =>
          val uses = part.flatMap(_.pools).filter(use => use.kind == kind && use.name == name).map(_.inUse.toDouble)
          if (uses.isEmpty) 0.0 else (uses.sum / uses.size - always) / level.all
        }
      }
      val requests = used.map { case (level, _) => level.seconds * level.all }.sum
      val spent = used.map { case (level, pool) => level.seconds * (pool.inUse - always) }.sum
      val half = Interval.of(parts).fold(0.0)(_.halfWidth)
      Option.when(used.nonEmpty)(Estimate(spent / requests, Some((spent / requests - half, spent / requests + half))))
    }
  }

  def time(seconds: Double): String =
    if (seconds < 0.001) s"${Numbers.plain(seconds * 1000)}\u202fms" else Numbers.millis(seconds * 1000)
}
