package bottleneck.journal

import bottleneck.lab.explain.record._
import bottleneck.lab.explain.verdict._

/** Study: gain and cost of reader databases. */
object ReaderDatabasesStudy {
  private val none = "no reader"
  private val one = "1 reader"
  private val two = "2 readers"

  val study: Study = Study(
    id = "reader-database",
    title = "Reader databases: connections and replication",
    question = "How many more reads do reader databases allow where connections are the limit, and what does it cost?",
    factor = "readers",
    answer = Vector(
      "Reads that wait in the database, on as many connections to each: {throughput[no reader | GET /workload/db]} on the primary alone, {throughput[1 reader | GET /workload/db]} on one reader, {throughput[2 readers | GET /workload/db]} on two."
    ),
    advice = Vector(
      "Count the connections to the readers alone: read-only transactions leave the primary to them, so one reader was worth {throughput[1 reader | GET /workload/db] ÷ throughput[no reader | GET /workload/db]} times the reads and two {throughput[2 readers | GET /workload/db] ÷ throughput[no reader | GET /workload/db]} times. A larger pool adds connections too, without a second database, as long as one has cores to spare.",
      "A write no longer waits behind reads for a connection: its median was {p50[no reader | PUT /journals/{id}/title]} without a reader and {p50[1 reader | PUT /journals/{id}/title]} with one.",
      "A reader is behind: with two by {lag.mean[2 readers]} on average and {lag.max[2 readers]} at most, as sampled once a second. What must see its own write reads in a transaction that is not read-only."
    ),
    order = Vector(none, one, two)
  )

  def trial(readers: Int): Trial =
    Trial(study.id, Vector(none, one, two)(readers), Some(Factor("readers", readers.toDouble)))
}
