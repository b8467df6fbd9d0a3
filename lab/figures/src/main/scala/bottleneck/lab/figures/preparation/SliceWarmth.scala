package bottleneck.lab.figures.preparation

import bottleneck.lab.figures.Text.text
import bottleneck.lab.figures.warmth.Warmth

/** Warmth of a service and its generator by the last slices of their warm-up. */
object SliceWarmth {

  /** Share of all cores that compilers may use. */
  val quiet = 0.04

  /** Share of the time that a request is held by which a response time may change. */
  val flatOfHeld = 0.01

  /** A part that uses less of the CPU time than this is not looked at: its noise says nothing. */
  private val leastShare = 0.05

  private val parts = Vector("service", "database", "generator", "cache", "balancer", "relay")

  /** Warmth where cores can be the limit: the CPU time of a request is flat in every part, beyond a change common to
    * all parts, and compilers are quiet.
    */
  def ofCores(all: Vector[Slice], cpus: Int): Warmth = last(all).fold(Warmth.tooFew) { seen =>
    val costs = parts.flatMap(part => cost(seen, part).map(s"the CPU time of a request in the $part" -> _))
    Warmth.of(costs, span(seen), ofAll).and(compiling(seen, cpus))
  }

  /** A machine that gets slower makes all parts slower, PostgreSQL too, which has nothing to compile: the least of the
    * changes, where all go the same way.
    */
  private def ofAll(changes: Vector[Double]): Double =
    if (changes.size < 2) 0
    else if (changes.forall(_ > 0)) changes.min
    else if (changes.forall(_ < 0)) changes.max
    else 0

  /** Warmth where time is the limit: change of the warm-up's response time, relative to the hold time of the load's
    * requests.
    */
  def ofTime(all: Vector[Slice], heldMs: Double): Warmth = last(all).fold(Warmth.tooFew) { seen =>
    val times = seen.flatMap(_.meanMs)
    val change = Warmth.relativeChange(times) * times.sum / times.size
    val clause = text("the response time changed by %+.2f ms within %.0f s", change, span(seen))
    Warmth(Vector.empty).and(
      Option.when(math.abs(change) > flatOfHeld * heldMs)(clause -> math.abs(change) / heldMs)
    )
  }

  private def last(all: Vector[Slice]): Option[Vector[Slice]] =
    Some(all.takeRight(Warmth.slices)).filter(seen => seen.size == Warmth.slices && seen.forall(_.requests > 0))

  private def cost(seen: Vector[Slice], part: String): Option[Vector[Double]] = {
    val times = seen.flatMap(_.requestMs(part))
    val isRelevant = seen.flatMap(_.own(part)).sum > leastShare * seen.map(_.allOwn).sum
    Option.when(times.size == seen.size && isRelevant)(times)
  }

  private def compiling(seen: Vector[Slice], cpus: Int): Option[(String, Double)] = {
    val cores = seen.map(_.compiling).sum / seen.size
    Option.when(cores > quiet * cpus)(
      (text("compilers used %.2f cores, more than %.2f", cores, quiet * cpus), cores / cpus)
    )
  }

  private def span(seen: Vector[Slice]): Double = seen.map(_.seconds).sum
}
