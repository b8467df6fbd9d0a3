package bottleneck.lab.explain.history

import bottleneck.lab.explain.statistics.{BaselineComparison, ChangePoint, ChangePoints}

/** What a series looks like after its newest night.
  *
  * @param change
  *   the last change point, where it lies in the newest nights
  * @param comparison
  *   of the newest nights with those before them; none where either are too few
  * @param baseline
  *   values before the change, or else before the newest nights
  * @param at
  *   the place in the series where the nights after these begin
  */
final case class Look(
    change: Option[ChangePoint],
    comparison: Option[BaselineComparison],
    baseline: Vector[Double],
    at: Int
) {

  /** How likely a series without a change looks like this or worse: the lesser of both tests', for two tests, and for
    * as many places as a change point could have.
    */
  def pValue: Double = math.min(1, Look.tests * surest.fold(1.0)(_._2))

  /** New level ÷ old one, by the test that is surer; 1 where neither shows a change. */
  def ratio: Double = surest.fold(1.0)(_._1)

  private def surest: Option[(Double, Double)] = (byChange ++ byComparison).minByOption(_._2)

  private def byChange: Option[(Double, Double)] = change.map(point => point.ratio -> Look.newest * point.pValue)

  /** What changed back since then is no change. */
  private def byComparison: Option[(Double, Double)] = comparison
    .filter(found => Look.size(found.ratio) >= Look.leastEffect)
    .filter(found => change.forall(point => (point.ratio > 1) == (found.ratio > 1)))
    .map(found => found.ratio -> found.pValue)
}

object Look {

  /** Nights in which a change is new. */
  val newest: Int = 7

  /** A change by a smaller part counts for nothing. */
  val leastEffect: Double = 0.03

  /** Of what the nights find so large a part may be false on average; also the most nights of 100 in which something is
    * found where nothing changed.
    */
  val rate: Double = 0.01

  /** Nights that a baseline needs. */
  private val fewest = 5

  private val tests = 2

  /** At the end of `values` of one level and perhaps a new one, of which no more than a window counts. */
  def of(values: Vector[Double]): Look = {
    val seen = values.takeRight(ChangePoints.window)
    val recent = math.max(seen.size - newest, fewest)
    val change = ChangePoints.of(seen, leastEffect).lastOption.filter(_.index >= seen.size - newest)
    val (before, last) = seen.splitAt(recent)
    val baseline = seen.take(change.fold(recent)(_.index))
    Look(change, BaselineComparison.of(before, last), baseline, values.size - seen.size + baseline.size)
  }

  private[history] def size(ratio: Double): Double = math.max(ratio, 1 / ratio) - 1
}
