package bottleneck.scaleup

import bottleneck.lab.explain.record._
import bottleneck.lab.explain.verdict._

/** Study: caches and larger tiers. */
object FindAllStudy {
  val study: Study = Study(
    id = "find-all",
    title = "Find all: a cache, or a larger tier?",
    question = "What do a cache and twice the cores bring to a list that one core of database can hardly read?",
    factor = "cache and cores of the service",
    answer = Vector(
      "On ½ core Redis brought {throughput[½ core, Redis] ÷ throughput[½ core, no cache]} times and twice the cores {turns[1 core, no cache ÷ ½ core, no cache]} times (by turns): {throughput[½ core, no cache]} became {throughput[½ core, Redis]} with Redis. With Redis twice the cores brought {throughput[1 core, Redis] ÷ throughput[½ core, Redis]} times, {throughput[1 core, Redis]}."
    ),
    advice = Vector(
      Sentence(
        "Look whose cores are used up before buying some. Here the database's were, so a larger service answered {turns[1 core, no cache ÷ ½ core, no cache]} times as much (by turns), and a cache that keeps a list for 5 s {throughput[½ core, Caffeine] ÷ throughput[½ core, no cache]} times (Caffeine, ½ core). With the cache it is the service's cores that limit: twice as many then answered {throughput[1 core, Caffeine] ÷ throughput[½ core, Caffeine]} times as much.",
        when = "cpu.database%[½ core, no cache] >= 80% and cpu.service%[½ core, Caffeine] >= 80%"
      ),
      "A hit in Redis cost the service {cpu.service.request[1 core, Redis]} of CPU time, {cpu.service.request[1 core, Redis] ÷ cpu.service.request[1 core, Caffeine]} times one in its own heap (Caffeine, {cpu.service.request[1 core, Caffeine]}), as the list is fetched and read from JSON each time. Keep in the heap what every instance may have on its own, and in Redis what they must share.",
      "The runs with a cache let one request at a time read what has expired."
    ),
    order = for { kind <- FindAllKind.all; tier <- FindAllTier.all } yield name(tier, kind)
  )

  def trial(tier: FindAllTier, kind: FindAllKind): Trial =
    Trial(study.id, name(tier, kind), published = kind.published(tier))

  private[scaleup] def name(tier: FindAllTier, kind: FindAllKind): String = s"${tier.name}, ${kind.name}"
}
