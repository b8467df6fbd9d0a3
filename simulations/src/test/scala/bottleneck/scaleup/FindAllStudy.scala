package bottleneck.scaleup

import bottleneck.lab.explain.record.Trial
import bottleneck.lab.explain.verdict._

/** What the runs say of caches and of larger tiers. */
object FindAllStudy {
  val study: Study = Study(
    id = "find-all",
    title = "Find all: a cache, or a larger tier?",
    question = "What do a cache and twice the cores bring to a list that one core of database can hardly read?",
    factor = "cache and cores of the service",
    Conclusions(FindAllClaims.all, FindAllAdvice.answer, FindAllAdvice.sentences),
    order = for { kind <- FindAllKind.all; tier <- FindAllTier.all } yield name(tier, kind)
  )

  def trial(tier: FindAllTier, kind: FindAllKind): Trial =
    Trial(study.id, name(tier, kind), published = kind.published(tier))

  private[scaleup] def name(tier: FindAllTier, kind: FindAllKind): String = s"${tier.name}, ${kind.name}"
}
