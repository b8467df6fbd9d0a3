package bottleneck.lab.ask

import bottleneck.lab.model.{Estimate, Numbers}

/** Requests per second at which a resource is used up: its capacity ÷ what a request takes of it.
  *
  * @param formula
  *   in numbers
  * @param isFull
  *   true if the window used it up
  * @param demand
  *   what a request takes, in seconds
  */
private[ask] final case class Limit(
    resource: Resource,
    perSecond: Estimate,
    formula: String,
    isFull: Boolean,
    demand: Double
) {

  /** True if it agrees with this throughput, as far as both are known. */
  def predicts(throughput: Double): Boolean =
    perSecond.interval.exists { case (low, high) =>
      low * (1 - Limits.agreement) <= throughput && throughput <= high * (1 + Limits.agreement)
    }
}

/** Something that requests share. */
private[ask] sealed abstract class Resource(val name: String)

private[ask] object Resource {

  /** Those of the machine, which the service shares with its database and with Gatling. */
  case object Cores extends Resource("cores")

  /** CPU time that the service's control group may use. */
  case object Quota extends Resource("CPU quota")

  final case class Pool(kind: PoolKind, id: String) extends Resource(kind.name)
}

private[ask] object Limits {

  /** Error of a time that a thread or a connection is held: what only time limits meets theory within 3 % in any run.
    */
  val timeError = 0.03

  /** Room for what a request does on its way into and out of a resource, which no formula has. */
  val agreement = 0.07

  /** Error of CPU time per request: on shared machines it changes by 10 to 36 % from one minute to the next. */
  private val cpuError = 0.15

  private val busy = 0.75
  private val coresFull = 0.88
  private val quotaFull = 0.2

  private val cores: Double = Runtime.getRuntime.availableProcessors.toDouble

  /** True if CPU time per request can be seen at this level: no core was waited for. */
  def leavesCores(level: Level): Boolean = level.cores(Part.Machine).forall(_ < busy * cores)

  /** Limits by each resource that is known, the smallest first. */
  def of(seen: Observation, quota: Option[Double]): Vector[Limit] =
    (byCores(seen).toVector ++ quota.flatMap(byQuota(seen, _)) ++ byPools(seen)).sortBy(_.perSecond.value)

  /** CPU time of a part for a request, in seconds. */
  def cpu(seen: Observation, parts: Part*): Option[Double] = {
    val last = seen.beforeHold.filter(level => leavesCores(level) && level.all > 0).lastOption.getOrElse(seen.single)
    val each = (Vector(last) ++ seen.after).filter(_.all > 0).flatMap { level =>
      val used = parts.flatMap(part => level.cores(part).map(_ - seen.idle.cores(part).getOrElse(0.0)))
      Option.when(used.nonEmpty)(math.max(0, used.sum) / level.all)
    }
    Option.when(each.nonEmpty)(each.sum / each.size)
  }

  private def byCores(seen: Observation): Option[Limit] =
    cpu(seen, Part.Service, Part.Database, Part.Generator).filter(_ > 0).map { each =>
      val ours = Vector(Part.Service, Part.Database, Part.Generator).flatMap(seen.hold.cores).sum
      val others = seen.hold.cores(Part.Machine).fold(0.0)(all => math.max(0, all - ours))
      val isFull = seen.hold.cores(Part.Machine).exists(_ >= coresFull * cores)
      val free = cores - (if (isFull) others else 0)
      Limit(
        Resource.Cores,
        around(free / each, cpuError),
        s"${Numbers.cores(free)} cores ÷ ${time(each)} of CPU time of all",
        isFull,
        each
      )
    }

  private def byQuota(seen: Observation, quota: Double): Option[Limit] =
    cpu(seen, Part.Service).filter(_ > 0).map { each =>
      Limit(
        Resource.Quota,
        around(quota / each, cpuError),
        s"${Numbers.cores(quota)} cores ÷ ${time(each)} of the service's CPU time",
        seen.hold.throttledShare.exists(_ > quotaFull) || seen.hold.cores(Part.Service).exists(_ > 0.9 * quota),
        each
      )
    }

  private def byPools(seen: Observation): Vector[Limit] = for {
    pool <- seen.hold.pools
    max <- pool.max.toVector
    held <- held(seen, pool.kind, pool.name)
    if held.value > 0
  } yield {
    val error = held.interval.fold(timeError) { case (low, high) => (high - low) / 2 / held.value }
    Limit(
      Resource.Pool(pool.kind, pool.name),
      around(max / held.value, math.max(error, timeError)),
      s"$max ${pool.kind.name} ÷ ${time(held.value)} for which a request holds one",
      pool.isFull,
      held.value
    )
  }

  /** Time for which a request holds one of a pool while it waits for nothing else, in seconds: counted by the pool, or
    * by Little's law from how many are in use. Of the levels below the machine's limit it takes the one with the most
    * in use.
    */
  private def held(seen: Observation, kind: PoolKind, name: String): Option[Estimate] = {
    val free = for {
      level <- seen.beforeHold
      pool <- level.pool(kind, name).toVector
      if level.all > 0 && (level == seen.single || !pool.isFull && pool.waiting.forall(_ < 0.5) && leavesCores(level))
    } yield (level, pool)
    // the counters of one request at a time are exact, and nothing waits then; they count the lab's own requests too
    val idle = seen.idle.pool(kind, name).flatMap(_.counted).getOrElse(0.0)
    val counted = free
      .collectFirst { case (level, PoolLevel(_, _, _, _, _, _, Some(all))) =>
        Estimate((all - idle) / level.all)
      }
      .filter(_.value > 0)
    counted.orElse {
      free.filter(_._2.inUse > 0).maxByOption(_._2.inUse).map { case (level, pool) =>
        val parts = level.snapshots.grouped(math.max(1, level.snapshots.size / 5)).toVector.map { part =>
          val uses = part.flatMap(_.pools).filter(use => use.kind == kind && use.name == name).map(_.inUse.toDouble)
          if (uses.isEmpty) 0.0 else uses.sum / uses.size / level.all
        }
        Level.estimate(pool.inUse / level.all, parts, timeError)
      }
    }
  }

  private def around(value: Double, error: Double): Estimate =
    Estimate(value, Some((value / (1 + error), if (error < 1) value / (1 - error) else Double.PositiveInfinity)))

  def time(seconds: Double): String =
    if (seconds < 0.001) s"${Numbers.plain(seconds * 1000)}\u202fms" else Numbers.millis(seconds * 1000)
}
