package bottleneck.lab.parts.sources

import bottleneck.lab.log.{Patient, TemporaryFolder}
import bottleneck.lab.parts.postgres.{DatabaseSession, EmptyPostgres, Sql, SqlForm}
import java.nio.file.{Files, Path}
import java.sql.SQLException
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.concurrent.ExecutionContext.Implicits.global
import scala.concurrent.Future
import scala.util.{Try, Using}

class ForeignPostgresSpec extends AnyFlatSpec with Matchers with TemporaryFolder with Patient {
  private val own = ProcessHandle.current.pid

  "A statement" should "have parameters for its constants, which may be secrets" in {
    SqlForm.of("SELECT a1,  t1_0.b FROM t WHERE c = 'it''s' AND d = 12.5\n AND e = $1 LIMIT 3") shouldBe
      "SELECT a1, t1_0.b FROM t WHERE c = $2 AND d = $3 AND e = $1 LIMIT $4"
  }

  it should "have none of a constant of any form, and of one that was cut, and no comment" in {
    val odd = """SELECT E'it\'s mine', $tag$ my ' own $tag$ /* mine */ FROM t -- mine
      |WHERE token = 'mine; cut""".stripMargin
    SqlForm.of(odd) shouldBe "SELECT $1, $2 FROM t WHERE token = $3"
  }

  "Passwords" should "be found by their names, in URLs and in variables" in {
    ForeignPostgres.secrets(
      Vector(
        "java\n--spring.datasource.password=one",
        "PGPASSWORD=two\nDATABASE_URL=postgres://me:three@host/db\nP=four"
      ),
      s"spring:\n  datasource:\n    password: $${P:five}\nother.database.password=$${Q:six}\n"
    ) should contain theSameElementsAs Vector("one", "two", "three", "four", "six")
    ForeignPostgres.secrets(Vector("java"), "") shouldBe empty
    ForeignPostgres.secrets(Vector("DB_PASSWORD=\nOTHER_KEY=one"), "mail:\n  password: two\n") shouldBe empty
  }

  "A PostgreSQL of somebody else" should "tell of its sessions and plans by the service's own login, and be changed by nobody" in {
    val cache = Path.of("target", "specs", "cache").toAbsolutePath
    Using.resource(EmptyPostgres.start(cache, folder, folder)) { database =>
      val schema = "CREATE TABLE visit AS SELECT n AS id, n % 100 AS visitor FROM generate_series(1, 5000) n; ANALYZE;"
      database.run(Files.writeString(folder.resolve("schema.sql"), schema))
      Using.Manager { use =>
        val (first, second) = (use(Sql.connect(database.access)), use(Sql.connect(database.access)))
        // other suites have databases of their own meanwhile
        val peers = new SocketSource(Some(own), ProcessSource.ofThisSystem).look().databases
        val peer = peers.find(_.pid == database.pid).getOrElse(fail(s"not one of $peers"))
        def open(configuration: String, peer: DatabasePeer = peer) = ForeignPostgres.open(peer, own, configuration)
        val foreign = open(s"spring.datasource.password=${database.access.password}").fold(fail(_), identity)
        foreign.isOwn shouldBe false
        open("").left.toOption.mkString should (startWith("Nothing is known") and include("password"))
        open("", peer.copy(clients = Set(1))).left.toOption.mkString should include("titles of its processes")
        open("", peer.copy(pid = own)).left.toOption.mkString should include("it is no PostgreSQL")

        foreign.statements() shouldBe None
        val before = foreign.commits().getOrElse(fail("no count"))
        // far more than the looks are; a session tells of the last ones with its next statement of a table
        def read(): Unit = first.run("SELECT id FROM visit LIMIT 1")
        (1 to 10000).foreach(_ => read())
        eventually {
          read()
          foreign.commits().getOrElse(0L) - before should be >= 10000L
        }
        // those of the lab, as both are, have another name
        Vector(first, second).foreach(_.run("SET application_name = 'service'"))
        first.run("BEGIN")
        first.run("UPDATE visit SET visitor = 1 WHERE id = 7")
        val waits = Future(Try(second.run("UPDATE visit SET visitor = 2 WHERE id = 7")))
        val update = "UPDATE visit SET visitor = $1 WHERE id = $2"
        eventually {
          foreign.sessions() should contain(DatabaseSession(update, Some("Lock: transactionid"), Some(update)))
        }
        foreign.sessions().filter(_.isIdle).map(_.query) shouldBe Vector(update)
        first.run("ROLLBACK")
        eventually(waits.isCompleted shouldBe true)

        val (plan, better) =
          foreign.plans("SELECT id FROM visit WHERE visitor = $1", Some(50)).getOrElse(fail("no plan"))
        plan.scan.flatMap(_.createIndex) shouldBe Some("CREATE INDEX ON visit (visitor)")
        plan.scan.map(_.rows) shouldBe Some(5000.0)
        better shouldBe None
        foreign.plans("SELECT 1; SELECT pg_sleep($1)", None) shouldBe None
        val writing = the[SQLException] thrownBy
          Using.resource(Sql.reading(database.access))(_.run("CREATE TABLE mine ()"))
        writing.getMessage should include("read-only")
      }.get
    }
  }
}
