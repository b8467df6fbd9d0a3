package bottleneck.lab.parts.postgres

import bottleneck.lab.figures.settings.DatabaseAccess
import bottleneck.lab.figures.target.{Database, Index}
import com.sun.net.httpserver.{HttpExchange, HttpServer}
import java.net.{InetAddress, InetSocketAddress, URI}
import java.nio.file.Files
import java.sql.{Connection, DriverManager}
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.util.Using
import scala.util.Using.Releasable

/** A small service of our own on the real PostgreSQL. */
class PlansSpec extends AnyFlatSpec with Matchers with RealPostgres {

  implicit private val stopped: Releasable[HttpServer] = _.stop(0)

  /** Two lines and two parameters; without an index it is scanned in parallel. */
  private val page =
    "SELECT id FROM journal\nWHERE deleted_at IS NULL AND title <> ? ORDER BY posted_at DESC LIMIT ?"

  private val bare = Database(25, Index.None)

  private def connect(access: DatabaseAccess): Connection =
    DriverManager.getConnection(access.url, access.user, access.password)

  /** Service that answers with the page, over a connection opened before plans are recorded. Another role queries the
    * database meanwhile, as the lab does.
    */
  private def withService[A](server: PostgresServer)(use: URI => A): A =
    Using.Manager { manage =>
      val connection = manage(connect(server.access))
      val other = manage(Sql.connect(server.watchAccess))
      val http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress, 0), 0)
      http.createContext("/page", (exchange: HttpExchange) => answer(exchange, connection, other))
      http.start()
      val _ = manage(http)
      use(new URI(s"http://127.0.0.1:${http.getAddress.getPort}"))
    }.get

  private def answer(exchange: HttpExchange, connection: Connection, other: Sql): Unit = {
    send(connection, exchange.getRequestURI.getQuery.toInt)
    other.run("SELECT count(*) FROM pg_stat_activity")
    exchange.sendResponseHeaders(204, -1)
    exchange.close()
  }

  private def send(connection: Connection, size: Int): Unit =
    Using.resource(connection.prepareStatement(page)) { statement =>
      statement.setString(1, "it's\nnone")
      statement.setInt(2, size)
      val _ = statement.executeQuery()
    }

  private def plansIn(log: String): Int = "  plan:".r.findAllIn(log).size

  private def log: String = Files.readString(folder.resolve("postgres.log"))

  "The plans" should "be those of the service's statements, with times and buffers" in withServer(bare) { server =>
    val file = folder.resolve("plans").resolve("plan.txt")
    withService(server) { url =>
      server.recordPlans(Vector("page?20", "page?40", "none").map(path => new URI(s"$url/$path")), file)
    }
    val text = Files.readString(file)
    text should startWith(
      "What PostgreSQL did for these requests: 2 statements, 1 of them different.\n" +
        "  GET /page?20: 204\n  GET /page?40: 204\n  GET /none: 404\n"
    )
    text should include("Statement 1 of 1: sent 2 times, here the slowest: ")
    text should include(page.replaceFirst("\\?", "\\$1").replaceFirst("\\?", "\\$2"))
    text should include("Parameters: $1 = 'it''s\nnone', $2 = '")
    text should include regex """\n\nLimit  \(cost=.* width=\d+\) \(actual time=\d.*\)\n  Buffers: shared (hit|read)=\d"""
    // workers took part, and logged nothing of their own
    text should include("Workers Launched: 2")
    plansIn(text) shouldBe 0
    Using.resource(Files.list(file.getParent))(_.count()) shouldBe 1
  }

  they should "be logged only while they are recorded" in withServer(bare) { server =>
    Using.resource(connect(server.access)) { old =>
      send(old, 1)
      plansIn(log) shouldBe 0
      withService(server)(url => server.recordPlans(Vector(new URI(s"$url/page?1")), folder.resolve("plan.txt")))
      val recorded = plansIn(log)
      recorded should be >= 2
      send(old, 1)
      plansIn(log) shouldBe recorded
    }
    Using.resource(Sql.connect(server.watchAccess)) { sql =>
      sql.column(
        "SELECT name || ' ' || setting FROM pg_settings WHERE name LIKE 'auto_explain.log_%' ORDER BY name"
      ) should
        contain allOf (
          "auto_explain.log_analyze off",
          "auto_explain.log_buffers off",
          "auto_explain.log_min_duration -1"
        )
      sql.column("SELECT count(*) FROM pg_file_settings WHERE name LIKE 'auto_explain%'") shouldBe Vector("0")
    }
  }
}
