package bottleneck.lab.explain.page

import bottleneck.lab.explain.verdict._

/** The studies of [[ExampleResults]]. */
object ExampleStudies {

  val randomLatency: Study = Study(
    "random-latency",
    "Random latency",
    "Do five instances of 200 threads answer five times the requests of one?",
    "instances",
    answer = Vector(
      "Yes: five instances answered {throughput[5 instances]}, as the mean sleep of 1.025 s predicts."
    ),
    advice = Vector(
      Sentence(
        "Size the pool by Little's law: threads = target rate × mean response time.",
        when = "ok[1 instance] > 0 or ok[5 instances] > 0"
      ),
      "More instances helped, {throughput[5 instances] ÷ throughput[1 instance]} times, because they bring threads."
    ),
    simulations = Vector("bottleneck.latency.*")
  )

  val journal: Study = Study(
    "journal",
    "Journal pages",
    "What does an index bring to a page of the journal, and which one?",
    "index",
    answer = Vector("The keyset index answers {throughput[keyset index]}, 35 times what a scan of the table does."),
    advice = Vector(
      "Index the columns that a page is ordered by, in that order, and compare them as a row value."
    ),
    simulations = Vector("bottleneck.journal.*"),
    order = Vector("no index", "published index", "keyset index")
  )

  val connectionPool: Study = Study(
    "connection-pool",
    "Connection pool",
    "How many connections does a service need?",
    "connections",
    simulations = Vector("bottleneck.connectionpool.*")
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
