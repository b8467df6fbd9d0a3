package bottleneck.journal

import bottleneck.ServiceProperties
import bottleneck.lab.{Experiment, Workload}
import bottleneck.lab.target.{ClosedLoad, Database, Index, Load, Target, WarmUp}
import scala.concurrent.duration._

/** Reads that need connections more than cores, and writes to replicate, with some reader databases (tuning/reader-db).
  */
abstract class ReaderDatabases(readers: Int)
    extends Experiment(
      ReaderDatabasesStudy.trial(readers),
      ReaderDatabases.target(readers),
      _.choose(
        quick = ReaderDatabases.load(arrival = 1.second, judged = 18.seconds),
        full = ReaderDatabases.load(arrival = 20.seconds, judged = 60.seconds)
      )
    ) {
  private val users = new ReadersAndWriters(settings.layout.data)

  measure(
    Workload(
      users.requests,
      Vector(noFailure),
      warmUp = Some(users.warmUp),
      calibration = Some(users.calibration),
      limits = Vector(ReadersAndWriters.limit(readers))
    )
  )
}

object ReaderDatabases {
  private val settle = 6.seconds

  /** So few that reads without a wait hardly wait for a core either: what they take is part of the prediction. */
  private val warmUp = WarmUp(users = 2)

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

/** One database for all. */
final class ReaderDatabases0 extends ReaderDatabases(readers = 0)

/** As many connections for reads as before, on another server. */
final class ReaderDatabases1 extends ReaderDatabases(readers = 1)

final class ReaderDatabases2 extends ReaderDatabases(readers = 2)
