package bottleneck.lab.figures.reading

/** Part of a run in which the number of active users stays at one level: the measured window, found without knowing the
  * load. It ends before users leave for good and begins when they have arrived.
  *
  * The width of a level is a tenth of it, or six standard deviations of the noise where that is more: an open load's
  * number of users fluctuates. The noise comes from second differences, which a ramp does not have. The level is the
  * median of the stretch within one width that has the most user-seconds, and the plateau reaches from the first cell
  * to the last with that many users, less 2 % or the noise. There is none where a fifth of it or more lies outside the
  * level's width, or another level of at least a quarter as many users lasts half as long: such a load is a ramp, a
  * staircase or a burst that drains slowly.
  *
  * Weaknesses: users are all that it sees, so that a service still getting faster is not excluded (the steadiness of
  * the throughput is for that). An open load that is too much for the service has no plateau, since its users pile up.
  * A ramp of few users in an open load can hide in the noise, and users who are mostly not there have no level. Of a
  * staircase whose longest level lasts more than twice as long as any other, that level is the plateau.
  */
private[lab] object Plateau {
  private val relativeWidth = 0.1
  private val noiseWidth = 6.0
  private val edge = 0.02
  private val mostOutside = 0.2
  private val leastOther = 0.25
  private val longestOther = 0.5

  /** Its cells by the mean number of active users in each of equal cells, or nothing where the users keep changing. */
  def of(users: Vector[Double]): Option[Range] =
    if (users.forall(_ <= 0)) None
    else {
      val noise = noiseOf(users)
      def width(level: Double): Double = math.max(relativeWidth * level, noiseWidth * noise)
      val busy = users.indexWhere(_ > 0) until users.lastIndexWhere(_ > 0) + 1
      val level = median(stretch(users, busy, 0, width)(identity).map(users))
      val least = level - math.max(edge * level, noise)
      val plateau = users.indexWhere(_ >= least, busy.start) until users.lastIndexWhere(_ >= least, busy.end - 1) + 1
      val outside = plateau.count(cell => math.abs(users(cell) - level) > width(level))
      val others = Vector(busy.start until plateau.start, plateau.end until busy.end)
        .map(stretch(users, _, leastOther * level, width)(_ => 1).size)
      Option.when(outside < mostOutside * plateau.size && others.max < longestOther * plateau.size)(plateau)
    }

  /** Heaviest range of cells with `least` users or more that differ by no more than a level's width. */
  private def stretch(users: Vector[Double], among: Range, least: Double, width: Double => Double)(
      weight: Double => Double
  ): Range = {
    val values = users.toArray
    var (best, most, from) = (among.take(0), 0.0, among.start)
    var rest = among.map(cell => weight(values(cell))).sum
    while (from < among.end && rest > most) {
      var (low, high, to, sum) = (values(from), values(from), from, 0.0)
      while (to < among.end && low >= least && high - low <= width(high)) {
        sum += weight(values(to))
        to += 1
        if (to < among.end) {
          low = math.min(low, values(to))
          high = math.max(high, values(to))
        }
      }
      if (sum > most) {
        most = sum
        best = from until to
      }
      rest -= weight(values(from))
      from += 1
    }
    best
  }

  /** Standard deviation of what is neither a level nor a ramp. */
  private def noiseOf(users: Vector[Double]): Double = {
    val lag = math.max(1, users.size / 20)
    val differences = Vector.tabulate(math.max(0, users.size - 2 * lag)) { n =>
      math.abs(users(n) - 2 * users(n + lag) + users(n + 2 * lag))
    }
    // a normal distribution's median distance from its mean is 0.6745 standard deviations
    median(differences) / 0.6745 / math.sqrt(6)
  }

  private def median(values: Seq[Double]): Double = if (values.isEmpty) 0 else values.sorted.apply(values.size / 2)
}
