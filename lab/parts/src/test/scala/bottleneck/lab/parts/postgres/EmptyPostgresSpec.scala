package bottleneck.lab.parts.postgres

import bottleneck.lab.figures.settings.Refused
import bottleneck.lab.log.TemporaryFolder
import java.nio.file.{Files, Path}
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.util.Using

class EmptyPostgresSpec extends AnyFlatSpec with Matchers with TemporaryFolder {
  private val visits = """CREATE TABLE visit (id integer PRIMARY KEY, visitor integer NOT NULL, at integer NOT NULL);
    |INSERT INTO visit SELECT n, n % 1000, n FROM generate_series(1, 20000) n;
    |""".stripMargin

  private val newest = "SELECT id FROM visit WHERE visitor = $1 ORDER BY at DESC LIMIT 3"

  "A PostgreSQL for a service" should "count its statements, plan the slowest, and know an index that would spare a scan" in {
    val cache = Path.of("target", "specs", "cache").toAbsolutePath
    Using.resource(EmptyPostgres.start(cache, folder, folder)) { database =>
      database.run(Files.writeString(folder.resolve("schema.sql"), visits))
      val before = database.statements().getOrElse(fail("no counters"))
      Using.resource(Sql.connect(database.access)) { sql =>
        (1 to 3).foreach(n => sql.rows(newest.replace("$1", n.toString)))
      }
      val seen = SqlStatement.between(before, database.statements().getOrElse(fail("no counters")))
      seen.map(of => (of.line, of.calls, of.rows)) should contain((newest.replace("LIMIT 3", "LIMIT $2"), 3L, 9L))

      val slowest = seen.head.query
      val (now, better) = database.plans(slowest, Some(3)).getOrElse(fail("no plan"))
      val create = "CREATE INDEX ON visit (visitor, at)"
      now.scan.flatMap(_.createIndex) shouldBe Some(create)
      now.scan.map(_.rows) shouldBe Some(20000.0)
      better.map(_.cost).getOrElse(0.0) should (be > 0.0 and be < now.cost / 2)
      // it was only tried
      def indexes = Using.resource(Sql.connect(database.access))(
        _.column("SELECT indexname FROM pg_indexes WHERE tablename = 'visit'")
      )
      indexes shouldBe Vector("visit_pkey")
      database.change(create)
      indexes should contain("visit_visitor_at_idx")
      database.plans(slowest, Some(3)).map(_._1.scan) shouldBe Some(None)
      database.plans("SELECT nothing FROM nowhere", Some(1)) shouldBe None

      val broken = Files.writeString(folder.resolve("broken.sql"), "CREATE TABLE;")
      (the[Refused] thrownBy database.run(broken)).getMessage should startWith(s"-Dservice.schema=$broken failed: ")
    }
  }
}
