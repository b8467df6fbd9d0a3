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

  /** A free port for each of `instances`, which answers everything. */
  def chooseOne(instances: Int): Vector[Endpoints] =
    FreePorts.choose(instances).map(port => Endpoints(port, port))

  /** Free ports for `instances`, two each. */
  def choose(instances: Int): Vector[Endpoints] = {
    val ports = FreePorts.choose(2 * instances)
    ports.take(instances).zip(ports.drop(instances)).map { case (port, management) => Endpoints(port, management) }
  }

  /** URL for a proxy in front of instances, on a free port. */
  def inFront(): URI = at(FreePorts.choose(1).head)

  private def at(port: Int): URI = new URI(s"http://$host:$port")
}
