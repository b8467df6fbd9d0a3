package bottleneck.lab.run.speed

import bottleneck.lab.files.{SpeedCores, SpeedMoment, SpeedRate, SpeedWork}
import bottleneck.lab.run.postgres.Sql
import bottleneck.lab.settings.DatabaseAccess
import java.sql.SQLException
import scala.annotation.tailrec
import scala.concurrent.duration._
import scala.util.Using

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
