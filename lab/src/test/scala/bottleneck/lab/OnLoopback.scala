package bottleneck.lab

import bottleneck.lab.target._
import com.sun.net.httpserver.HttpServer
import io.gatling.core.Predef._
import io.gatling.http.Predef._
import java.net.{InetAddress, InetSocketAddress, URI}
import java.nio.file.{Files, Path}
import java.util.concurrent.{ConcurrentHashMap, Executors}
import scala.concurrent.duration._

/** A load on a server of its own, which answers after 20 ms; leaves how many connections it got in `connections`, a
  * system property that names a file.
  */
abstract class OnLoopback(load: Load) extends Simulation {
  private val threads = Executors.newCachedThreadPool()
  private val clients = ConcurrentHashMap.newKeySet[Int]()
  private val server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress, 0), 0)
  server.setExecutor(threads)
  server.createContext(
    "/",
    exchange => {
      clients.add(exchange.getRemoteAddress.getPort)
      Thread.sleep(20)
      exchange.sendResponseHeaders(200, -1)
      exchange.close()
    }
  )
  server.start()

  private val workload = Workload(exec(http("GET /").get("/")), Vector.empty)
  private val users = new Users(getClass.getSimpleName, load, workload)

  before(users.start())

  setUp(users.populations)
    .protocols(users.protocol(Vector(new URI(s"http://127.0.0.1:${server.getAddress.getPort}"))))
    .maxDuration(load.duration)

  after {
    users.end()
    server.stop(0)
    threads.shutdownNow()
    val _ = Files.writeString(Path.of(sys.props("connections")), clients.size.toString)
  }
}

object OnLoopback {
  val warmUp: WarmUp = WarmUp(users = 2, 1.second, calibration = 500.millis)
  val open: OpenLoad =
    OpenLoad(perSecond = 40, settle = 1.second, hold = 3.seconds, patience = 2.seconds, Some(warmUp))
  val stairs: Staircase = Staircase(Vector(1, 3, 6), each = 1.second, settle = 400.millis, Some(warmUp))
}

final class OpenOnLoopback extends OnLoopback(OnLoopback.open)
final class StairsOnLoopback extends OnLoopback(OnLoopback.stairs)
