package bottleneck.lab.figures.warmth

import bottleneck.lab.figures.Text.text
import org.hipparchus.stat.regression.SimpleRegression
import scala.annotation.tailrec
import scala.concurrent.duration._

/** Warmth by the last slices of a warm-up: a clause for each cost of a request that is still `moving`, and the largest
  * relative change; no size if there were too few slices.
  */
final case class Warmth(moving: Vector[String], size: Option[Double] = None) {
  def isWarm: Boolean = moving.isEmpty

  /** With another measure that moves: its clause and its size. */
  def and(other: Option[(String, Double)]): Warmth =
    Warmth(moving ++ other.map(_._1), (size ++ other.map(_._2)).maxOption)
}

object Warmth {

  /** Number of slices that are looked at. */
  val slices = 4

  /** Share of its mean by which a cost may change over them. */
  val flat = 0.05

  val tooFew: Warmth = Warmth(Vector("there were too few requests"))

  /** Warmth of named costs of a request in the slices so far. `seconds`: duration of the last [[slices]] slices.
    * `common`: change that all costs share, which does not count. Nor does a cost that grows: compilers make a request
    * cheaper, never dearer.
    */
  def of(
      costs: Vector[(String, Vector[Double])],
      seconds: Double,
      common: Vector[Double] => Double = _ => 0
  ): Warmth = {
    val last = costs.map { case (name, of) => name -> of.takeRight(slices) }
    if (last.exists(_._2.size < slices)) Warmth(Vector("it has just begun"))
    else if (last.exists(_._2.exists(!java.lang.Double.isFinite(_)))) tooFew
    else {
      val changes = last.map { case (name, series) => name -> relativeChange(series) }
      val machine = common(changes.map(_._2))
      val moving = changes.filter { case (_, change) => change - machine < -flat }
      Warmth(
        moving.map { case (name, change) => text("%s changed by %+.0f %% within %.0f s", name, change * 100, seconds) },
        moving.map(_._2.abs).maxOption
      )
    }
  }

  /** Slices one after another, until they are warm or there is no time for one more, with their warmth; what still
    * moves is said at each `line`.
    */
  def await[A](bound: FiniteDuration, slice: FiniteDuration, line: FiniteDuration = 10.seconds)(next: => A)(
      of: Vector[A] => Warmth
  )(say: String => Unit): (Vector[A], Warmth) = {
    val deadline = bound.fromNow
    @tailrec def more(before: Vector[A], lines: Long): (Vector[A], Warmth) = {
      val all = before :+ next
      val warmth = of(all)
      val (spent, left) = (bound - deadline.timeLeft, deadline.timeLeft)
      val due = spent.toNanos / line.toNanos
      if (warmth.isWarm || left <= slice) (all, warmth)
      else {
        if (due > lines) {
          val times = text("warming up for %d s, for about %d s more at most", spent.toSeconds, left.toSeconds)
          say(s"$times: ${warmth.moving.mkString("; ")}")
        }
        more(all, due)
      }
    }
    more(Vector.empty, lines = 0)
  }

  /** Share of its mean by which a short series changes from its first value to its last, along the straight line
    * through it: noise of single values moves it less than their range.
    */
  private[lab] def relativeChange(series: Vector[Double]): Double = {
    require(series.size > 1, s"a change needs two values at least, not ${series.size}")
    val line = new SimpleRegression
    series.zipWithIndex.foreach { case (value, n) => line.addData(n.toDouble, value) }
    val mean = series.sum / series.size
    if (mean == 0) 0 else line.getSlope * (series.size - 1) / mean
  }
}
