package bottleneck.lab.figures.theory

import scala.concurrent.duration._
import scala.math.BigDecimal.RoundingMode

/** Throughput limit of a system, in requests/s: the smallest of its resources' limits, each its capacity ÷ the demand
  * of a request (asymptotic bounds: Denning & Buzen 1978, ACM Computing Surveys 10; Lazowska et al., Quantitative
  * System Performance, 1984, §5.2). `formula` is such as `200 × 5 / 1.025 s`; `low` and `high` are none if unknown: the
  * interval has 90 % confidence where CPU times were measured for it, 95 % where only chance remains.
  */
final case class Limit(
    perSecond: Double,
    by: String,
    formula: String,
    low: Option[Double] = None,
    high: Option[Double] = None
) {

  def plusMinus(part: Double): Limit = {
    require(part >= 0, s"half of an interval ($part) must be >= 0")
    copy(low = Some(perSecond * (1 - part)), high = Some(perSecond * (1 + part)))
  }

  /** The same with the interval that chance alone leaves in a window, where the time that a request takes of the
    * resource has the coefficient of variation `cv`: 0 fixed, 1 exponential.
    *
    * Requests that come one after the other through threads or connections are renewals, whose number has the relative
    * standard deviation cv ÷ √n for n of them in a window much longer than a request (Cox, Renewal Theory, 1962, §3.3).
    */
  def sampled(cv: Double, window: FiniteDuration): Limit = {
    require(cv >= 0, s"the coefficient of variation ($cv) must be >= 0")
    val completions = math.max(1, perSecond * window.toUnit(SECONDS)).round
    plusMinus(Limit.normal95 * (cv / math.sqrt(completions.toDouble)))
  }

  /** The same where the demand is known to within this share of it. */
  def dividedWithin(error: Double): Limit =
    copy(
      low = Some(perSecond / (1 + error)),
      high = Some(if (error < 1) perSecond / (1 - error) else Double.PositiveInfinity)
    )

  def interval: Option[(Double, Double)] = low.zip(high)

  /** True if `measured` requests per second lie in the interval; none without one. */
  def contains(measured: Double): Option[Boolean] =
    interval.map { case (from, to) => from <= measured && measured <= to }

  /** True if `measured` requests/s differ from the limit by at most this share of it. */
  def isWithin(tolerance: Double, measured: Double): Boolean = math.abs(measured - perSecond) <= tolerance * perSecond

  /** True if the limit is CPU capacity, of the machine or of a part's quota. */
  def isOfCores: Boolean = by.startsWith(Limit.ofCores)

  def beside(other: Limit): Limit =
    Limit(perSecond + other.perSecond, by, s"$formula + ${other.formula}")
}

object Limit {
  private val ofCores = "cores"

  /** Standard deviations that 95 % of a normal distribution lie within. */
  private val normal95 = 1.96

  /** No more is answered than `perSecond` arrive, where the load is open. */
  def arrivals(perSecond: Double): Limit = {
    require(perSecond > 0, s"arrivals ($perSecond per second) must be > 0")
    Limit(perSecond, "arrivals", s"${term(perSecond)}/s")
  }

  /** `threads` of each of `instances`, one held for `serviceTime` by a request. */
  def threads(threads: Int, instances: Int, serviceTime: FiniteDuration): Limit =
    pooled("threads", threads, instances, serviceTime, Duration.Zero)

  /** `connections` of the pool of each of `instances`, one held by a request for `holdingTime` in all, and for what
    * `statements` take beside it, where that is known.
    */
  def connections(
      connections: Int,
      instances: Int,
      holdingTime: FiniteDuration,
      statements: FiniteDuration = Duration.Zero
  ): Limit = pooled("connections", connections, instances, holdingTime, statements)

  /** `cores` that all instances share, each busy for `cpuTime` with a request. */
  def cores(cores: Double, cpuTime: FiniteDuration): Limit =
    limit(ofCores, cores, term(cores), term(cpuTime), cpuTime)

  /** The quota of `cores` that each of `instances` of a `part` has, each core busy for `cpuTime` of the part's own with
    * a request.
    */
  def cores(part: String, cores: Double, instances: Int, cpuTime: FiniteDuration): Limit = {
    val capacity = if (instances == 1) term(cores) else s"${term(cores)} × $instances"
    limit(s"$ofCores of the $part", cores * instances, capacity, term(cpuTime), cpuTime)
  }

  /** `users` who each wait for an answer, which takes at least `serviceTime`, and think before the next request. */
  def users(users: Int, serviceTime: FiniteDuration, thinkTime: FiniteDuration = Duration.Zero): Limit =
    limit("users", users, users.toString, sum(serviceTime, thinkTime), serviceTime + thinkTime)

  private def pooled(
      by: String,
      size: Int,
      instances: Int,
      demand: FiniteDuration,
      more: FiniteDuration
  ): Limit = {
    val capacity = if (instances == 1) s"$size" else s"$size × $instances"
    limit(by, size.toDouble * instances, capacity, sum(demand, more), demand + more)
  }

  private def sum(demand: FiniteDuration, more: FiniteDuration): String =
    Vector(demand, more).filter(_ > Duration.Zero).map(term) match {
      case Vector(one, other) => s"($one + $other)"
      case terms => terms.mkString
    }

  private def limit(
      by: String,
      capacity: Double,
      capacityText: String,
      demandText: String,
      demand: FiniteDuration
  ): Limit = {
    require(capacity > 0, s"$by ($capacityText) must be > 0")
    require(demand > Duration.Zero, s"a request must hold $by for a time ($demandText) > 0")
    Limit(capacity / demand.toUnit(SECONDS), by, s"$capacityText / $demandText")
  }

  /** A number as a formula shows it: no more than three decimals and no trailing zeros. */
  private def term(number: Double): String = {
    val rounded = BigDecimal(number).setScale(3, RoundingMode.HALF_UP)
    rounded.bigDecimal.stripTrailingZeros.toPlainString
  }

  /** A time in seconds, or in milliseconds below 100 of them: three digits at least. */
  private[lab] def term(time: FiniteDuration): String =
    if (time < 100.millis) s"${term(time.toUnit(MILLISECONDS))} ms" else s"${term(time.toUnit(SECONDS))} s"
}

/** Throughput limit of all pools together, known once the time of a request's statements is: a connection is held for
  * that and for `holding`, which is zero where nothing else holds it.
  */
final case class PoolLimit(connections: Int, holding: FiniteDuration = Duration.Zero) {

  /** None where the hold time of a connection is unknown; `statements` is zero where it is. */
  def prediction(statements: FiniteDuration): Option[Limit] =
    Option.when(holding + statements > Duration.Zero)(
      Limit.connections(connections, instances = 1, holding, statements)
    )
}
