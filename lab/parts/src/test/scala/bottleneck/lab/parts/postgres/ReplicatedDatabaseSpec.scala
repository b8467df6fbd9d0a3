package bottleneck.lab.parts.postgres

import bottleneck.lab.figures.target.{Database, Index}
import bottleneck.lab.log.Patient
import bottleneck.lab.parts.host.Folders
import bottleneck.lab.parts.process.ChildFailed
import java.nio.file.{Files, NoSuchFileException}
import java.sql.SQLException
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.concurrent.ExecutionContext.Implicits.global
import scala.concurrent.duration._
import scala.concurrent.{Await, Future}
import scala.util.Using

/** A real primary and real replicas of it. */
class ReplicatedDatabaseSpec extends AnyFlatSpec with Matchers with RealPostgres with Patient {
  private def wanted(index: Index): Database = Database(maxConnections = 25, index, readers = 2)

  private val sharedFolder = suiteFolder.resolve("shared")

  /** Database with two readers, shared by tests that end none of its processes. */
  private lazy val shared: PostgresServer = starting(wanted(Index.Keyset), sharedFolder)

  override def beforeAll(): Unit = shared.awaitReady()

  private def rename(title: String): Unit =
    Using.resource(Sql.connect(shared.access))(_.run(s"UPDATE journal SET title = '$title' WHERE id = 1"))

  private def title(reader: ReaderServer): Vector[String] =
    column(reader.access, "SELECT title FROM journal WHERE id = 1")

  "A reader" should "have the index when it is ready, the primary's settings and what is written then" in {
    val settings = PostgresServer.settings(wanted(Index.Keyset)).toVector
    shared.readers.map(_.name) shouldBe Vector("reader-1", "reader-2")
    shared.readers.foreach { reader =>
      column(reader.access, "SELECT count(*) FROM pg_indexes WHERE indexname LIKE 'idx%'") shouldBe Vector("3")
      Using.resource(Sql.connect(shared.watchAccess.copy(url = reader.access.url))) { sql =>
        settings.foreach { case (name, value) => sql.column(s"SHOW $name") shouldBe Vector(value) }
      }
    }
    rename("written")
    shared.readers.foreach(reader => eventually(title(reader) shouldBe Vector("written")))
  }

  it should "be ready no sooner than it has done what was written" in {
    val reader = shared.readers.head
    Using.resource(Sql.connect(shared.watchAccess.copy(url = reader.access.url))) { owner =>
      owner.run("SELECT pg_wal_replay_pause()")
      rename("written while it paused")
      val resumed = Future(owner.run("SELECT pg_sleep(0.5), pg_wal_replay_resume()"))
      shared.awaitReady()
      title(reader) shouldBe Vector("written while it paused")
      Await.result(resumed, 10.seconds)
    }
  }

  it should "follow with a role that may replicate and no more, whose password no log tells" in {
    val replication = seed.replication(shared.readers.head.port)
    val rights = "rolname, rolreplication, rolsuper, rolcreaterole, rolcreatedb, rolbypassrls"
    Using.resource(Sql.connect(shared.watchAccess)) { sql =>
      sql.column("SELECT DISTINCT usename FROM pg_stat_replication") shouldBe Vector(replication.user)
      sql.rows(s"SELECT $rights FROM pg_roles WHERE rolname = '${replication.user}'").head.flatten shouldBe
        Vector(replication.user, "t", "f", "f", "f", "f")
    }
    Using.resource(Sql.connect(replication)) { sql =>
      (the[SQLException] thrownBy sql.run("SELECT title FROM journal LIMIT 1")).getSQLState shouldBe "42501"
    }
    Files.readString(sharedFolder.resolve("postgres-reader-1.log")) should not include replication.password
  }

  "Several readers" should "share the connections to their URL" in {
    val url = shared.readersUrl.getOrElse(fail("no URL"))
    val connections = Vector.fill(20)(shared.access.copy(url = url)).map(column(_, "SHOW port").head)
    connections.distinct.map(_.toInt).sorted shouldBe shared.readers.map(_.port).sorted
  }

  they should "each be known to have ended" in withServer(wanted(Index.None)) { database =>
    database.readers.map(_.hasEnded) shouldBe Vector(false, false)
    ProcessHandle.of(database.readers.last.pid).get().destroyForcibly() shouldBe true
    eventually(database.readers.map(_.hasEnded) shouldBe Vector(false, true))
    database.hasEnded shouldBe false
  }

  they should "say which of them does not start, and leave nothing" in {
    // fewer than what the seed's server allowed, so the replica cannot hold its transactions
    val tooFew = Database(maxConnections = 4, Index.None, readers = 1)
    val failure = the[ChildFailed] thrownBy withServer(tooFew)(identity)
    failure.getMessage should (include("reader-1") and include("max_connections"))
    runFolders shouldBe empty
  }

  they should "leave no primary when one of them cannot be started" in {
    // without the password of its role no reader can follow
    val withoutRole = Files.createDirectories(folder.resolve("seed"))
    Folders.copy(seed.data, withoutRole.resolve("data"))
    a[NoSuchFileException] should be thrownBy starting(wanted(Index.None), seed = seed.copy(folder = withoutRole))
    Files.exists(folder.resolve("postgres.log")) shouldBe true
    runFolders shouldBe empty
  }

  override def afterAll(): Unit = {
    shared.close()
    super.afterAll()
  }
}
