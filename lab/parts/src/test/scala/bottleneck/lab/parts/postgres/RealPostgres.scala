package bottleneck.lab.parts.postgres

import bottleneck.lab.figures.settings.{DatabaseAccess, Layout}
import bottleneck.lab.figures.target.Database
import bottleneck.lab.log.{Project, TemporaryFolder}
import bottleneck.lab.parts.host.Folders
import java.nio.file.Path
import org.scalatest.{BeforeAndAfterAll, Suite}
import scala.util.Using

/** A real PostgreSQL with the rows of seed-sql, alone or with replicas, for each test anew. */
trait RealPostgres extends TemporaryFolder with BeforeAndAfterAll { this: Suite =>
  private val cache = Path.of("target", "specs", "cache").toAbsolutePath
  protected val seedSql: Path = Project.root.resolve("seed-sql")

  protected lazy val binaries: PostgresBinaries = PostgresBinaries.unpacked(cache)
  protected lazy val seed: PostgresSeed = seeded(scale = 1)

  protected def seeded(scale: Int): PostgresSeed =
    RealPostgres.synchronized(PostgresSeed.made(binaries, seedSql, cache, cache, scale))

  private def layout(folder: Path): Layout = Layout(seedSql.getParent, cache, cache, folder.resolve("work"), folder)

  protected def withServer[A](database: Database, seed: => PostgresSeed = seed)(use: PostgresServer => A): A =
    Using.resource(starting(database, seed = seed)) { server =>
      server.awaitReady()
      use(server)
    }

  /** A server that is not ready yet, with its files below `folder`. */
  protected def starting(database: Database, folder: Path = folder, seed: => PostgresSeed = seed): PostgresServer =
    PostgresServer.start(binaries, seed, database, layout(folder), folder)

  /** The first column of a query, over a connection of its own. */
  protected def column(access: DatabaseAccess, query: String): Vector[String] =
    Using.resource(Sql.connect(access))(_.column(query))

  /** Folders that servers have made for their data. */
  protected def runFolders: Vector[Path] = Folders.entries(folder.resolve("work"))

  override def afterAll(): Unit = Folders.remove(suiteFolder)
}

/** Suites run beside each other, and each would make the same seed. */
private object RealPostgres
