package bottleneck.lab.chart

import bottleneck.lab.model.Numbers
import java.time.Instant

/** The axes of charts. */
object Axes {
  private val day = 86400.0

  /** Numbers in the unit that the label names, in thousands where there is no room for all digits. */
  def plain(label: String, scale: AxisScale): Axis =
    if (scale.ticks.last < 100000) Axis(label, scale, Numbers.count)
    else Axis(s"$label, in thousands", scale, value => Numbers.count(value / 1000))

  /** Response times in milliseconds, named in seconds where they reach some. */
  def latency(scale: AxisScale, seconds: Double => String = Numbers.count): Axis =
    if (scale.ticks.last < 2000) plain("response time, ms", scale)
    else Axis("response time, s", scale, ms => seconds(ms / 1000))

  /** Instants in seconds since the epoch, named by the minute, the day or the year, and by the day of the first. */
  def time(label: String, scale: AxisScale): Axis = {
    def at(pattern: String)(second: Double): String = Numbers.at(pattern, Instant.ofEpochSecond(second.toLong))
    val step = scale.ticks(1) - scale.ticks(0)
    val pattern = if (step < day) "HH:mm" else if (step < 365 * day) "MM-dd" else "uuuu"
    Axis(s"$label, UTC, from ${at("uuuu-MM-dd")(scale.ticks.head)}", scale, at(pattern))
  }
}
