package bottleneck.lab.run.postgres

import bottleneck.lab.{Project, TemporaryFolder}
import bottleneck.lab.run.Preflight
import bottleneck.lab.run.host.Folders
import bottleneck.lab.run.process.ChildFailed
import bottleneck.lab.settings.{DatabaseAccess, Layout, Refused}
import bottleneck.lab.target.{Database, Index}
import java.nio.file.{Files, Path}
import java.sql.SQLException
import org.scalatest.BeforeAndAfterAll
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.jdk.StreamConverters._
import scala.util.Using

class PostgresServerSpec extends AnyFlatSpec with Matchers with TemporaryFolder with BeforeAndAfterAll {
  private val cache = Path.of("target", "specs", "cache").toAbsolutePath
  private val seedSql = Project.root.resolve("seed-sql")

  private lazy val binaries = PostgresBinaries.unpacked(cache)
  private lazy val seed = PostgresSeed.made(binaries, seedSql, cache, cache)

  private def layout: Layout = Layout(seedSql.getParent, cache, cache, folder.resolve("work"), folder)

  private def withServer[A](database: Database)(use: PostgresServer => A): A =
    Using.resource(PostgresServer.start(binaries, seed, database, layout, folder)) { server =>
      server.awaitReady()
      use(server)
    }

  private def asOwner(server: PostgresServer): DatabaseAccess = server.access.copy(
    user = "bottleneck_owner",
    password = Files.readString(seed.folder.resolve("bottleneck_owner"))
  )

  private def indexes(sql: Sql): Vector[String] =
    sql.column("SELECT indexname FROM pg_indexes WHERE schemaname = 'public' AND indexname LIKE 'idx%' ORDER BY 1")

  "The server" should "have the rows, the settings and the index that were asked for" in
    withServer(Database(maxConnections = 25, Index.Keyset)) { server =>
      Using.resource(Sql.connect(asOwner(server))) { sql =>
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
      Using.resource(Sql.connect(asOwner(server)))(indexes(_)) shouldBe empty
      server.useIndex(Index.Keyset)
      Using.resource(Sql.connect(asOwner(server)))(indexes(_)) should have size 3
      reading.column("SELECT count(*) FROM journal") shouldBe Vector("100000")
    }
  }

  it should "let the service read, change titles and nothing else" in withServer(Database(25, Index.None)) { server =>
    Using.resource(Sql.connect(server.access)) { sql =>
      Vector(
        "DELETE FROM journal",
        "INSERT INTO journal (id) VALUES (0)",
        "UPDATE journal SET content = ''",
        "CREATE TABLE mine (id INT)",
        "DROP TABLE journal"
      )
        .foreach(statement => (the[SQLException] thrownBy sql.run(statement)).getSQLState shouldBe "42501")
      sql.run("UPDATE journal SET title = title WHERE id = 1")
    }
    (the[SQLException] thrownBy Sql.connect(server.access.copy(password = "guess"))).getSQLState shouldBe "28P01"
  }

  it should "have as many times the rows as were asked for, from a seed of their own" in {
    val twice = PostgresSeed.made(binaries, seedSql, cache, cache, scale = 2)
    twice.folder should not be seed.folder
    val database = Database(maxConnections = 25, Index.None, scale = 2)
    Using.resource(PostgresServer.start(binaries, twice, database, layout, folder)) { server =>
      server.awaitReady()
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
    Using.resource(Files.list(folder.resolve("work")))(_.toScala(Vector)) shouldBe empty
  }

  it should "say why it does not start, and leave nothing" in {
    val tooMany = Database(maxConnections = 1000000, Index.None)
    (the[ChildFailed] thrownBy withServer(tooMany)(identity)).getMessage should include("max_connections")
    Using.resource(Files.list(folder.resolve("work")))(_.toScala(Vector)) shouldBe empty
  }

  "A database of the user's" should "get the index variant in place of another" in
    withServer(Database(25, Index.Published)) { server =>
      new UserDatabase(asOwner(server), Index.Keyset, seedSql).awaitReady()
      Using.resource(Sql.connect(asOwner(server)))(indexes(_) should have size 3)
      val user = new UserDatabase(asOwner(server), Index.None, seedSql)
      user.awaitReady()
      Using.resource(Sql.connect(asOwner(server)))(indexes(_) shouldBe empty)
      // it is not the lab's to change under a load
      user.useIndex(Index.Keyset)
      Using.resource(Sql.connect(asOwner(server)))(indexes(_) shouldBe empty)
    }

  it should "be refused when it is not seeded, not ours to change, or not there" in
    withServer(Database(25, Index.Published)) { server =>
      def refusal(access: DatabaseAccess): String =
        (the[Refused] thrownBy new UserDatabase(access, Index.None, seedSql).awaitReady()).getMessage

      refusal(server.access) should include("must be owner")
      refusal(asOwner(server).copy(url = server.access.url.replace("/bottleneck", "/postgres"))) should include(
        "no table journal"
      )
      refusal(DatabaseAccess("jdbc:postgresql://127.0.0.1:1/none", "me", "")) should include("127.0.0.1:1")
    }

  override def afterAll(): Unit = Folders.remove(suiteFolder)
}
