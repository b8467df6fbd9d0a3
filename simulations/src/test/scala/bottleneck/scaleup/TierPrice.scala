package bottleneck.scaleup

import bottleneck.lab.explain.record.Result
import java.math.MathContext

/** What a size costs by the published price of the tier that stands beside it. */
private[scaleup] object TierPrice {
  private val secondsPerHour = 3600.0
  private val digits = new MathContext(2)

  /** USD per 1000 requests: price per hour ÷ 3600 ÷ throughput × 1000. */
  def perThousand(run: Result): Option[Double] =
    perHour(run).filter(_ => run.total.throughput > 0).map(_ / secondsPerHour / run.total.throughput * 1000)

  def perHour(run: Result): Option[Double] = run.expected.published.flatMap(_.price)

  /** The larger one's price ÷ the smaller one's. */
  def times(small: Result, large: Result): Option[Double] =
    for { one <- perHour(small); other <- perHour(large) } yield other / one

  /** To two digits, as prices of a thousand requests begin far behind the point. */
  def text(usd: Double): String = BigDecimal(usd, digits).bigDecimal.toPlainString
}
