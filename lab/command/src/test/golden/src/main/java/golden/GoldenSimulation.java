package golden;

import static io.gatling.javaapi.core.CoreDsl.*;
import static io.gatling.javaapi.http.HttpDsl.*;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.gatling.javaapi.core.ScenarioBuilder;
import io.gatling.javaapi.core.Simulation;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;

/** Every kind of record, name and assertion, against a server of its own on loopback. */
public class GoldenSimulation extends Simulation {

  private final ExecutorService threads = Executors.newCachedThreadPool();

  private final HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);

  private final ScenarioBuilder reader = scenario("reader")
      .feed(each("ms", 3, 5, 8, 13, 21, 34, 55, 89, 144, 233))
      .feed(each("status", 200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 500))
      .exec(http("GET /orders").get("/#{status}/#{ms}"),
          http("GET /orders?ids=1,2").get("/200/#{ms}"),
          http("목록 보기").get("/200/2"))
      .group("report, yearly").on(http("GET /orders").get("/200/850"));

  private final ScenarioBuilder buyer = scenario("구매자")
      .feed(each("ms", 11, 22, 33, 44, 55, 66, 77))
      .feed(each("status", 200, 200, 200, 200, 200, 500))
      .group("checkout").on(
          http("GET /orders").get("/200/#{ms}"),
          group("payment").on(
              http("POST /Straße").post("/#{status}/#{ms}"),
              group("3-D Secure").on(http("GET /slow").get("/200/1250"))))
      .doIf(session -> session.userId() % 10 == 0).then(http("crashed").get("/#{missing}"));

  /** Its server answers `/STATUS/MS` with the status after so many milliseconds. */
  public GoldenSimulation() throws IOException {
    server.setExecutor(threads);
    server.createContext("/", GoldenSimulation::answer);
    server.start();
    setUp(reader.injectOpen(rampUsers(40).during(5)), buyer.injectOpen(rampUsers(30).during(4)))
        .protocols(http.baseUrl("http://127.0.0.1:" + server.getAddress().getPort()).disableWarmUp())
        .assertions(
            global().allRequests().count().gt(100L),
            global().allRequests().percent().is(100.0),
            global().failedRequests().count().in(7L, 8L, 9L, 200L, 4096L, 1048576L, 268435456L),
            global().failedRequests().percent().lt(1.5),
            global().successfulRequests().count().between(150L, 400L),
            global().successfulRequests().percent().gte(99.0),
            global().requestsPerSec().gte(10.0),
            global().requestsPerSec().between(0.5, 2.25, false),
            global().responseTime().min().lte(3),
            global().responseTime().max().lt(1200),
            global().responseTime().mean().around(300, 290),
            global().responseTime().stdDev().deviatesAround(100, 0.5),
            global().responseTime().percentile1().lt(100),
            global().responseTime().percentile2().gt(10),
            global().responseTime().percentile3().gt(500),
            global().responseTime().percentile4().is(1),
            global().responseTime().percentile(90.0).lt(1250),
            forAll().failedRequests().percent().is(0.0),
            forAll().responseTime().max().lt(1250),
            forAll().requestsPerSec().gt(0.1),
            details("GET /orders").failedRequests().count().gt(0L),
            details("checkout").responseTime().max().gt(1200),
            details("checkout").failedRequests().count().is(0L),
            details("checkout", "payment", "3-D Secure", "GET /slow").responseTime().min().gte(1250),
            details("report, yearly", "GET /orders").responseTime().mean().gte(850),
            details("목록 보기").successfulRequests().percent().is(100.0),
            details("payment", "payment").allRequests().count().gt(0L));
  }

  @Override
  public void after() {
    server.stop(0);
    threads.shutdownNow();
  }

  /** Values of one attribute, in turn for one user after the other. */
  private static io.gatling.javaapi.core.FeederBuilder<Object> each(String attribute, Integer... values) {
    List<Map<String, Object>> rows =
        Stream.of(values).map(value -> Map.<String, Object>of(attribute, value)).toList();
    return listFeeder(rows).circular();
  }

  private static void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      String[] path = exchange.getRequestURI().getPath().split("/");
      Thread.sleep(Long.parseLong(path[2]));
      exchange.sendResponseHeaders(Integer.parseInt(path[1]), -1);
    }
    catch (InterruptedException error) {
      Thread.currentThread().interrupt();
    }
  }
}
