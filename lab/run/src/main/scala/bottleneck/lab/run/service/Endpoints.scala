package bottleneck.lab.run.service

import bottleneck.lab.run.host.FreePorts
import java.net.URI

/** Ports of one instance of the service. */
final case class Endpoints(port: Int, managementPort: Int) {
  def isOnePort: Boolean = port == managementPort
  def url: URI = Endpoints.at(port)
  def health: URI = actuator("health")
  def prometheus: URI = actuator("prometheus")

  private def actuator(endpoint: String): URI = new URI(s"http://${Endpoints.host}:$managementPort/actuator/$endpoint")
}

object Endpoints {
  private[service] val host = "127.0.0.1"

  /** Free ports for `instances`: one each that answers everything, or two. */
  def choose(instances: Int, onePort: Boolean): Vector[Endpoints] = Vector.fill(instances) {
    val ports = FreePorts.choose(if (onePort) 1 else 2)
    Endpoints(ports.head, ports.last)
  }

  /** URL for a proxy in front of instances, on a free port. */
  def inFront(): URI = at(FreePorts.choose(1).head)

  private def at(port: Int): URI = new URI(s"http://$host:$port")
}
