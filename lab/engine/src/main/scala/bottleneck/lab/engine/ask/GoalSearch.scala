package bottleneck.lab.engine.ask

import bottleneck.lab.figures.Numbers
import bottleneck.lab.report.{Column, Table}
import scala.annotation.tailrec
import scala.concurrent.duration._

/** Open load of so many requests per second, whose arrivals are independent (Poisson), and what was seen of it; it
  * `isKept` if the goal is, hardly a request fails, and there were users for all of them in time.
  */
private[ask] final case class PacedLevel(perSecond: Double, seen: Level, isKept: Boolean)

/** Open loads below the greatest throughput, to find the greatest rate that keeps a goal: each halves what is left
  * between one that kept it and one that did not.
  */
private[ask] final case class GoalSearch(goal: Goal, levels: Vector[PacedLevel]) {

  def kept: Option[PacedLevel] = levels.filter(_.isKept).maxByOption(_.perSecond)

  /** The least rate above those that kept it. */
  def missed: Option[PacedLevel] =
    levels.filter(level => !level.isKept && kept.forall(_.perSecond < level.perSecond)).minByOption(_.perSecond)

  def sentence: String = {
    def text(level: PacedLevel): String = {
      val answers = level.seen.good.getTotalCount
      val failed = if (level.seen.failedShare > 0) s", ${Numbers.percent(level.seen.failedShare)} failed" else ""
      val few = if (answers < goal.answers) s", of ${Numbers.count(goal.answers.toLong)} that it needs" else ""
      s"${Numbers.rate(level.perSecond)} (${goal.rank} ${GoalSearch.time(goal, level.seen)}$failed, ${Numbers.count(answers)} answers$few)"
    }
    val goes = (kept, missed) match {
      case (Some(below), Some(above)) => s"kept at ${text(below)}, missed at ${text(above)}"
      case (Some(below), None) => s"kept at ${text(below)}, the greatest rate that was tried"
      case (None, Some(above)) => s"kept at no rate that was tried: missed at ${text(above)}"
      case (None, None) => "not tried: there was no throughput"
    }
    s"Goal ${goal.text}: $goes, by requests that arrive independently."
  }

  def table: Table[PacedLevel] = Table(
    Vector(
      Column.number[PacedLevel]("rate")(of => Numbers.rate(of.perSecond)),
      Column.number[PacedLevel](goal.rank)(of => GoalSearch.time(goal, of.seen)),
      Column.number[PacedLevel]("failed")(of => Numbers.percent(of.seen.failedShare)),
      Column.number[PacedLevel]("answers")(of => Numbers.count(of.seen.good.getTotalCount)),
      Column.text[PacedLevel]("goal")(of => if (of.isKept) "kept" else "missed")
    ),
    levels.sortBy(_.perSecond)
  )
}

private[ask] object GoalSearch {

  /** Halvings: the rate is known to 1/32 of the greatest throughput. */
  private val halvings = 5
  private val mostFailing = 0.01
  val least: FiniteDuration = 10.seconds
  val most: FiniteDuration = 15.seconds

  /** Upper bound of its time; a load may leave requests that are answered before the next one. */
  val longest: FiniteDuration = (most + 65.seconds) * halvings.toLong

  def time(goal: Goal, seen: Level): String =
    if (seen.good.getTotalCount == 0) Numbers.none else Numbers.millis(seen.percentile(goal.percentile))

  /** @param load what is seen of a load of so many requests per second, and if users were left */
  def of(goal: Goal, greatest: Double)(load: Double => (Level, Boolean)): GoalSearch = {
    @tailrec def next(done: Vector[PacedLevel], below: Double, above: Double): Vector[PacedLevel] =
      if (done.size >= halvings || greatest <= 0) done
      else {
        val perSecond = (below + above) / 2
        val (seen, hasUsers) = load(perSecond)
        val isKept = hasUsers && seen.good.getTotalCount > 0 && seen.failedShare <= mostFailing &&
          seen.percentile(goal.percentile) < goal.bound.toMicros / 1e3
        val all = done :+ PacedLevel(perSecond, seen, isKept)
        if (isKept) next(all, perSecond, above) else next(all, below, perSecond)
      }
    GoalSearch(goal, next(Vector.empty, 0, greatest))
  }
}
