package bottleneck.lab.run.metrics

import java.math.BigDecimal

/** The buckets that a service counts the times in which its threads got a connection in. */
object AcquireTimes {

  /** Upper bounds in seconds, as Prometheus writes them. */
  private[metrics] val bounds: Vector[String] = Vector(
    Vector("0.001", "0.002", "0.005", "0.01", "0.025", "0.05", "0.1", "0.25", "0.5"),
    Vector("1.0", "2.0", "3.2", "5.0", "10.0", "20.0", "30.0")
  ).flatten

  /** The Spring property that makes Micrometer count in them. */
  val property: (String, String) = "management.metrics.distribution.slo.hikaricp.connections.acquire" ->
    bounds.map(bound => s"${new BigDecimal(bound).movePointRight(3).toBigInteger}ms").mkString(",")
}
