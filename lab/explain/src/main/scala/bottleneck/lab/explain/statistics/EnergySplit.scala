package bottleneck.lab.explain.statistics

/** Where a series splits best into two that differ: the divisive step of E-divisive (Matteson and James 2014, J.
  * American Statistical Association 109(505), §2.2, with α = 1).
  */
private[statistics] object EnergySplit {

  /** Index of the first value of the right part: the τ for which some κ makes the scaled energy distance of
    * `values(from until τ)` and `values(τ until κ)` largest; none of fewer than two values. The right part may end
    * before `until`, so that a later change does not hide an earlier one. The mean distance within a part of one value
    * is 0. It takes time and memory by the square of the length.
    */
  def of(values: Array[Double], from: Int, until: Int): Option[Int] =
    Option.when(until - from > 1)(from + best(distances(values, from, until)))

  /** Row k has at i the sum of the distances of value k from the values before i. */
  private def distances(values: Array[Double], from: Int, until: Int): Array[Array[Double]] =
    Array.tabulate(until - from) { k =>
      val sums = new Array[Double](k + 1)
      var i = 0
      while (i < k) {
        sums(i + 1) = sums(i) + math.abs(values(from + i) - values(from + k))
        i += 1
      }
      sums
    }

  private def best(sums: Array[Array[Double]]): Int = {
    var (found, largest, left) = (1, Double.NegativeInfinity, 0.0)
    var split = 1
    while (split < sums.length) {
      // left: all distances between two values before the split
      left += sums(split - 1)(split - 1)
      val divergence = largestOf(sums, split, left)
      if (divergence > largest) {
        largest = divergence
        found = split
      }
      split += 1
    }
    found
  }

  /** Of all ends of the right part, each of which adds the distances of one value more. */
  private def largestOf(sums: Array[Array[Double]], split: Int, left: Double): Double = {
    var (largest, between, right) = (Double.NegativeInfinity, 0.0, 0.0)
    var last = split
    while (last < sums.length) {
      between += sums(last)(split)
      right += sums(last)(last) - sums(last)(split)
      largest = math.max(largest, divergence(split, last + 1 - split, left, between, right))
      last += 1
    }
    largest
  }

  /** n · m ÷ (n + m) of twice the mean distance between the parts, less the mean distances within each. */
  private def divergence(n: Int, m: Int, left: Double, between: Double, right: Double): Double = {
    def pairs(size: Int): Double = math.max(1.0, size * (size - 1.0) / 2)
    n.toDouble * m / (n + m) * (2 * between / (n.toDouble * m) - left / pairs(n) - right / pairs(m))
  }
}
