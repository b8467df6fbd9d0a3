package bottleneck.lab.explain.statistics

/** Where the level of a series changes.
  *
  * @param index
  *   of the first value of the new level
  * @param ratio
  *   of the geometric mean from there to the next change point to that from the one before
  * @param pValue
  *   by Student's t-test of the logarithms of these two parts: as if the place had been known before
  */
final case class ChangePoint(index: Int, ratio: Double, pValue: Double) {

  /** By which part the higher of the two levels lies above the lower one. */
  def size: Double = math.max(ratio, 1 / ratio) - 1
}

/** Change points as Hunter finds them, which Apache Otava goes on with (Fleming et al. 2023, ICPE '23,
  * doi:10.1145/3578244.3583719): E-divisive means in windows that overlap by half, with a t-test instead of
  * permutations. What is significant at ten times the level is a candidate. Then the weakest candidates are dropped one
  * by one, until what is left is significant between its neighbours.
  */
object ChangePoints {

  /** Values of a window: Otava's own choice. */
  val window: Int = 50

  /** Otava's own choice too. */
  val significance: Double = 0.001

  private val ofCandidates = 10 * significance

  /** Of values > 0, in order.
    *
    * @param least
    *   a change of a smaller part counts for nothing
    */
  def of(values: Vector[Double], least: Double = 0): Vector[ChangePoint] = {
    require(values.forall(value => value > 0 && !value.isInfinite), s"change points need finite values > 0")
    val logarithms = values.map(math.log).toArray
    kept(logarithms, candidates(logarithms), least)
  }

  private def candidates(values: Array[Double]): Vector[Int] = {
    def next(from: Int, found: Vector[Int]): Vector[Int] =
      if (from >= values.length) found
      else {
        val here = within(values, from, math.min(from + window, values.length))
        next(math.max(here.lastOption.getOrElse(0), from + window / 2), found ++ here)
      }
    next(0, Vector.empty).distinct.sorted
  }

  /** Of a window, in order: the best split, and those of its parts, as long as they are significant. */
  private def within(values: Array[Double], from: Int, until: Int): Vector[Int] =
    EnergySplit.of(values, from, until).filter(test(values, from, _, until).exists(_.pValue < ofCandidates)) match {
      case Some(split) => (within(values, from, split) :+ split) ++ within(values, split, until)
      case None => Vector.empty
    }

  @scala.annotation.tailrec
  private def kept(values: Array[Double], candidates: Vector[Int], least: Double): Vector[ChangePoint] = {
    val ends = 0 +: candidates :+ values.length
    val points = candidates.indices.toVector.map(n => point(values, ends(n), ends(n + 1), ends(n + 2)))
    weakest(points, least) match {
      case Some(dropped) => kept(values, candidates.filterNot(_ == dropped.index), least)
      case None => points
    }
  }

  private def weakest(points: Vector[ChangePoint], least: Double): Option[ChangePoint] =
    points
      .maxByOption(_.pValue)
      .filter(_.pValue >= significance)
      .orElse(points.minByOption(_.size).filter(_.size < least))

  private def point(values: Array[Double], from: Int, split: Int, until: Int): ChangePoint =
    test(values, from, split, until).fold(ChangePoint(split, ratio = 1, pValue = 1))(found =>
      ChangePoint(split, math.exp(found.difference), found.pValue)
    )

  private def test(values: Array[Double], from: Int, split: Int, until: Int): Option[StudentTest] =
    StudentTest.of(values.slice(from, split).toSeq, values.slice(split, until).toSeq)
}
