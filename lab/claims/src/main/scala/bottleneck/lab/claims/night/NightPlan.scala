package bottleneck.lab.claims.night

import bottleneck.lab.claims.Simulations.Entry
import bottleneck.lab.claims.verdict.{FoundResults, Study}
import bottleneck.lab.figures.settings.Scale
import java.time.Instant
import scala.concurrent.duration._
import scala.util.Random

/** One run of a variant: number of the repeat, from 1, of `repeats`. */
private[night] final case class PlannedRun(entry: Entry, repetition: Int, repeats: Int)

/** Plan of a night: every variant as often as requested, study by study; what runs variants together that all run by
  * themselves too is left out.
  */
private[night] final class NightPlan(all: Vector[Entry], scale: Scale, repeats: Int, random: Random) {
  private val variants = {
    val alone = all.filter(_.variant.results.size == 1).flatMap(_.variant.results)
    all.filterNot(of => of.variant.results.size > 1 && of.variant.results.forall(alone.contains))
  }
  private val byStudy = variants.groupBy(_.variant.trial.study)

  /** Every variant of a study in random order, and its repeats by turns, so that a machine that changes its speed
    * favours none; those whose load follows from a run of another one come last.
    */
  def block(study: String): Vector[PlannedRun] = {
    val (first, following) = byStudy.getOrElse(study, Vector.empty).partition(loadOf(_).isDefined)
    byTurns(first) ++ byTurns(following)
  }

  private def byTurns(these: Vector[Entry]): Vector[PlannedRun] =
    (1 to these.map(timesOf).maxOption.getOrElse(0)).toVector.flatMap(n =>
      random.shuffle(these.filter(timesOf(_) >= n)).map(of => PlannedRun(of, n, timesOf(of)))
    )

  /** Ids of `studies`, first those of which a variant ran less often than it is to, or longest ago: what one night had
    * no time for begins the next. What was skipped would be skipped again, and counts as run.
    */
  def oldestFirst(studies: Vector[Study], found: FoundResults): Vector[String] = {
    val runs = found.results.map(_.result.run).map(run => (run.experiment, run.variant) -> run.startedAt) ++
      found.turns.map(run => (run.study, s"${run.one} | ${run.other}") -> run.startedAt)
    val ran = runs.groupMap(_._1)(run => Instant.parse(run._2))
    val skipped = found.skips.groupMap(skip => (skip.experiment, skip.variant))(skip => Instant.parse(skip.at))
    def last(one: Entry): Option[Instant] = one.variant.results
      .map { trial =>
        val key = (trial.study, trial.variant)
        (ran.get(key).filter(_.size >= timesOf(one)) ++ skipped.get(key)).flatten.maxOption
      }
      .reduce((a, b) => for { x <- a; y <- b } yield if (x.isBefore(y)) x else y)
    def oldest(study: Study): Instant = byStudy
      .getOrElse(study.id, Vector.empty)
      .map(last(_).getOrElse(Instant.MIN))
      .minOption
      .getOrElse(Instant.MIN)
    studies.sortBy(oldest).map(_.id)
  }

  /** Duration of one run of a variant, with the time `beside` its load, which is unknown where it follows from a run.
    */
  def time(of: Entry, beside: FiniteDuration): FiniteDuration = loadOf(of).getOrElse(1.minute) + beside

  /** Duration of all requested runs of all variants. */
  def once(beside: FiniteDuration): FiniteDuration =
    variants.map(of => time(of, beside) * timesOf(of).toLong).foldLeft[FiniteDuration](Duration.Zero)(_ + _)

  private def timesOf(entry: Entry): Int = math.max(entry.variant.repeats, repeats)

  private def loadOf(entry: Entry): Option[FiniteDuration] =
    entry.variant.loadAt(scale).load(_ => None).toOption.map(_.duration)
}
