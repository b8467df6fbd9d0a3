package bottleneck.lab.night

import bottleneck.lab.Simulations.Variant
import bottleneck.lab.explain.verdict.{ExperimentFindings, Verdict}
import bottleneck.lab.settings.Scale
import scala.concurrent.duration._
import scala.util.Random

/** What a night runs: every variant once, in blocks of one study each, and then what is undecided again. */
private[night] final class NightPlan(variants: Vector[Variant], scale: Scale, random: Random) {
  private val byStudy = variants.groupBy(_.setup.trial.study.id)

  /** Every variant of a study once, in random order, so that a machine that changes its speed favours none; those whose
    * load follows from a run of another one come last.
    */
  def block(study: String): Vector[Variant] = {
    val (first, following) = byStudy.getOrElse(study, Vector.empty).partition(loadOf(_).isDefined)
    random.shuffle(first) ++ random.shuffle(following)
  }

  /** How long runs take, with what each takes beside its load. */
  def time(of: Vector[Variant], beside: FiniteDuration): FiniteDuration =
    of.map(variant => (loadOf(variant).getOrElse(Duration.Zero) + beside) * variant.setup.repeats.toLong)
      .foldLeft[FiniteDuration](Duration.Zero)(_ + _)

  /** What is worth running next: of studies with a statement that more runs would decide, the one that needs the least
    * time until then; before that, variants without a run that counts.
    *
    * @param blocks
    *   that each study had tonight
    */
  def next(findings: Vector[ExperimentFindings], blocks: Map[String, Int]): Vector[Variant] = {
    val may =
      findings.filter(of => blocks.getOrElse(of.study.id, 0) < NightPlan.mostBlocks && byStudy.contains(of.study.id))
    may
      .map(lacking)
      .find(_.nonEmpty)
      .orElse(
        may
          .flatMap(of => missing(of).map(_ -> of.study.id))
          .minByOption { case (runs, study) =>
            time(byStudy(study), 1.minute) * runs.toLong
          }
          .map { case (_, study) => block(study) }
      )
      .getOrElse(Vector.empty)
  }

  /** Variants of an undecided study that ran, but none of whose runs counts. */
  private def lacking(of: ExperimentFindings): Vector[Variant] = {
    val names = of.evidence.variants.filter(_.counted.isEmpty).map(_.name).toSet
    if (of.statements.exists(_.verdict == Verdict.Undecided))
      block(of.study.id).filter(variant => names(variant.setup.trial.variant))
    else Vector.empty
  }

  /** Blocks until all statements that more runs would decide are decided, if the runs come out like those before. */
  private def missing(of: ExperimentFindings): Option[Int] =
    of.statements.flatMap(_.agreement).flatMap(_.runs).map(_ - of.evidence.looks).filter(_ > 0).maxOption

  private def loadOf(variant: Variant): Option[FiniteDuration] =
    variant.setup.load(scale).load(_ => None).toOption.map(_.duration)
}

private[night] object NightPlan {

  /** Of one study in a night, so that one that hardly decides does not take the night from the others. */
  val mostBlocks = 5
}
