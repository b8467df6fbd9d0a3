package bottleneck.lab.explain.preparation

import org.hipparchus.stat.regression.SimpleRegression

/** By which part of its mean a short series changes from its first value to its last, along the straight line through
  * it: noise of single values moves it less than their range.
  */
private[preparation] object Change {
  def of(series: Vector[Double]): Double = {
    require(series.size > 1, s"a change needs two values at least, not ${series.size}")
    val line = new SimpleRegression
    series.zipWithIndex.foreach { case (value, n) => line.addData(n.toDouble, value) }
    val mean = series.sum / series.size
    if (mean == 0) 0 else line.getSlope * (series.size - 1) / mean
  }
}
