package bottleneck.lab.run.service

import bottleneck.lab.run.host.FreePorts
import java.net.URI

/** Where one instance of the service listens. */
final case class Endpoints(port: Int, managementPort: Int) {
  def isOnePort: Boolean = port == managementPort
  def url: URI = new URI(s"http://${Endpoints.host}:$port")
  def health: URI = actuator("health")
  def prometheus: URI = actuator("prometheus")

  private def actuator(endpoint: String): URI = new URI(s"http://${Endpoints.host}:$managementPort/actuator/$endpoint")
}

object Endpoints {
  private[service] val host = "127.0.0.1"

  /** A free port for each of `instances`, which answers everything. */
  def chooseOne(instances: Int): Vector[Endpoints] =
    FreePorts.choose(instances).map(port => Endpoints(port, port))

  /** Free ports for `instances`, two each. */
  def choose(instances: Int): Vector[Endpoints] = {
    val ports = FreePorts.choose(2 * instances)
    ports.take(instances).zip(ports.drop(instances)).map { case (port, management) => Endpoints(port, management) }
  }
}
