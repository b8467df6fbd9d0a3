package bottleneck.lab.figures

import bottleneck.lab.figures.statistics.Interval
import java.time.format.DateTimeFormatter
import java.time.{Instant, ZoneOffset}
import java.util.Locale
import scala.concurrent.duration.FiniteDuration
import scala.math.BigDecimal.RoundingMode.HALF_UP
import scala.util.Try

/** Number format of all pages: decimal point, commas between thousands, a thin space before the unit. */
object Numbers {
  val none = "–"
  private val thin = "\u202f"

  /** At least three digits of a value, and one decimal below 1000: 0.042, 1.25, 65.0, 193.6, 2,276. */
  def plain(value: Double): String = fixed(value, decimals(value))

  /** Per second: 193.6/s. */
  def rate(value: Double): String = s"${plain(value)}/s"

  /** A mean and half its interval, to two digits of the latter: 193.6 ± 1.6. */
  def interval(value: Interval): String = {
    val half = value.halfWidth
    val places = if (half > 0) math.max(0, 1 - math.floor(math.log10(half)).toInt) else decimals(value.mean)
    s"${fixed(value.mean, places)}$thin±$thin${fixed(half, places)}"
  }

  /** 5 ms, 1.30 s, 14.5 s, 136 s. */
  def millis(value: Double): String =
    if (value < 999.5) inMillis(value)
    else {
      val seconds = value / 1000
      s"${fixed(seconds, if (seconds < 9.995) 2 else if (seconds < 99.95) 1 else 0)}${thin}s"
    }

  /** A time that is never written in seconds: 5.25 ms, 17,610 ms. */
  def inMillis(value: Double): String =
    s"${fixed(value, if (value == math.rint(value)) 0 else math.min(2, decimals(value)))}${thin}ms"

  def millis(value: Long): String = millis(value.toDouble)

  def millis(time: FiniteDuration): String = millis(time.toMillis)

  /** A whole number, or one with its decimals where it has some: 10,000, 2.5. */
  def count(value: Double): String =
    if (value == math.rint(value)) fixed(value, 0) else withoutZeros(fixed(value, 2))

  /** A number with decimals, without zeros at its end. */
  private[lab] def withoutZeros(text: String): String = text.replaceFirst("\\.?0+$", "")

  def count(value: Long): String = fixed(value.toDouble, 0)

  /** So many of what `noun` names in the singular: 1 variant, 1,200 users. */
  def counted(number: Int, noun: String): String = {
    val plural = if (number == 1) "" else if (noun.endsWith("s")) "es" else "s"
    s"${count(number.toLong)} $noun$plural"
  }

  /** So many bytes, in MB of 1024 × 1024: 96 MB. */
  def megabytes(bytes: Double): String = s"${fixed(bytes / (1024 * 1024), 0)}${thin}MB"

  /** A part of 1: 99.2 %. */
  def percent(share: Double): String = s"${fixed(share * 100, 1)}$thin%"

  /** Percent that are no nothing, however few: 1.25 %, 0.034 %, < 0.001 %. */
  def inPercent(value: Double): String =
    if (0 < value && value < 0.0005) s"<${thin}0.001$thin%" else s"${plain(value)}$thin%"

  def cores(value: Double): String = fixed(value, 2)

  def gibibytes(bytes: Double): String = s"${fixed(bytes / (1L << 30), 1)}${thin}GiB"

  /** An ISO instant to the minute, in UTC; any other text as it is. */
  def minute(instant: String): String = Try(Instant.parse(instant)).fold(_ => instant, at("uuuu-MM-dd HH:mm 'UTC'", _))

  def at(pattern: String, instant: Instant): String =
    DateTimeFormatter.ofPattern(pattern, Locale.ROOT).withZone(ZoneOffset.UTC).format(instant)

  /** Value with `decimals` decimal places; NaN and infinity as [[none]]. */
  def fixed(value: Double, decimals: Int): String =
    if (value.isNaN || value.isInfinite) none
    else Text.text(s"%,.${decimals}f", BigDecimal(value).setScale(decimals, HALF_UP).bigDecimal)

  private def decimals(value: Double): Int = math.abs(value) match {
    case 0 => 0
    case size if size >= 999.95 => 0
    case size if size >= 9.995 => 1
    case size if size >= 0.9995 => 2
    case _ => 3
  }
}
