package bottleneck.lab.parts.metrics

import bottleneck.lab.log.StubService
import bottleneck.lab.parts.host.FreePorts
import java.net.URI
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.util.Using

class ServiceMetricsSpec extends AnyFlatSpec with Matchers {

  private def sampled(text: String): Map[String, Option[Double]] = Using.resource(new StubService(text))(sampled(_))

  private def sampled(service: StubService): Map[String, Option[Double]] = {
    val source = new ServiceMetrics("service-1", service.uri)
    source.columns.map(_.stripPrefix("service-1.")).zip(source.sample()).toMap
  }

  "A service" should "be asked for these metrics alone, by sample and by family" in
    Using.resource(new StubService("")) { service =>
      sampled(service)
      val names = service.lastQuery.get().stripPrefix("includedNames=").split(",").toVector
      names should contain allOf ("hikaricp_connections_timeout_total", "hikaricp_connections_timeout")
      names should contain allOf ("jvm_gc_pause_seconds", "jvm_memory_used_bytes")
      names.distinct shouldBe names
    }

  it should "tell sums over labels in the units of the columns" in {
    val values = sampled(
      """hikaricp_connections_active{pool="HikariPool-1"} 3.0
        |hikaricp_connections{pool="HikariPool-1"} 5.0
        |hikaricp_connections_acquire_seconds_bucket{pool="HikariPool-1",le="0.1"} 7
        |hikaricp_connections_acquire_seconds_bucket{pool="HikariPool-1",le="+Inf"} 9
        |jvm_memory_used_bytes{area="heap",id="G1 Eden Space"} 2.0E7
        |jvm_memory_used_bytes{area="heap",id="G1 Old Gen"} 1.0E7
        |jvm_memory_used_bytes{area="nonheap",id="Metaspace"} 5.0E7
        |jvm_compilation_time_ms_total{compiler="HotSpot"} 4102.0
        |jvm_gc_pause_seconds_sum{action="end of minor GC",cause="a",gc="G1"} 0.5
        |jvm_gc_pause_seconds_sum{action="end of minor GC",cause="b",gc="G1"} 0.25
        |jvm_threads_states_threads{state="waiting"} 22.0
        |jvm_threads_states_threads{state="timed-waiting"} 5.0
        |jvm_threads_live_threads 35.0
        |jvm_threads_daemon_threads 32.0
        |http_server_requests_seconds_count{status="200",uri="/journals/{id}"} 40
        |http_server_requests_seconds_sum{status="200",uri="/journals/{id}"} 1.5
        |http_server_requests_seconds_count{status="503",uri="/actuators"} 2
        |http_server_requests_seconds_sum{status="503",uri="/actuators"} 6.0
        |http_server_requests_seconds_count{status="200",uri="/actuator/prometheus"} 100
        |http_server_requests_seconds_sum{status="200",uri="/actuator/prometheus"} 9.0
        |cache_gets_total{cache="authors",name="authors",result="hit"} 950.0
        |cache_gets_total{cache="authors",name="authors",result="miss"} 50.0
        |http_server_requests_seconds_max{status="200",uri="/journals/{id}"} 0.5
        |""".stripMargin
    )
    values.collect { case (column, Some(value)) => column -> value } shouldBe Map(
      "hikari_active_connections" -> 3.0,
      "hikari_acquire_le_0.1_total" -> 7.0,
      "hikari_connections" -> 5.0,
      "jvm_heap_used_bytes" -> 3e7,
      "jvm_compilation_seconds_total" -> 4.102,
      "jvm_gc_pause_seconds_total" -> 0.75,
      "jvm_waiting_threads" -> 22.0,
      "jvm_timed_waiting_threads" -> 5.0,
      "jvm_live_threads" -> 35.0,
      "jvm_daemon_threads" -> 32.0,
      "http_requests_total" -> 42.0,
      "http_request_seconds_total" -> 7.5,
      "cache_hits_total" -> 950.0,
      "cache_misses_total" -> 50.0
    )
  }

  it should "tell nothing when it answers something else, or is not there" in {
    sampled("<html>").values.flatten shouldBe empty
    val nobody = new URI(s"http://127.0.0.1:${FreePorts.choose(1).head}/actuator/prometheus")
    new ServiceMetrics("service-1", nobody).sample().flatten shouldBe empty
  }
}
