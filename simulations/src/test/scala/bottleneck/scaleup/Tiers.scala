package bottleneck.scaleup

import bottleneck.lab.model.Numbers
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
    answer = Vector(Tiers.answer(part)),
    advice = Tiers.advice(published, differ),
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
  def name(cores: Cores, work: Work): String = s"${work.title}, ${cores.name}"

  private def of(metric: String, cores: Cores, work: Work): String = s"$metric[${name(cores, work)}]"

  private def gain(metric: String, work: Work): String =
    s"${of(metric, Cores.Two, work)} ÷ ${of(metric, Cores.Half, work)}"

  private def answer(part: String): Sentence = {
    val gains = Work.kinds.map(work => s"${work.title} {${gain("throughput", work)}} times")
    s"From half a core to 2 cores for the $part, at {${gain("price", Work.Cpu)}} times the price, throughput rose: ${gains.mkString(", ")}."
  }

  private def advice(published: Vector[String], differ: String): Vector[Sentence] =
    Work.kinds.flatMap { work =>
      val told = s"{${gain("throughput", work)}} times for {${gain("price", work)}} times the price"
      val worth = s"${gain("throughput", work)} >= 0.93 × (${gain("price", work)})"
      Vector(
        Sentence(s"${work.title} gets what a larger server costs: $told.", when = worth),
        Sentence(s"${work.title} gets less than a larger server costs: $told.", when = s"not $worth")
      )
    } ++ Vector[Sentence](
      s"Sizes of 0.5, 1 and 2 cores stand for neighbouring published tiers, ${published.mkString(", ")}, $differ.",
      "A limit is put on at the end of the warm-up: a server that has run for an hour is warm whatever its size. " +
        s"To compute takes ${Numbers.millis(Tier.computing)} here, so that the generator's part of the cores is small."
    )
}
