package bottleneck.scaleup

import bottleneck.lab.explain.page.Numbers
import bottleneck.lab.explain.published.PublishedFigures
import bottleneck.lab.explain.record.{Result, StaircaseReading}
import bottleneck.lab.explain.statistics.{Level, LevelReading}
import bottleneck.lab.explain.theory.{AsymptoticKnee, LittlesLaw}
import scala.concurrent.duration._

/** Where the staircase of a tier bends, and what runs below and above of what it sustains show. */
private[scaleup] final case class KneeRuns(
    tier: KneeTier,
    published: PublishedKnee,
    staircase: StaircaseReading,
    theory: Option[AsymptoticKnee],
    saturation: LevelReading,
    sustained: LevelReading,
    below: Result,
    above: Result
) {
  import KneeRuns.p95

  /** The most users of its staircase. */
  def most: Int = staircase.levels.map(_.users).max

  /** Whether the one meets the SLO, and the other misses it. */
  def agree: Boolean = meets(below) && !meets(above)

  private def meets(run: Result): Boolean = {
    val ended = run.total.ok + run.total.ko
    staircase.slo.isMetBy(Level(0, run.total.throughput, p95(run), run.total.ko.toDouble / math.max(1, ended)))
  }

  def told: String = {
    val bound = theory.fold("")(knee => s" (by theory ${Numbers.plain(knee.users)} users: ${knee.formula})")
    s"${tier.name} saturates at ${saturation.users} users$bound and ${Numbers.rate(saturation.throughput)}"
  }

  def confirmed: String =
    s"${tier.name} sustains ${sustained.users} users, ${Numbers.rate(sustained.throughput)}; ${came(below)}, ${came(above)}"

  private def came(run: Result): String = {
    val failed = if (run.total.ko > 0) s" and ${Numbers.count(run.total.ko.toDouble)} failures" else ""
    s"at ${run.load.perSecond.fold(Numbers.none)(Numbers.rate)} p95 is ${Numbers.millis(p95(run))}$failed"
  }
}

private[scaleup] object KneeRuns {

  /** Where a staircase bends had it ended at so many users: a bend is found by what part of the range it is at. */
  def saturationUpTo(staircase: StaircaseReading, users: Int): Option[LevelReading] =
    StaircaseReading.of(staircase.levels.filter(_.users <= users), staircase.slo).flatMap(_.saturation)

  /** N* of a staircase's run: D is the mean response time of the first level, Dmax what a request costs in CPU time,
    * spread over the cores that the service may use, or that all parts together share.
    */
  def theory(run: Result): Option[AsymptoticKnee] = for {
    first <- run.measured.byLoad.staircase.flatMap(_.levels.headOption)
    cost <- run.expected.demand
    if first.throughput > 0
    think = run.load.thinkMs.millis
    ownCores = run.target.cpus.service.getOrElse(run.machine.cpus.toDouble)
    busiest = math.max(cost.serviceCpuMs / ownCores, cost.cpuMs / run.machine.cpus).millis
    if busiest > Duration.Zero
    alone = LittlesLaw.responseTime(first.users.toDouble, first.throughput, think)
  } yield AsymptoticKnee(alone.max(busiest), busiest, think)

  private def p95(run: Result): Double = run.total.latencyMs.fold(Double.PositiveInfinity)(_.p95.toDouble)
}

/** Where the source's service was saturated. */
private[scaleup] final case class PublishedKnee(users: Double, perSecond: Double)

private[scaleup] object PublishedKnee {
  def of(figures: PublishedFigures): Option[PublishedKnee] = for {
    users <- figures.users
    perSecond <- figures.throughput
  } yield PublishedKnee(users, perSecond)
}
