package bottleneck.tuning

import bottleneck.Dsl._
import bottleneck.lab.claims.verdict.Study
import java.nio.file.Path
import java.util.concurrent.atomic.AtomicInteger

/** Reads that need connections more than cores, and writes to replicate, with some reader databases (tuning/reader-db).
  */
abstract class ReaderDatabases(variant: String, readers: Int)
    extends Experiment("reader-database", variant, "readers" -> readers) {
  override def target = service(
    Map(
      ServiceProperties.poolSize -> ReadersAndWriters.connections.toString,
      "workload.database-wait" -> s"${ReadersAndWriters.waits.toMillis}ms"
    ) ++ Option.when(readers > 0)(
      ServiceProperties.readerPoolSize -> (ReadersAndWriters.connections * readers).toString
    ),
    Some(Database(maxConnections = 25, Index.None, readers = readers))
  )

  /** Warm-up with few users, so that the measured reads, part of the prediction, hardly queue for a core. */
  override def load = ClosedLoad.ofWindow(
    ReadersAndWriters.readers + ReadersAndWriters.writers,
    arrival = 1.second,
    settle = 6.seconds,
    window = 18.seconds,
    WarmUp(users = 2, WarmUp.TimeSteady(ReadersAndWriters.waits))
  )
  override def fullLoad = load.copy(arrival = 20.seconds).judgedFor(60.seconds)
  override def requests(run: RunContext) = users(run).requests
  override def warmUpRequests(run: RunContext) = Some(users(run).warmUp)
  override def calibrationRequests(run: RunContext) = Some(users(run).calibration)
  override def expectation(run: RunContext) = Expectation(Vector(ReadersAndWriters.limit(readers)))

  private def users(run: RunContext): ReadersAndWriters = new ReadersAndWriters(run.data)
}

/** One database for reads and writes. */
final class ReaderDatabases0 extends ReaderDatabases("no reader", readers = 0)

/** The same number of connections for reads, on another server. */
final class ReaderDatabases1 extends ReaderDatabases("1 reader", readers = 1)

final class ReaderDatabases2 extends ReaderDatabases("2 readers", readers = 2)

/** Study: gain and cost of reader databases. */
object ReaderDatabasesStudy {
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
    )
  )
}

/** Users who read and two who write, each on their own: a write that waits delays no read. */
private[tuning] final class ReadersAndWriters(data: Path) {
  private val journals = csv(data.resolve("journal-ids.csv").toString)

  private val write = feed(journals.circular).exec(
    http("PUT /journals/{id}/title")
      .put("/journals/#{id}/title")
      .header("Content-Type", "application/json")
      .body(StringBody(_ => s"""{"title":"Changed at ${System.nanoTime()}"}"""))
      .check(status.is(204))
  )

  private val users = new AtomicInteger

  /** The first users of the load to arrive write: Gatling's own numbers include the warm-up. */
  val requests: ChainBuilder =
    exec(session => if (session.contains("number")) session else session.set("number", users.incrementAndGet()))
      .doIfOrElse(_("number").as[Int] <= ReadersAndWriters.writers)(pace(ReadersAndWriters.pace).exec(write))(
        exec(read(""))
      )

  /** A read without the wait. */
  val calibration: ChainBuilder = exec(read("?millis=0"))

  /** One request of each kind, without a pause. */
  val warmUp: ChainBuilder = calibration.exec(write)

  private def read(query: String) = http("GET /workload/db").get(s"/workload/db$query").check(status.is(200))
}

private[tuning] object ReadersAndWriters {
  val readers = 100
  val writers = 2

  /** Shortest time between two writes of a user. */
  val pace: FiniteDuration = 50.millis

  /** Delay of a read in the database. */
  val waits: FiniteDuration = 50.millis

  /** Connections in the primary's pool, and per reader in the readers' pool. */
  val connections = 10

  /** All reads go to the readers, where there are some, and the writers wait for no one then. */
  def limit(readers: Int): Limit = {
    val reads = Limit.connections(connections, math.max(1, readers), waits)
    if (readers == 0) reads else reads.beside(Limit.users(writers, pace))
  }
}
