package bottleneck.lab.run.postgres

import bottleneck.lab.Slow
import bottleneck.lab.run.Preflight
import bottleneck.lab.run.process.ChildFailed
import bottleneck.lab.target.{Database, Index}
import java.nio.file.Files
import java.sql.SQLException
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.jdk.StreamConverters._
import scala.util.Using

class PostgresServerSpec extends AnyFlatSpec with Matchers with RealPostgres {

  private def indexes(sql: Sql): Vector[String] =
    sql.column("SELECT indexname FROM pg_indexes WHERE schemaname = 'public' AND indexname LIKE 'idx%' ORDER BY 1")

  "The server" should "have the rows, the settings and the index that were asked for" in
    withServer(Database(maxConnections = 25, Index.Keyset)) { server =>
      Using.resource(Sql.connect(server.watchAccess)) { sql =>
        sql.column("SELECT count(*) FROM journal") shouldBe Vector("100000")
        sql.column("SELECT count(*) FROM journal_reply") shouldBe Vector("200000")
        sql.column("SELECT count(*) FROM journal_attachment") shouldBe Vector("10000")
        sql.column("SELECT count(deleted_at) FROM journal").map(_.toInt).head shouldBe 10000 +- 100
        PostgresServer.settings(Database(25, Index.Keyset)).foreach { case (name, value) =>
          sql.column(s"SHOW $name") shouldBe Vector(value)
        }
        indexes(sql) shouldBe
          Vector("idx_journal_attachment_journal_id", "idx_journal_posted_at_id_live", "idx_journal_reply_journal_id")
      }
    }

  it should "change its index variant while it is used" in withServer(Database(25, Index.Keyset)) { server =>
    Using.resource(Sql.connect(server.access)) { reading =>
      reading.column("SELECT count(*) FROM journal") shouldBe Vector("100000")
      server.useIndex(Index.None)
      Using.resource(Sql.connect(server.watchAccess))(indexes(_)) shouldBe empty
      server.useIndex(Index.Keyset)
      Using.resource(Sql.connect(server.watchAccess))(indexes(_)) should have size 3
      reading.column("SELECT count(*) FROM journal") shouldBe Vector("100000")
    }
  }

  it should "have as many times the rows as were asked for, from a seed of their own" taggedAs Slow in {
    val twice = seeded(scale = 2)
    twice.folder should not be seed.folder
    withServer(Database(maxConnections = 25, Index.None, scale = 2), twice) { server =>
      server.toString should endWith("2 times the rows")
      Using.resource(Sql.connect(server.access)) { sql =>
        Vector("journal" -> "200000", "journal_reply" -> "400000").foreach { case (table, rows) =>
          sql.column(s"SELECT count(*) FROM $table") shouldBe Vector(rows)
        }
      }
    }
    def bytes(of: PostgresSeed): Long =
      Using.resource(Files.walk(of.data))(_.toScala(Vector)).filter(Files.isRegularFile(_)).map(Files.size(_)).sum
    bytes(twice) - bytes(seed) should (be > 0L and be < Preflight.rowsBytes)
  }

  it should "leave no process and no folder" in {
    val url = withServer(Database(25, Index.None))(_.access)
    an[SQLException] should be thrownBy Sql.connect(url)
    runFolders shouldBe empty
  }

  it should "say why it does not start, and leave nothing" in {
    val tooMany = Database(maxConnections = 1000000, Index.None)
    (the[ChildFailed] thrownBy withServer(tooMany)(identity)).getMessage should include("max_connections")
    runFolders shouldBe empty
  }

  "A database of the user's" should "get the index variant in place of another" in
    withServer(Database(25, Index.Published)) { server =>
      new UserDatabase(server.watchAccess, Index.Keyset, seedSql).awaitReady()
      Using.resource(Sql.connect(server.watchAccess))(indexes(_) should have size 3)
      val user = new UserDatabase(server.watchAccess, Index.None, seedSql)
      user.awaitReady()
      Using.resource(Sql.connect(server.watchAccess))(indexes(_) shouldBe empty)
      // it is not the lab's to change under a load
      user.useIndex(Index.Keyset)
      Using.resource(Sql.connect(server.watchAccess))(indexes(_) shouldBe empty)
    }
}
