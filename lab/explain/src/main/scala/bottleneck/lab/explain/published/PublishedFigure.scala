package bottleneck.lab.explain.published

/** A published figure.
  *
  * @param variant
  *   the setting that it belongs to, such as `10 connections`; empty when it belongs to the claim as a whole
  * @param low
  *   in the unit of `metric`
  * @param high
  *   the same as `low` for a point; none where the source gives only a lower bound
  */
final case class PublishedFigure(
    source: String,
    variant: String,
    metric: PublishedMetric,
    low: BigDecimal,
    high: Option[BigDecimal],
    note: String
) {

  /** `16`, `8–9` or `90+`, without the unit. */
  def text: String = high match {
    case Some(`low`) => plain(low)
    case Some(end) => s"${plain(low)}–${plain(end)}"
    case None => s"${plain(low)}+"
  }

  /** Between its ends; the lower bound where that is all there is. */
  def middle: BigDecimal = high.fold(low)(end => (low + end) / 2)

  private def plain(number: BigDecimal): String = number.bigDecimal.toPlainString
}
