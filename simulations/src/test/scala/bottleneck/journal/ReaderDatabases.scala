package bottleneck.journal

import bottleneck.lab.explain.record.Expectation
import bottleneck.ServiceProperties
import bottleneck.lab.{Setup, Simulated, Workload}
import bottleneck.lab.target.{ClosedLoad, Database, Index, Load, Target, WarmUp}
import scala.concurrent.duration._

/** Reads that need connections more than cores, and writes to replicate, with some reader databases (tuning/reader-db).
  */
object ReaderDatabases {
  def of(readers: Int): Setup = Setup(
    ReaderDatabasesStudy.trial(readers),
    target(readers),
    _.choose(
      quick = load(arrival = 1.second, judged = 18.seconds),
      full = load(arrival = 20.seconds, judged = 60.seconds)
    ),
    context => {
      val users = new ReadersAndWriters(context.data)
      Workload(
        users.requests,
        Expectation(Vector(ReadersAndWriters.limit(readers))),
        warmUp = Some(users.warmUp),
        calibration = Some(users.calibration)
      )
    }
  )

  private val settle = 6.seconds

  /** Warm-up with few users, so that the measured reads, part of the prediction, hardly queue for a core. */
  private val warmUp = WarmUp(users = 2, WarmUp.TimeSteady(ReadersAndWriters.waits))

  private def load(arrival: FiniteDuration, judged: FiniteDuration): Load = ClosedLoad(
    ReadersAndWriters.readers + ReadersAndWriters.writers,
    arrival,
    settle,
    settle + judged,
    Some(warmUp)
  )

  private[journal] def target(readers: Int): Target = Target(
    instances = 1,
    Map(
      ServiceProperties.poolSize -> ReadersAndWriters.connections.toString,
      "workload.database-wait" -> s"${ReadersAndWriters.waits.toMillis}ms"
    ) ++ Option.when(readers > 0)(
      ServiceProperties.readerPoolSize -> (ReadersAndWriters.connections * readers).toString
    ),
    Some(Database(maxConnections = 25, Index.None, readers = readers)),
    jvm = ServiceProperties.warmSooner,
    training = ServiceProperties.training
  )
}

/** One database for reads and writes. */
final class ReaderDatabases0 extends Simulated(ReaderDatabases.of(readers = 0))

/** The same number of connections for reads, on another server. */
final class ReaderDatabases1 extends Simulated(ReaderDatabases.of(readers = 1))

final class ReaderDatabases2 extends Simulated(ReaderDatabases.of(readers = 2))
