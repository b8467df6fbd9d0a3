package bottleneck.lab.explain.preparation

import bottleneck.lab.model.Text.text
import org.hipparchus.stat.regression.SimpleRegression

/** Warmth of a service and its generator by the last slices of their warm-up: a clause for each measure that is still
  * `moving`, and the largest relative change; no size if there were too few slices.
  */
final case class Warmth(moving: Vector[String], size: Option[Double]) {
  def isWarm: Boolean = moving.isEmpty
}

object Warmth {

  /** So many slices are looked at. */
  val slices = 4

  /** By which part of its mean a value may change over them. */
  val flat = 0.05

  /** Share of all cores that compilers may use. */
  val quiet = 0.04

  /** By which part of the time that a request is held a response time may change. */
  val flatOfHeld = 0.01

  /** A part that uses less of the CPU time than this is not looked at: its noise says nothing. */
  private val leastShare = 0.05

  private val parts = Vector("service", "database", "generator", "cache", "balancer", "relay")

  private val tooFew = Warmth(Vector("there were too few requests"), None)

  /** Warmth where cores can be the limit: the CPU time of a request is flat in every part, beyond a change common to
    * all parts, and compilers are quiet.
    */
  def ofCores(all: Vector[Slice], cpus: Int): Warmth = last(all).fold(tooFew) { seen =>
    val changes = parts.flatMap(part => change(seen, part).map(part -> _))
    val machine = ofAll(changes.map(_._2))
    val moving = changes.collect {
      case (part, change) if math.abs(change - machine) > flat =>
        val clause =
          text("the CPU time of a request in the %s changed by %+.0f %% within %.0f s", part, change * 100, span(seen))
        (clause, math.abs(change))
    } ++ compiling(seen, cpus)
    Warmth(moving.map(_._1), moving.map(_._2).maxOption)
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
  def ofTime(all: Vector[Slice], heldMs: Double): Warmth = last(all).fold(tooFew) { seen =>
    val times = seen.flatMap(_.meanMs)
    val change = relativeChange(times) * times.sum / times.size
    val moving = Option.when(math.abs(change) > flatOfHeld * heldMs)(
      text("the response time changed by %+.2f ms within %.0f s", change, span(seen))
    )
    Warmth(moving.toVector, moving.map(_ => math.abs(change) / heldMs))
  }

  private def last(all: Vector[Slice]): Option[Vector[Slice]] =
    Some(all.takeRight(slices)).filter(seen => seen.size == slices && seen.forall(_.requests > 0))

  private def change(seen: Vector[Slice], part: String): Option[Double] = {
    val times = seen.flatMap(_.requestMs(part))
    val isRelevant = seen.flatMap(_.own(part)).sum > leastShare * seen.map(_.allOwn).sum
    Option.when(times.size == seen.size && isRelevant)(relativeChange(times))
  }

  private def compiling(seen: Vector[Slice], cpus: Int): Option[(String, Double)] = {
    val cores = seen.map(_.compiling).sum / seen.size
    Option.when(cores > quiet * cpus)(
      (text("compilers used %.2f cores, more than %.2f", cores, quiet * cpus), cores / cpus)
    )
  }

  private def span(seen: Vector[Slice]): Double = seen.map(_.seconds).sum

  /** By which part of its mean a short series changes from its first value to its last, along the straight line through
    * it: noise of single values moves it less than their range.
    */
  private[preparation] def relativeChange(series: Vector[Double]): Double = {
    require(series.size > 1, s"a change needs two values at least, not ${series.size}")
    val line = new SimpleRegression
    series.zipWithIndex.foreach { case (value, n) => line.addData(n.toDouble, value) }
    val mean = series.sum / series.size
    if (mean == 0) 0 else line.getSlope * (series.size - 1) / mean
  }
}
