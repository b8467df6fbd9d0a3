package bottleneck.lab.parts.postgres

import bottleneck.lab.figures.settings.{DatabaseAccess, Refused}
import bottleneck.lab.figures.target.{BuildIndex, Database, Index, IndexBuild, Step}
import bottleneck.lab.log.Patient
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.concurrent.duration._
import scala.util.Using

/** Index builds on a real PostgreSQL. */
class IndexBuildsSpec extends AnyFlatSpec with Matchers with RealPostgres with Patient {
  private val index = "idx_journal_posted_at_id_live"
  private val cancelled = "ERROR: canceling statement due to user request"

  /** A server without indexes, its owner, and what intervenes. */
  private def withBuilds[A](use: (Sql, DatabaseAccess, IndexBuilds) => A): A =
    withServer(Database(25, Index.None)) { server =>
      val builds = server.indexBuilds.getOrElse(fail("there are none"))
      Using.resource(Sql.connect(server.watchAccess))(use(_, server.watchAccess, builds))
    }

  private def building(build: IndexBuild): BuildIndex = BuildIndex(Duration.Zero, build, Index.Keyset, index)

  private def definition(sql: Sql): Vector[String] =
    sql.column(s"SELECT indexdef FROM pg_indexes WHERE indexname = '$index'")

  private def isValid(sql: Sql): Vector[String] =
    sql.column(s"SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass('$index')")

  private def waiting(sql: Sql): Vector[String] =
    sql.column("SELECT wait_event FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE 'CREATE INDEX%'")

  Vector(IndexBuild.Plain -> "CREATE INDEX", IndexBuild.Concurrent -> "CREATE INDEX CONCURRENTLY").foreach {
    case (build, name) =>
      name should s"build the index as seed-sql defines it" in withBuilds { (sql, _, builds) =>
        val began = System.currentTimeMillis()
        builds.begin(building(build), 100.millis)
        eventually(builds.steps should have size 1)
        val step = builds.steps.head
        (step.name, step.outcome) shouldBe ((name, Step.ok))
        step.from should be >= began + 100
        step.to.getOrElse(0L) should (be >= step.from and be <= System.currentTimeMillis())
        isValid(sql) shouldBe Vector("t")
        val built = definition(sql)
        sql.run(s"DROP INDEX $index")
        Indexes.add(sql, Index.Keyset, seedSql)
        definition(sql) shouldBe built
      }
  }

  /** Does something over another connection while a build waits for a transaction that writes, and then ends that. */
  private def whileItWaits(
      build: IndexBuild
  )(use: (Sql, IndexBuilds) => Any)(afterwards: (Sql, IndexBuilds) => Any): Any =
    withBuilds { (sql, owner, builds) =>
      sql.run("BEGIN; UPDATE journal SET title = title WHERE id = 1")
      builds.begin(building(build), Duration.Zero)
      Using.resource(Sql.connect(owner)) { other =>
        eventually(waiting(other) should not be empty)
        use(other, builds)
      }
      sql.run("COMMIT")
      afterwards(sql, builds)
    }

  private def isDone(builds: IndexBuilds): Any = eventually(builds.steps.map(_.outcome) shouldBe Vector(Step.ok))

  "CREATE INDEX" should "wait for who writes, and nobody write while it waits" in
    whileItWaits(IndexBuild.Plain) { (other, builds) =>
      other.run("SET statement_timeout = '200ms'")
      an[java.sql.SQLException] should be thrownBy other.run("UPDATE journal SET title = title WHERE id = 2")
      builds.steps shouldBe empty
    }((_, builds) => isDone(builds))

  "CREATE INDEX CONCURRENTLY" should "let others write while it waits for who writes" in
    whileItWaits(IndexBuild.Concurrent) { (other, _) =>
      other.run("SET statement_timeout = '5s'")
      other.run("UPDATE journal SET title = title WHERE id = 2")
      waiting(other) should not be empty
    }((_, builds) => isDone(builds))

  "A build that is interrupted" should "leave an invalid index, which is found and cured" in withBuilds {
    (sql, owner, builds) =>
      // so that the build waits for this and is in its middle for as long as it takes to cancel it
      sql.run("BEGIN; UPDATE journal SET title = title WHERE id = 1")
      builds.begin(building(IndexBuild.Interrupted), Duration.Zero)
      eventually(builds.steps should have size 2)
      Using.resource(Sql.connect(owner))(isValid(_) shouldBe Vector("f"))
      sql.run("COMMIT")
      eventually(builds.steps should have size 4)
      builds.steps.map(step => step.name -> step.outcome) shouldBe Vector(
        "CREATE INDEX CONCURRENTLY, cancelled" -> cancelled,
        s"$index is invalid" -> Step.ok,
        "REINDEX INDEX CONCURRENTLY" -> Step.ok,
        s"$index is valid" -> Step.ok
      )
      builds.steps.flatMap(step => step.from +: step.to.toVector) shouldBe sorted
      isValid(sql) shouldBe Vector("t")
  }

  "What is not done" should "be cancelled when it is closed, and leave no lock" in
    whileItWaits(IndexBuild.Plain) { (other, builds) =>
      builds.close()
      eventually(waiting(other) shouldBe empty)
      builds.steps.map(step => (step.name, step.to, step.outcome)) shouldBe
        Vector(("CREATE INDEX", None, Step.unfinished))
    }((sql, _) => definition(sql) shouldBe empty)

  it should "never begin when it is closed before" in withBuilds { (sql, _, builds) =>
    builds.begin(building(IndexBuild.Plain), 1.minute)
    builds.close()
    builds.steps shouldBe empty
    definition(sql) shouldBe empty
  }

  "An index that its variant does not define" should "be refused by name" in withBuilds { (_, _, builds) =>
    val wrong = building(IndexBuild.Plain).copy(of = Index.Published)
    (the[Refused] thrownBy builds.begin(wrong, Duration.Zero)).getMessage should
      (include("index-published.sql") and include(index))
  }
}
