package bottleneck.lab.figures.preparation

import bottleneck.lab.figures.statistics.{Interval, TurnsEstimate}
import bottleneck.lab.figures.target.{CpuLimits, SlicedLoad}
import bottleneck.lab.figures.theory.Limit
import org.hipparchus.stat.regression.SimpleRegression
import scala.concurrent.duration._

/** Limits of the cores in a run in slices. The light slice of a cycle shows what a request demands, and the full one
  * beside it how many cores compilers and other processes left to the requests: a machine that changes its speed
  * changes both.
  *
  * @param untilNarrow
  *   true if the run ends at the first look whose interval is narrow enough
  */
private[lab] final class CyclesForecast(
    cycles: Vector[Cycle],
    cpus: Double,
    limits: CpuLimits = CpuLimits.none,
    instances: Int = 1,
    looks: Int = SlicedLoad.looks,
    look: FiniteDuration = SlicedLoad.look,
    untilNarrow: Boolean = true
) {
  import CyclesForecast._

  /** Mean of the cores that were left to the requests. */
  def left: Double = cycles.map(leftOf).sum / math.max(1, cycles.size)

  /** Requests per second of all full slices. */
  def measured: Double = CyclesForecast.measured(cycles.map(_.full))

  /** The lowest limit of the cores: what was measured ÷ the mean ratio of measured to predicted over the cycles (of
    * their logarithms), and its ends by those of the ratio.
    */
  def limit: Option[Limit] = {
    val ofParts = limits.service.flatMap(of("service", _, instances)) ++ limits.database.flatMap(of("database", _))
    (whole ++ ofParts).minByOption(_.perSecond)
  }

  /** Limit of all cores that were left. */
  def whole: Option[Limit] =
    limit(left, cycle => cycle.demand.allOwnMs.filter(_ > 0).map(leftOf(cycle) * 1000 / _))(Limit.cores(left, _))

  /** Limit of the `quota` of cores that each of a `number` of a part has. */
  def of(part: String, quota: Double, number: Int = 1): Option[Limit] =
    limit(quota * number, _.light.requestMs(part).filter(_ > 0).map(quota * number * 1000 / _))(
      Limit.cores(part, quota, number, _)
    )

  /** Part of the longest time in which the cycles were seen. */
  private def part: Double = {
    val slices = cycles.flatMap(cycle => Vector(cycle.full, cycle.light))
    (slices.map(_.toMs).max - slices.map(_.fromMs).min) / (look * looks.toLong).toMillis.toDouble
  }

  /** Cores that were left to the requests of a cycle's full slice. */
  private def leftOf(cycle: Cycle): Double = math.max(least, cpus - cycle.full.others - cycle.full.compiling)

  private def limit(cores: Double, predicted: Cycle => Option[Double])(by: FiniteDuration => Limit): Option[Limit] = {
    val pairs = for {
      cycle <- cycles; expected <- predicted(cycle) if cycle.full.requests > 0
    } yield cycle.full -> expected
    Option.when(pairs.nonEmpty) {
      val measured = CyclesForecast.measured(pairs.map(_._1))
      val ratios = pairs.map { case (full, expected) => full.perSecond / expected }
      val ratio = TurnsEstimate.of(ratios, looks, part, untilNarrow)
      val seconds = pairs.map(_._1.seconds).sum
      val expected =
        ratio.fold(pairs.map { case (full, expected) => expected * full.seconds }.sum / seconds)(measured / _.value)
      val limit = by((cores * 1e9 / expected).round.nanos)
      ratio.fold(limit)(of => limit.copy(low = Some(measured / of.high), high = Some(measured / of.low)))
    }
  }
}

private[lab] object CyclesForecast {

  /** Cores that are left in any case: a busy machine still answers. */
  private val least = 0.05

  /** Half-width of an interval, as a part of its value, at which a ratio is known well enough. */
  val enough = 0.05

  /** Cycles through which a line has an interval. */
  private val fewest = 4
  private val confidence = 0.95

  private def measured(full: Vector[Slice]): Double = full.map(_.requests).sum / full.map(_.seconds).sum

  /** Half-width of the interval of measured ÷ predicted, as a part of it; none without one. */
  def halfWidth(limit: Limit): Option[Double] = limit.interval.map { case (low, high) => math.sqrt(high / low) - 1 }

  /** By how much the CPU time of a request changed from one light slice to another: the largest ÷ the smallest, less 1.
    */
  def change(cycles: Vector[Cycle]): Option[Double] = {
    val costs = cycles.flatMap(_.light.allOwnMs).filter(_ > 0)
    Option.when(costs.size > 1)(costs.max / costs.min - 1)
  }

  /** Whether the speed of the machine is known by a part that compiles nothing. */
  def isBesideDatabase(cycles: Vector[Cycle]): Boolean = cycles.forall(_.demand.requestMs("database").exists(_ > 0))

  /** By which part the CPU time of a request changed from the first cycle to the last, along a straight line through
    * its logarithms, with 95 % confidence. What a database's part of it changed by is the machine's speed, and taken
    * out. None of fewer than four cycles.
    */
  def drift(cycles: Vector[Cycle]): Option[Interval] = {
    val (all, database) = cycles.map(_.demand).map(of => of.allOwnMs -> of.requestMs("database")).unzip
    val costs =
      if (!isBesideDatabase(cycles)) all.flatten.filter(_ > 0)
      else all.flatten.zip(database.flatten).map { case (of, part) => of / part }
    Option.when(costs.size >= fewest && costs.size == cycles.size) {
      val line = new SimpleRegression
      costs.zipWithIndex.foreach { case (cost, n) => line.addData(n.toDouble / (costs.size - 1), math.log(cost)) }
      val (slope, half) = (line.getSlope, line.getSlopeConfidenceInterval(1 - confidence))
      Interval(math.expm1(slope), math.expm1(slope - half), math.expm1(slope + half), costs.size, confidence)
    }
  }
}
