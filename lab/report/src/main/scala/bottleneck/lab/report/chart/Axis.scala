package bottleneck.lab.report.chart

import bottleneck.lab.figures.Numbers
import java.time.Instant

/** Axis of a chart: its label, a quantity with its unit, its scale, and the label of a tick. */
final case class Axis(label: String, scale: AxisScale, write: Double => String)

/** The axes of charts. */
object Axes {
  private val day = 86400.0

  /** Numbers in the unit that the label names, in thousands where there is no room for all digits. */
  def plain(label: String, scale: AxisScale): Axis =
    if (scale.ticks.last < 100000) Axis(label, scale, Numbers.count)
    else Axis(s"$label, in thousands", scale, value => Numbers.count(value / 1000))

  /** The same from 0 on, as far as values reach; the smallest step is 1 for what is counted. */
  def fromZero(label: String, smallestStep: Double = 0): Vector[Double] => Axis =
    values => plain(label, AxisScale.fromZero(values, smallestStep))

  /** Response times in milliseconds; where they reach seconds, in those, as `seconds` writes them. */
  def latency(scale: AxisScale, seconds: Double => String = inSeconds): Axis =
    if (scale.ticks.last < 2000) plain("response time, ms", scale)
    else Axis("response time, s", scale, ms => seconds(ms / 1000))

  /** Response times that differ by orders of magnitude, or do not. */
  val times: Vector[Double] => Axis = values => latency(AxisScale.spreading(values))

  private def inSeconds(seconds: Double): String =
    if (seconds < 0.01) Numbers.plain(seconds) else Numbers.count(seconds)

  /** Instants in seconds since the epoch, named by the minute, the day or the year, and by the day of the first. */
  def time(label: String, scale: AxisScale): Axis = {
    def at(pattern: String)(second: Double): String = Numbers.at(pattern, Instant.ofEpochSecond(second.toLong))
    val step = scale.ticks(1) - scale.ticks(0)
    val pattern = if (step < day) "HH:mm" else if (step < 365 * day) "MM-dd" else "uuuu"
    Axis(s"$label, UTC, from ${at("uuuu-MM-dd")(scale.ticks.head)}", scale, at(pattern))
  }
}

/** Scale of an axis: the values that it names, in order, and the positions of values. */
final class AxisScale private (val ticks: Vector[Double], position: Double => Double) {

  /** From 0, the beginning of the axis, to 1, its end; values beyond an end lie at that end, and no number at 0. */
  def at(value: Double): Double = {
    val part = position(value)
    if (part.isNaN) 0 else math.min(1, math.max(0, part))
  }
}

object AxisScale {

  /** Begins at 0, or below it where values are negative. The smallest step between ticks is 1 for what is counted. */
  def fromZero(values: Iterable[Double], smallestStep: Double = 0): AxisScale = {
    val known = 0.0 +: values.filter(java.lang.Double.isFinite).toVector
    val (low, high) = (known.min, known.max)
    val step = if (high == low) 1.0 else math.max(smallestStep, nice((high - low) / targetSteps))
    val first = math.floor(low / step).toLong
    linear(step, first, math.max(first + 1, math.ceil(high / step - tolerance).toLong))
  }

  /** From 0 to `end` exactly, with ticks at whole numbers. */
  def until(end: Double): AxisScale = {
    val step = math.max(1, nice(math.max(end, 1) / targetSteps))
    linear(0, math.max(end, 1), multiples(step, 0, math.floor(end / step).toLong))
  }

  /** For values that differ by orders of magnitude; values at or below 0 lie at the beginning. */
  def logarithmic(values: Iterable[Double]): AxisScale = {
    val known = values.filter(value => value > 0 && !value.isInfinite)
    val low = roundedDown(known.minOption.getOrElse(1.0))
    val top = roundedUp(known.maxOption.getOrElse(1.0), Vector(1.0, 2.0, 5.0))
    val high = if (top > low) top else low * 10
    val powers = Vector.range(math.floor(math.log10(low)).toInt, math.ceil(math.log10(high)).toInt + 1)
    val all = powers.flatMap(power => Vector(1, 2, 5).map(_ * math.pow(10, power)))
    val within = all.filter(tick => tick >= low * (1 - tolerance) && tick <= high * (1 + tolerance))
    val few = powers.map(math.pow(10, _)).filter(p => low <= p && p <= high)
    new AxisScale(
      if (within.size <= mostTicks) within else few,
      value => (math.log10(value) - math.log10(low)) / (math.log10(high) - math.log10(low))
    )
  }

  /** Logarithmic where the greatest of `values` is at least a hundred times the smallest positive one. */
  def spreading(values: Iterable[Double]): AxisScale = {
    val positive = values.filter(_ > 0)
    if (positive.nonEmpty && positive.max >= 100 * positive.min) logarithmic(values) else fromZero(values)
  }

  /** Instants, in seconds since the epoch: ticks at whole minutes, hours or days. */
  def time(values: Iterable[Double]): AxisScale = {
    val low = values.minOption.getOrElse(0.0)
    val high = values.maxOption.getOrElse(0.0)
    val step = timeSteps.find(step => (high - low) / step <= 3).getOrElse(timeSteps.last)
    val first = math.floor(low / step).toLong
    linear(step, first, math.max(first + 1, math.ceil(high / step).toLong))
  }

  private def linear(step: Double, first: Long, last: Long): AxisScale = {
    val ticks = multiples(step, first, last)
    linear(ticks.head, ticks.last, ticks)
  }

  private def linear(low: Double, high: Double, ticks: Vector[Double]): AxisScale =
    new AxisScale(ticks, value => (value - low) / (high - low))

  private def multiples(step: Double, first: Long, last: Long): Vector[Double] =
    Vector.range(first, last + 1).map(n => BigDecimal(step) * n).map(_.toDouble)

  private val targetSteps = 5
  private val mostTicks = 8
  private val tolerance = 1e-9

  private val timeSteps: Vector[Double] = {
    val (minute, hour, day) = (60.0, 3600.0, 86400.0)
    Vector(1, 5, 15, 30).map(_ * minute) ++ Vector(1, 3, 6, 12).map(_ * hour) ++
      Vector(1, 2, 7, 30, 90, 365, 3650, 36500).map(_ * day)
  }

  private def nice(step: Double): Double = roundedUp(step, Vector(1.0, 2.0, 2.5, 5.0))

  /** The smallest of these times a power of ten that is not below `value`. */
  private def roundedUp(value: Double, among: Vector[Double]): Double = {
    val power = math.pow(10, math.floor(math.log10(value)))
    among.map(_ * power).find(_ >= value * (1 - tolerance)).getOrElse(10 * power)
  }

  private def roundedDown(value: Double): Double = {
    val power = math.pow(10, math.floor(math.log10(value)))
    Vector(5.0, 2.0, 1.0).map(_ * power).find(_ <= value * (1 + tolerance)).getOrElse(power)
  }
}
