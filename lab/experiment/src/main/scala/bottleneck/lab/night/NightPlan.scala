package bottleneck.lab.night

import bottleneck.lab.Simulations.Variant
import bottleneck.lab.explain.history.Histories
import bottleneck.lab.explain.verdict.{ExperimentFindings, FoundResults, Study, Verdict}
import bottleneck.lab.settings.Scale
import java.time.Instant
import scala.concurrent.duration._
import scala.util.Random

/** One run of a variant.
  *
  * @param repetition
  *   which of its `repeats`, from 1
  */
private[night] final case class PlannedRun(variant: Variant, repetition: Int = 1, repeats: Int = 1)

/** What a night runs: every variant as often as it is asked for, in blocks of one study each, and then what is
  * undecided again.
  */
private[night] final class NightPlan(variants: Vector[Variant], scale: Scale, repeats: Int, random: Random) {
  private val byStudy = variants.groupBy(_.setup.trial.study.id)

  /** Every variant of a study in random order, and its repeats by turns, so that a machine that changes its speed
    * favours none; those whose load follows from a run of another one come last.
    */
  def block(study: String): Vector[PlannedRun] = {
    val (first, following) = byStudy.getOrElse(study, Vector.empty).partition(loadOf(_).isDefined)
    byTurns(first) ++ byTurns(following)
  }

  private def byTurns(these: Vector[Variant]): Vector[PlannedRun] =
    (1 to these.map(timesOf).maxOption.getOrElse(0)).toVector.flatMap(n =>
      random.shuffle(these.filter(timesOf(_) >= n)).map(of => PlannedRun(of, n, timesOf(of)))
    )

  /** Ids of `studies`, first those of which a variant ran less often than it is to, or longest ago: what one night had
    * no time for begins the next. What was skipped would be skipped again, and counts as run.
    */
  def oldestFirst(studies: Vector[Study], found: FoundResults): Vector[String] = {
    val ran = found.results
      .map(_.result.run)
      .groupMap(run => (run.experiment, run.variant))(run => Instant.parse(run.startedAt))
    val skipped = found.skips.groupMap(skip => (skip.experiment, skip.variant))(skip => Instant.parse(skip.at))
    def last(one: Variant): Option[Instant] = {
      val key = (one.setup.trial.study.id, one.setup.trial.variant)
      (ran.get(key).filter(_.size >= timesOf(one)) ++ skipped.get(key)).flatten.maxOption
    }
    def oldest(study: Study): Instant = byStudy
      .getOrElse(study.id, Vector.empty)
      .map(last(_).getOrElse(Instant.MIN))
      .minOption
      .getOrElse(Instant.MIN)
    studies.sortBy(oldest).map(_.id)
  }

  /** How long one run of a variant takes, with what it takes beside its load. */
  def time(of: Variant, beside: FiniteDuration): FiniteDuration =
    loadOf(of).getOrElse(NightPlan.unknownLoad) + beside

  /** How long all variants take, each run as often as it is asked for once. */
  def once(beside: FiniteDuration): FiniteDuration = sum(variants.map(of => time(of, beside) * timesOf(of).toLong))

  private def sum(times: Vector[FiniteDuration]): FiniteDuration =
    times.foldLeft[FiniteDuration](Duration.Zero)(_ + _)

  /** How often a variant runs, each time it is asked for. */
  private def timesOf(variant: Variant): Int = math.max(variant.setup.repeats, repeats)

  /** What is worth running next, the best first: variants without a run that counts, once more; then blocks of studies
    * with a statement that more runs would decide, that which needs the least time until then first.
    *
    * @param blocks
    *   that each study had tonight after its first ones
    */
  def next(findings: Vector[ExperimentFindings], blocks: Map[String, Int]): Vector[Vector[PlannedRun]] = {
    def had(of: ExperimentFindings): Int = blocks.getOrElse(of.study.id, 0)
    val wanted = for {
      of <- findings.filter(had(_) < NightPlan.mostBlocks)
      (runs, studies) <- missing(of)
      block = studies.flatMap(this.block)
      if block.nonEmpty
    } yield sum(block.map(run => time(run.variant, 1.minute))) * runs.toLong -> block
    findings.filter(had(_) == 0).map(lacking).filter(_.nonEmpty) ++ wanted.sortBy(_._1).map(_._2)
  }

  /** Variants of an undecided study that ran, but none of whose runs counts. */
  private def lacking(of: ExperimentFindings): Vector[PlannedRun] = {
    val names = of.evidence.variants.filter(_.counted.isEmpty).map(_.name).toSet
    if (of.statements.exists(_.verdict == Verdict.Undecided))
      block(of.study.id).filter(run => names(run.variant.setup.trial.variant))
    else Vector.empty
  }

  /** Blocks until all statements of a study that more runs would decide are decided, if the runs come out like those
    * before, and the studies whose runs they look at.
    */
  private def missing(of: ExperimentFindings): Option[(Int, Vector[String])] = {
    val open =
      for { one <- of.statements; agreement <- one.judgement.agreement; blocks <- agreement.blocks } yield (
        blocks,
        one.others
      )
    open.map(_._1).maxOption.map(_ -> (of.study.id +: open.flatMap(_._2)).distinct)
  }

  /** Variants with a regression that is suspected and not confirmed, each as often as it is run again, turn by turn. */
  def suspects(histories: Histories): Vector[PlannedRun] = {
    val open = histories.suspected.map(one => (one.experiment, one.variant)).toSet
    val found = variants.filter(one => open((one.setup.trial.study.id, one.setup.trial.variant)))
    Vector.fill(NightPlan.rerunsOfSuspect)(found.map(PlannedRun(_))).flatten
  }

  private def loadOf(variant: Variant): Option[FiniteDuration] =
    variant.setup.load(scale).load(_ => None).toOption.map(_.duration)
}

private[night] object NightPlan {

  /** Of a load that follows from another run. */
  private val unknownLoad = 1.minute

  /** With 5 % noise, about so many runs confirm a change by a tenth in one night of two. The number is fixed, as one
    * that follows from what the runs show would confirm more by chance.
    */
  val rerunsOfSuspect: Int = 4

  /** `about 3 h 20 min` */
  def text(time: FiniteDuration): String =
    (if (time < 1.hour) "about " else s"about ${time.toHours} h ") + s"${time.toMinutes % 60} min"

  /** Of one study in a night, so that one that hardly decides does not take the night from the others. */
  val mostBlocks = 5
}
