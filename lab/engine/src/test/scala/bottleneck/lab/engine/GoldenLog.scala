package bottleneck.lab.engine

import bottleneck.lab.parts.host.Folders
import com.sun.net.httpserver.{HttpExchange, HttpServer}
import io.gatling.core.Predef._
import io.gatling.core.structure.ChainBuilder
import io.gatling.http.Predef._
import java.net.{InetAddress, InetSocketAddress, ServerSocket}
import java.nio.file.StandardCopyOption.REPLACE_EXISTING
import java.nio.file.{Files, Path}
import java.util.concurrent.{CountDownLatch, Executors}
import scala.concurrent.duration._
import scala.util.Using

/** Writes every kind of record, failure and name into `kinds.golden`, against a server of its own on loopback:
  * {{{
  * mvn -pl lab/engine -am process-test-classes gatling:test -Dgolden.skip=false \
  *   -Dgatling.data.enableAnalytics=false -Dgatling.simulationClass=bottleneck.lab.engine.GoldenLog
  * }}}
  * The numbers that LogReaderSpec expects of the golden log change with it.
  */
class GoldenLog extends Simulation {
  private val ended = new CountDownLatch(1)
  private val threads = Executors.newCachedThreadPool()
  private val server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress, 0), 0)
  server.setExecutor(threads)
  answer("/ok")(_.sendResponseHeaders(200, -1))
  answer("/broken")(_.sendResponseHeaders(500, -1))
  answer("/never")(_ => ended.await())
  server.start()

  private val refused = Using.resource(new ServerSocket(0, 1, InetAddress.getLoopbackAddress))(_.getLocalPort)

  private val failures: ChainBuilder =
    exec(http("status 500").get("/broken"))
      .exec(http("refused").get(s"http://127.0.0.1:$refused/"))
      .exec(http("timeout").get("/never").requestTimeout(200.millis))
      .exec(http("crashed").get("/#{missing}"))

  private val korean = scenario("저널 읽기").repeat(3) {
    group("바깥 묶음") {
      exec(http("첫 쪽").get("/ok")).group("Straße 2")(exec(http("다음 쪽").get("/ok")))
    }
  }

  private val latin = scenario("Café 100 % übermüdet").repeat(3) {
    exec(http("GET /ok?q=50%25&ü=é").get("/ok")).group("one")(group("two")(group("three")(failures)))
  }

  private val plain = scenario("plain").exec(http("GET /ok").get("/ok"))

  setUp(
    korean.inject(atOnceUsers(2), rampUsers(3).during(1.second)),
    latin.inject(rampUsers(4).during(1.second)),
    plain.inject(constantUsersPerSec(5).during(2.seconds))
  ).protocols(http.baseUrl(s"http://127.0.0.1:${server.getAddress.getPort}").disableWarmUp)
    .assertions(global.failedRequests.count.gt(0), details("바깥 묶음" / "첫 쪽").successfulRequests.percent.is(100))

  after {
    ended.countDown()
    server.stop(0)
    threads.shutdownNow()
    GoldenLog.keep(getClass)
  }

  private def answer(path: String)(reply: HttpExchange => Unit): Unit = {
    val _ = server.createContext(
      path,
      exchange =>
        try reply(exchange)
        finally exchange.close()
    )
  }
}

object GoldenLog {

  /** Copies the newest log of this simulation from the module's `target/gatling` to where lab/log's tests read it. */
  private def keep(simulation: Class[_]): Unit = {
    val module = Path.of(simulation.getResource("/").toURI).getParent.getParent
    val log = Folders
      .entries(module.resolve("target/gatling"))
      .filter(_.getFileName.toString.startsWith(s"${simulation.getSimpleName.toLowerCase}-"))
      .maxBy(Files.getLastModifiedTime(_))
      .resolve("simulation.log")
    val golden = module.resolveSibling("log").resolve("src/test/resources/bottleneck/lab/log/kinds.golden")
    println(s"golden log: ${Files.copy(log, golden, REPLACE_EXISTING)}")
  }
}
