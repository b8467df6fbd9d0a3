package bottleneck.lab.engine.ask

import scala.concurrent.duration._

/** Response time that requests are to keep: a percentile below a bound, such as `p95 < 300 ms`. */
private[ask] final case class Goal(percentile: Double, bound: FiniteDuration, text: String) {

  /** Name of the percentile, such as p95. */
  def rank: String = text.takeWhile(_ != ' ')

  /** Answers of which the percentile is known: 20 above it. */
  def answers: Int = math.ceil(20 / (1 - percentile / 100)).toInt
}

private[ask] object Goal {
  private val form = """p(\d{1,2}(?:\.\d{1,2})?)\s*<\s*(\d{1,7}(?:\.\d{1,3})?)\s*(ms|s)""".r

  /** None of a text that is no goal. */
  def read(text: String): Option[Goal] = text.trim match {
    case form(rank, number, unit) =>
      val bound = (BigDecimal(number) * (if (unit == "s") 1000000 else 1000)).toLong.micros
      Some(Goal(rank.toDouble, bound, s"p$rank < $number $unit")).filter(goal =>
        goal.percentile > 0 && bound.length > 0
      )
    case _ => None
  }
}
