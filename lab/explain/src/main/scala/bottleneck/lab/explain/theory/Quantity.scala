package bottleneck.lab.explain.theory

import scala.concurrent.duration._
import scala.math.BigDecimal.RoundingMode

/** Numbers as a formula shows them: no more than three decimals and no trailing zeros. */
private[explain] object Quantity {

  def text(number: Double): String = {
    val rounded = BigDecimal(number).setScale(3, RoundingMode.HALF_UP)
    rounded.bigDecimal.stripTrailingZeros.toPlainString
  }

  /** Seconds, or milliseconds below 100 of them: three digits at least. */
  def text(duration: FiniteDuration): String =
    if (duration < 100.millis) s"${text(duration.toUnit(MILLISECONDS))} ms" else s"${text(duration.toUnit(SECONDS))} s"
}
