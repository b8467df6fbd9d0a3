package bottleneck.lab.parts.metrics

import bottleneck.lab.figures.settings.DatabaseAccess
import bottleneck.lab.figures.target.{Database, Index}
import bottleneck.lab.log.Patient
import bottleneck.lab.parts.postgres.{RealPostgres, Sql}
import java.nio.file.Files
import java.sql.SQLException
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.concurrent.duration._
import scala.jdk.CollectionConverters._
import scala.util.{Try, Using}

/** Observation of a real PostgreSQL, alone and with replicas. */
class DatabaseSpec extends AnyFlatSpec with Matchers with RealPostgres with Patient {
  private val wanted = Database(25, Index.Keyset)

  private def sampled(source: DatabaseActivity): Map[String, Option[Double]] =
    source.columns.map(_.stripPrefix("database.")).zip(source.sample()).toMap

  /** A connection as another program has it. */
  private def other(access: DatabaseAccess): Sql = {
    val sql = Sql.connect(access)
    sql.run("SET application_name = 'other'")
    sql
  }

  "The activity" should "count the connections of others by state, whoever watches" in withServer(wanted) { server =>
    Using.resources(other(server.access), other(server.access)) { (idle, inTransaction) =>
      idle.column("SELECT 1") shouldBe Vector("1")
      inTransaction.run("BEGIN; SELECT 1")
      Vector(server.watchAccess, server.access).foreach { access =>
        Using.resource(new DatabaseActivity(access)) { activity =>
          val values = sampled(activity)
          values("active_connections") shouldBe Some(0)
          values("idle_connections") shouldBe Some(1)
          values("idle_in_transaction_connections") shouldBe Some(1)
        }
      }
    }
  }

  it should "count transactions and blocks" in withServer(wanted) { server =>
    Using.resources(other(server.access), new DatabaseActivity(server.watchAccess)) { (sql, activity) =>
      val before = sampled(activity)
      (1 to 50).foreach(_ => sql.column("SELECT count(title) FROM journal WHERE id < 1000"))
      eventually {
        val after = sampled(activity)
        def grown(column: String) = after(column).get - before(column).get
        grown("transactions_total") should be >= 50.0
        grown("blocks_hit_total") + grown("blocks_read_total") should be >= 500.0
      }
    }
  }

  it should "fail in time while the database stalls, and come back" in withServer(wanted) { server =>
    Using.resource(new DatabaseActivity(server.watchAccess)) { activity =>
      activity.sample().flatten should have size activity.columns.size.toLong
      stopped(server.pid.get) {
        val began = Deadline.now
        // the open connection first, and then a new one
        (1 to 2).foreach(_ => an[SQLException] should be thrownBy activity.sample())
        (Deadline.now - began) should be < 8.seconds
      }
      eventually(Try(activity.sample()).map(_.flatten.size).toOption shouldBe Some(activity.columns.size))
    }
  }

  /** Does this while the server with this first process stands still. */
  private def stopped(postmaster: Long)(action: => Any): Unit = {
    val processes = postmaster +: Processes.children(postmaster)
    signal("STOP", processes)
    try { val _ = action }
    finally signal("CONT", processes)
  }

  /** Signals the server first, so that it starts no more processes; a worker may have ended since. */
  private def signal(name: String, pids: Vector[Long]): Unit = {
    val exits = pids.map(pid => new ProcessBuilder("kill", "-s", name, pid.toString).start().waitFor())
    val _ = exits.head shouldBe 0
  }

  "A primary" should "tell how many replicas stream and how far behind the last one is" in
    withServer(Database(maxConnections = 25, Index.None, readers = 2)) { database =>
      Using.resource(new DatabaseActivity(database.watchAccess, Replication.values)) { activity =>
        def now: Map[String, Double] = sampled(activity).collect { case (column, Some(value)) => column -> value }

        val before = now
        before("streaming_readers") shouldBe 2
        stopped(database.readers.head.pid) {
          Using.resource(Sql.connect(database.access))(_.run("UPDATE journal SET title = 'changed' WHERE id <= 1000"))
          val behind = now
          val written = behind("wal_bytes_total") - before("wal_bytes_total")
          written should be > 100000.0
          behind("replay_lag_bytes") should be > written / 2
        }
        eventually {
          now("replay_lag_bytes") shouldBe 0
          now("replay_lag_seconds") should (be > 0.0 and be < 60.0)
        }
      }
    }

  "The lab's connection" should "be one beside the 23 of 25 that the service can have" in withServer(wanted) { server =>
    Using.Manager { use =>
      val activity = use(new DatabaseActivity(server.watchAccess))
      activity.sample()
      val connections =
        Iterator.continually(Try(use(Sql.connect(server.access)))).take(25).takeWhile(_.isSuccess).toVector
      connections should have size 23
      activity.sample().flatten should have size activity.columns.size.toLong
      use(Sql.watch(server.watchAccess)).column("SELECT 1") shouldBe Vector("1")
    }.get
  }

  "Statements" should "be those since the load began, the longest first, on one line each" in withServer(wanted) {
    server =>
      val statements = new Statements(server.watchAccess)
      Using.resource(other(server.access)) { sql =>
        def count(): Unit = { val _ = sql.column("SELECT count(*) AS \"all\"\n  FROM journal") }
        count()
        statements.begin().get
        (1 to 3).foreach(_ => count())
        sql.column("SELECT id FROM journal LIMIT 2")
      }
      statements.write(folder.resolve("statements.csv")).get
      val rows = Files.readAllLines(folder.resolve("statements.csv")).asScala.toVector.map(_.split(",", 7).toVector)
      rows.head.head shouldBe "calls"
      rows.drop(1).map(cells => (cells(0), cells(3), cells(6))) shouldBe
        Vector(
          ("3", "3", "\"SELECT count(*) AS \"\"all\"\" FROM journal\""),
          ("1", "2", "\"SELECT id FROM journal LIMIT $1\"")
        )
      rows.drop(1).foreach(cells => cells(1).toDouble / cells(0).toInt shouldBe cells(2).toDouble +- 0.001)
  }
}
