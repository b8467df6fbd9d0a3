package bottleneck.lab.parts.sources

import bottleneck.lab.log.StubService
import bottleneck.lab.parts.sources.PoolKind._
import com.sun.net.httpserver.{HttpExchange, HttpServer}
import java.net.{InetAddress, InetSocketAddress, URI}
import java.nio.charset.StandardCharsets.UTF_8
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.collection.concurrent.TrieMap
import scala.concurrent.duration._
import scala.util.Using

class ActuatorSourceSpec extends AnyFlatSpec with Matchers {

  /** What Actuator knows: value by metric and tag. */
  private val known = TrieMap.empty[(String, String), Map[String, Double]]

  private def actuator[A](metrics: ((String, String), Map[String, Double])*)(test: ActuatorSource => A): A = {
    known.clear()
    known ++= metrics
    def answer(exchange: HttpExchange): Unit = {
      val uri = exchange.getRequestURI
      val metric = uri.getPath.stripPrefix("/actuator/metrics").stripPrefix("/")
      val tags = known.keys.collect { case (`metric`, tag) if tag.nonEmpty => tag.split(':') }.toVector
      val statistics = known.getOrElse(metric -> Option(uri.getQuery).fold("")(_.stripPrefix("tag=")), Map.empty)
      val json =
        if (metric.isEmpty) ujson.Obj("names" -> known.keys.map(_._1).toVector.distinct)
        else
          ujson.Obj(
            "measurements" -> statistics.toVector.map { case (name, value) =>
              ujson.Obj("statistic" -> name, "value" -> value)
            },
            "availableTags" -> tags.groupBy(_.head).toVector.map { case (tag, values) =>
              ujson.Obj("tag" -> tag, "values" -> values.map(_.last).sorted)
            }
          )
      val body = json.render().getBytes(UTF_8)
      val asked = exchange.getRequestHeaders.getFirst("Accept") == "application/json"
      exchange.sendResponseHeaders(if (asked) 200 else 406, body.length.toLong)
      exchange.getResponseBody.write(body)
      exchange.close()
    }
    val server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress, 0), 0)
    server.createContext("/", answer(_))
    server.start()
    try Using.resource(new ActuatorSource(new URI(s"http://127.0.0.1:${server.getAddress.getPort}"), 8080))(test)
    finally server.stop(0)
  }

  private def value(metric: String, tag: String, value: Int) = (metric, tag) -> Map("VALUE" -> value.toDouble)

  private def timer(metric: String, tag: String, count: Int, seconds: Double) =
    (metric, tag) -> Map("COUNT" -> count.toDouble, "TOTAL_TIME" -> seconds, "MAX" -> 1.0)

  "Actuator" should "say how long what others know was held, by name" in actuator(
    value("hikaricp.connections.active", "pool:A", 9),
    timer("hikaricp.connections.usage", "pool:A", 200, 9.0),
    timer("hikaricp.connections.usage", "pool:B", 100, 0.1),
    timer("http.server.requests", "", 1000, 4.5)
  ) { source =>
    val threads = PoolUse(RequestThreads, "http-nio-8080", Some(4), 3, held = Some(1000L -> 4.0))
    val a = PoolUse(JdbcConnections, "A", Some(4), 4, Some(12))
    val b = a.copy(name = "B", inUse = 1)
    source.completed(Vector(threads, a, b), isExact = true) shouldBe
      Vector(
        threads.copy(held = Some(1000L -> 4.5)),
        a.copy(held = Some(200L -> 9.1)),
        // a millisecond each, and cut to whole ones
        b
      )
  }

  it should "be asked anew within a second only for exact figures" in actuator(
    timer("hikaricp.connections.usage", "pool:A", 200, 9.0)
  ) { source =>
    val pool = PoolUse(JdbcConnections, "A", Some(4), 4)
    def held(isExact: Boolean) = source.completed(Vector(pool), isExact).map(_.held)
    val before = held(isExact = true)
    known += timer("hikaricp.connections.usage", "pool:A", 400, 12.0)
    held(isExact = false) shouldBe before
    (before ++ held(isExact = true)).flatten shouldBe Vector(200L -> 9.1, 400L -> 12.2)
  }

  it should "know pools that nobody else knows" in actuator(
    value("tomcat.threads.busy", "name:http-nio-8080", 4),
    value("tomcat.threads.busy", "name:http-nio-9090", 1),
    value("tomcat.threads.config.max", "name:http-nio-8080", -1),
    value("hikaricp.connections.active", "pool:A", 2),
    value("hikaricp.connections.max", "pool:A", 10),
    value("hikaricp.connections.pending", "pool:A", 1),
    value("jdbc.connections.active", "name:dataSource", 2),
    value("r2dbc.pool.acquired", "name:connectionFactory", 4),
    value("r2dbc.pool.max.allocated", "name:connectionFactory", 4),
    value("r2dbc.pool.pending", "name:connectionFactory", 46)
  ) { source =>
    source.completed(Vector.empty, isExact = true) should contain theSameElementsAs Vector(
      // Spring Boot 3.3.0 gives -1
      PoolUse(RequestThreads, "http-nio-8080", None, 4),
      PoolUse(JdbcConnections, "A", Some(10), 2, Some(1)),
      PoolUse(R2dbcConnections, "connectionFactory", Some(4), 4, Some(46))
    )
  }

  it should "take the core threads of an executor whose queue has no end, and else the most" in {
    def executor(name: String, remaining: Int) = Vector(
      value("executor.active", s"name:$name", 8),
      value("executor.queued", s"name:$name", 492),
      value("executor.pool.core", s"name:$name", 8),
      value("executor.pool.max", s"name:$name", 16),
      value("executor.queue.remaining", s"name:$name", remaining)
    )
    actuator(executor("endless", Int.MaxValue - 492) ++ executor("short", 8): _*) { source =>
      source.completed(Vector.empty, isExact = true) shouldBe Vector(
        PoolUse(ExecutorThreads, "endless", Some(8), 8, Some(492)),
        PoolUse(ExecutorThreads, "short", Some(16), 8, Some(492))
      )
    }
  }

  "A service without Actuator" should "be told from one that hangs, and neither holds anybody up" in {
    val pools = Vector(PoolUse(RequestThreads, "http-nio-8080", Some(4), 3))
    Using.resource(new StubService("<html>")) { stub =>
      def source = new ActuatorSource(stub.url, 8080)
      source.completed(pools, isExact = true) shouldBe pools
      source.absence shouldBe Some(s"No metrics of Actuator: ${stub.url}/actuator/metrics answers 200.")
      stub.hang()
      val deadline = 1500.millis.fromNow
      source.completed(pools, isExact = true) shouldBe pools
      deadline.hasTimeLeft() shouldBe true
      source.absence shouldBe Some(s"No metrics of Actuator: ${stub.url}/actuator/metrics does not answer.")
    }
  }
}
