package bottleneck.lab.explain.page

import bottleneck.lab.explain.verdict._

/** The studies of [[ExampleResults]]. */
object ExampleStudies {

  val randomLatency: Study = Study(
    "random-latency",
    "Random latency",
    "Do five instances of 200 threads answer five times the requests of one?",
    "instances",
    Conclusions(
      Vector(
        Statement("tuning/random-latency", Verdict.Reproduced, atLeast("1 instance", 180)),
        Statement("tuning/five-instances", Verdict.Reproduced, atLeast("5 instances", 900)),
        Statement("tuning/thirty-instances", Verdict.Reproduced, atLeast("30 instances", 5000)),
        Statement(
          "tuning/threads",
          Verdict.Untestable,
          _ => Judgement(Verdict.Untestable, "this machine cannot hold the source's 10,000 users")
        )
      ),
      evidence =>
        evidence
          .counted("5 instances")
          .toOption
          .map(five => s"Yes: five instances answered ${five.rate}, as the mean sleep of 1.025 s predicts."),
      evidence =>
        if (evidence.variants.isEmpty) Vector.empty
        else
          Vector(
            "Size the pool by Little's law: threads = target rate × mean response time.",
            "More instances help here because they bring threads and connections, not because they bring cores."
          )
    ),
    Vector("bottleneck.latency.*")
  )

  val journal: Study = Study(
    "journal",
    "Journal pages",
    "What does an index bring to a page of the journal, and which one?",
    "index",
    Conclusions(
      Vector(
        Statement("tuning/index", Verdict.Reproduced, atLeast("published index", 200)),
        Statement(
          "tuning/no-index-pool-23",
          Verdict.Reproduced,
          _ => Judgement(Verdict.Refuted, "the throughput with 23 connections was 1.9 times that with 5")
        )
      ),
      evidence =>
        evidence
          .counted("keyset index")
          .toOption
          .map(best => s"The keyset index answers ${best.rate}, 35 times what a scan of the table does."),
      _ => Vector("Index the columns that a page is ordered by, in that order, and compare them as a row value.")
    ),
    Vector("bottleneck.journal.*"),
    Vector("no index", "published index", "keyset index")
  )

  val connectionPool: Study =
    Study(
      "connection-pool",
      "Connection pool",
      "How many connections does a service need?",
      "connections",
      Conclusions(Vector.empty, _ => None, _ => Vector.empty),
      Vector("bottleneck.connectionpool.*")
    )

  private def atLeast(variant: String, rate: Double)(evidence: Evidence): Judgement =
    evidence
      .counted(variant)
      .fold(
        identity,
        result => Judgement.of(result.total.throughput >= rate)(s"$variant: ${result.rate}")
      )
}
