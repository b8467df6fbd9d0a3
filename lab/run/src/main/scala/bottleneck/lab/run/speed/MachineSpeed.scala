package bottleneck.lab.run.speed

import bottleneck.lab.files.{SpeedCores, SpeedMoment, SpeedRate, SpeedWork, WholeFile}
import bottleneck.lab.run.postgres.Sql
import bottleneck.lab.settings.DatabaseAccess
import java.nio.file.Path
import java.sql.SQLException
import java.util.concurrent.{Callable, CountDownLatch, ExecutionException, Executors}
import java.util.concurrent.atomic.AtomicReference
import scala.annotation.tailrec
import scala.concurrent.duration._
import scala.util.Using

/** Measures how fast the machine is while a run's parts are idle, so that a reader can tell a slow machine from a slow
  * target. What cannot be measured is reported, and the run goes on.
  *
  * @param folder
  *   of the run, which gets `speed.csv`
  * @param progress
  *   gets a sentence for what could not be measured
  */
final class MachineSpeed private[speed] (
    jvm: JvmSpeed,
    cores: Int,
    folder: Path,
    progress: String => Unit
) {
  private val measured = new AtomicReference(Vector.empty[SpeedRate])

  def this(folder: Path, progress: String => Unit) =
    this(
      JvmSpeed.ofThisJdk(MachineSpeed.cores, folder.resolve("logs")),
      MachineSpeed.cores,
      folder,
      progress
    )

  /** Takes two to three seconds. Timeouts: 4 s for the JVM, 1 s for a statement of the database.
    *
    * @param database
    *   login to a database of the lab's own
    */
  def measure(moment: SpeedMoment, database: Option[DatabaseAccess]): Unit = {
    val jvmRates = jvm.measure(moment)
    val ofDatabase = database.map(new DatabaseSpeed(_, cores).measure(moment))
    (jvmRates.left.toOption ++ ofDatabase.flatMap(_._2)).foreach(progress)
    val rates = jvmRates.getOrElse(Vector.empty) ++ ofDatabase.toVector.flatMap(_._1)
    if (rates.nonEmpty)
      WholeFile.write(folder.resolve(SpeedRate.file), SpeedRate.render(measured.updateAndGet(_ ++ rates)))
  }
}

private object MachineSpeed {
  private def cores: Int = Runtime.getRuntime.availableProcessors
}

/** Measures database work: a statement that computes, reads no table of the target and writes nothing, again and again
  * on one connection, and then on as many as there are cores.
  */
private[speed] final class DatabaseSpeed(access: DatabaseAccess, cores: Int) {

  /** The rates that could be measured, and a sentence for what could not. Where the service has taken all connections,
    * there is one for the lab, but none for each core.
    */
  def measure(moment: SpeedMoment): (Vector[SpeedRate], Option[String]) = {
    val (failures, rates) = Vector(SpeedCores.One -> 1, SpeedCores.All -> cores).partitionMap { case (on, n) =>
      try Right(SpeedRate(moment, SpeedWork.Database, on, onConnections(n)))
      catch { case failure: SQLException => Left(on -> failure) }
    }
    rates -> failures.headOption.map { case (on, failure) =>
      val reason = failure.getMessage.linesIterator.next().stripSuffix(".")
      s"database work ${moment.name} the load could not be measured on ${on.name} of the cores: $reason."
    }
  }

  /** Statements a second of all together. */
  private def onConnections(n: Int): Double = Using.Manager { use =>
    val connections = Vector.fill(n)(use(Sql.watch(access)))
    Simultaneous.sum(connections.map(sql => () => rate(sql)))
  }.get

  /** The first statement, which fills the caches of a new connection, does not count. */
  private def rate(sql: Sql): Double = {
    sql.run(DatabaseSpeed.statement)
    val began = System.nanoTime()

    @tailrec def until(statements: Int): Double = {
      val took = System.nanoTime() - began
      if (took >= DatabaseSpeed.measured.toNanos) statements * 1e9 / took
      else {
        sql.run(DatabaseSpeed.statement)
        until(statements + 1)
      }
    }
    until(0)
  }
}

private[speed] object DatabaseSpeed {
  private val measured = 400.millis

  /** Formats, hashes, sorts and groups 30,000 texts, and looks up a row of a catalogue by its key for each: some tens
    * of milliseconds, of which the way there and back is less than one.
    */
  private val statement =
    """SELECT sum(texts),
      |       sum(types)
      |  FROM (SELECT count(DISTINCT md5(n::text) COLLATE "C") AS texts,
      |               count((SELECT typname
      |                        FROM pg_catalog.pg_type
      |                       WHERE oid = (n % 4000)::oid)) AS types
      |          FROM generate_series(1, 30000) AS n
      |         GROUP BY n % 100) AS parts""".stripMargin
}

/** Measurements that begin together, each on a thread of its own. */
private[speed] object Simultaneous {

  /** The sum of what they give; the failure of the first one that has failed. */
  def sum(measurements: Vector[() => Double]): Double = {
    val threads = Executors.newFixedThreadPool(measurements.size)
    val begin = new CountDownLatch(measurements.size)
    def begun(measure: () => Double): Callable[Double] = () => {
      begin.countDown()
      begin.await()
      measure()
    }
    try measurements.map(measure => threads.submit(begun(measure))).map(_.get()).sum
    catch {
      case failure: ExecutionException => throw failure.getCause
    } finally {
      val _ = threads.shutdownNow()
    }
  }
}
