package bottleneck.lab.parts.postgres

import bottleneck.lab.figures.target.{Database, Index}
import bottleneck.lab.log.Slow
import bottleneck.lab.parts.Preflight
import bottleneck.lab.parts.host.Folders
import bottleneck.lab.parts.process.ChildFailed
import java.nio.file.Files
import java.sql.SQLException
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.util.Using

class PostgresServerSpec extends AnyFlatSpec with Matchers with RealPostgres {

  private def indexes(server: PostgresServer): Vector[String] = column(
    server.watchAccess,
    "SELECT indexname FROM pg_indexes WHERE schemaname = 'public' AND indexname LIKE 'idx%' ORDER BY 1"
  )

  private def rows(server: PostgresServer): Map[String, Int] =
    Vector("journal", "journal_reply", "journal_attachment")
      .map(table => table -> column(server.access, s"SELECT count(*) FROM $table").head.toInt)
      .toMap

  private val once = Map("journal" -> 100000, "journal_reply" -> 200000, "journal_attachment" -> 10000)

  "The server" should "have the rows, the settings and the index that were asked for" in
    withServer(Database(maxConnections = 25, Index.Keyset)) { server =>
      rows(server) shouldBe once
      column(server.access, "SELECT count(deleted_at) FROM journal").head.toInt shouldBe 10000 +- 100
      PostgresServer.settings(Database(25, Index.Keyset)).foreach { case (name, value) =>
        column(server.watchAccess, s"SHOW $name") shouldBe Vector(value)
      }
      indexes(server) shouldBe
        Vector("idx_journal_attachment_journal_id", "idx_journal_posted_at_id_live", "idx_journal_reply_journal_id")
    }

  it should "change its index variant while it is used" in withServer(Database(25, Index.Keyset)) { server =>
    Using.resource(Sql.connect(server.access)) { reading =>
      reading.column("SELECT count(*) FROM journal") shouldBe Vector("100000")
      server.useIndex(Index.None)
      indexes(server) shouldBe empty
      server.useIndex(Index.Keyset)
      indexes(server) should have size 3
      reading.column("SELECT count(*) FROM journal") shouldBe Vector("100000")
    }
  }

  it should "have as many times the rows as were asked for, from a seed of their own" taggedAs Slow in {
    val twice = seeded(scale = 2)
    twice.folder should not be seed.folder
    withServer(Database(maxConnections = 25, Index.None, scale = 2), twice) { server =>
      server.toString should endWith("2 times the rows")
      rows(server) shouldBe once.map { case (table, rows) => table -> 2 * rows }
    }
    def bytes(of: PostgresSeed): Long = Folders.tree(of.data).filter(Files.isRegularFile(_)).map(Files.size(_)).sum
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
      indexes(server) should have size 3
      val user = new UserDatabase(server.watchAccess, Index.None, seedSql)
      user.awaitReady()
      // it is not the lab's to change under a load
      user.useIndex(Index.Keyset)
      indexes(server) shouldBe empty
    }
}
