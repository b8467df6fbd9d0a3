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
      Conclusions(_ => None, _ => Vector.empty),
      Vector("bottleneck.connectionpool.*")
    )

  /** Rows of a claims.csv. */
  val claims: String =
    """id,study,kind,statement,criterion,expected,why
      |tuning/random-latency,random-latency,test,200 threads answer 200/s.,throughput[1 instance] >= 180/s,reproduced,
      |tuning/five-instances,random-latency,test,Five answer more.,throughput[5 instances] >= 900/s,reproduced,
      |tuning/thirty-instances,random-latency,demonstration,Thirty answer more.,throughput[30 instances] >= 5000/s,reproduced,By theory.
      |tuning/threads,random-latency,untestable,Threads answer more.,,,This machine cannot hold the source's 10000 users.
      |tuning/index,journal,test,An index helps.,throughput[published index] >= 200/s,reproduced,
      |tuning/no-index-pool-23,journal,test,A pool only delays.,throughput[no index] > 900/s,reproduced,
      |tomcat/refused,refused,test,They are refused.,refused[1 instance] > 0,reproduced,
      |""".stripMargin
}
