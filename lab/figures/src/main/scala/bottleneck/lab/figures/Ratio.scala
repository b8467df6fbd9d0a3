package bottleneck.lab.figures

import bottleneck.lab.figures.statistics.TurnsRatio

/** A figure of two sides, as `write` shows its values, and one ÷ other with its 95 % interval where there is one: none
  * where a side has no value or it is 0.
  */
final case class Ratio(
    name: String,
    better: Better,
    one: Option[Double],
    other: Option[Double],
    ratio: Option[Estimate]
)(val write: Double => String) {
  def text: String = ratio.fold(Numbers.none)(Ratio.text)
  def textOfOne: String = one.fold(Numbers.none)(write)
  def textOfOther: String = other.fold(Numbers.none)(write)

  def change: Change = ratio.flatMap(_.interval) match {
    case None => Change.Unknown
    case Some((low, high)) if low <= 1 && 1 <= high => Change.NotShown
    case Some((low, _)) => if ((low > 1) == (better == Better.Higher)) Change.Better else Change.Worse
  }
}

object Ratio {
  def of(turns: TurnsRatio): Estimate = Estimate(turns.value, Some((turns.low, turns.high)))

  /** 0.983 (0.970 to 0.996) */
  def text(ratio: Estimate): String =
    number(ratio.value) + ratio.interval.fold("") { case (low, high) => s" (${number(low)} to ${number(high)})" }

  /** Three digits after the point where a ratio is near 1. */
  def number(ratio: Double): String = if (ratio < 9.995) Numbers.fixed(ratio, 3) else Numbers.plain(ratio)
}

/** Change from the other side to one, as far as the interval of a ratio shows it. */
sealed abstract class Change(val word: String)

object Change {
  case object Better extends Change("better")
  case object Worse extends Change("worse")
  case object NotShown extends Change("no difference shown")
  case object Unknown extends Change("not known")
}
