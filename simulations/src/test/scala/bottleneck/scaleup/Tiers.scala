package bottleneck.scaleup

import bottleneck.lab.model.Problem
import bottleneck.lab.explain.published._
import bottleneck.lab.explain.record._
import bottleneck.lab.explain.verdict._
import bottleneck.connectionpool.Work

/** Three sizes of one part of the target, each with every kind of work.
  *
  * @param part
  *   what has them, and what the study is named after
  * @param source
  *   the claim that names the tiers
  * @param published
  *   the neighbouring tiers of the source whose prices stand beside the sizes, the smallest first
  * @param differ
  *   in what these tiers differ, in a sentence
  */
private[bottleneck] final class Tiers(
    part: String,
    question: String,
    source: String,
    published: Vector[String],
    differ: String
) {
  val study: Study = Study(
    id = s"$part-tiers",
    title = s"Scaling up the $part",
    question,
    factor = s"cores of the $part",
    Conclusions(TierAdvice.answer(part), TierAdvice.sentences(differ)),
    order = for { work <- Work.kinds; cores <- Cores.all } yield Tiers.name(cores, work)
  )

  def trial(cores: Cores, work: Work): Trial = Trial(
    study.id,
    Tiers.name(cores, work),
    Some(Factor("cores", cores.number, Some(work.title))),
    Cores.all.zip(published).collectFirst { case (`cores`, tier) =>
      PublishedSetting(source, tier)
    }
  )
}

private[bottleneck] object Tiers {

  /** Relative tolerance of throughput around proportionality to cores: above the spread of sound runs, far below the
    * half that is missing if cores have no effect.
    */
  val tolerance: Double = 0.07

  /** The typical run of each of these sizes with this work, the smallest first, or why there is none. */
  def runs(evidence: Evidence, work: Work, sizes: Vector[Cores] = Cores.all): Either[Judgement, Vector[Result]] =
    Problem.each(sizes)(cores => evidence.counted(name(cores, work)))

  /** Throughput ratio of each size to the size before it. */
  def steps(runs: Vector[Result]): Vector[Double] =
    runs.zip(runs.drop(1)).map { case (one, next) => next.gainOver(one) }

  def name(cores: Cores, work: Work): String = s"${work.title}, ${cores.name}"
}
