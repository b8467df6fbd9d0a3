package bottleneck.lab.parts.service

import bottleneck.lab.figures.files.AccessLog
import bottleneck.lab.parts.host.{FreePorts, Http}
import bottleneck.lab.parts.metrics.{AcquireTimes, WatchedInstance}
import bottleneck.lab.parts.process.{ChildProcess, Command, ProcessPart}
import java.net.URI
import java.nio.file.Files
import scala.concurrent.duration._

/** One JVM of the service. */
final class ServiceInstance private (name: String, process: ChildProcess, endpoints: Endpoints)
    extends ProcessPart(process) {

  /** Waits until the instance says that it is healthy; it opens its own port before it can. */
  def awaitReady(): Unit =
    process.awaitReady(ServiceInstance.readyWithin)(Http.status(endpoints.health).contains(200))

  def watched: WatchedInstance = WatchedInstance(name, process.pid, endpoints.port, endpoints.prometheus)

  def askToEnd(): Unit = process.askToEnd()

  /** Sends the stop signal and waits for the end, but kills nothing: an abandoned instance is killed after its grace.
    */
  def endInOrder(within: FiniteDuration): Unit = process.endInOrder(within)
}

object ServiceInstance {
  private val readyWithin = 90.seconds

  /** Starts the instance called `name`, without waiting for it. */
  def start(name: String, launch: ServiceLaunch, endpoints: Endpoints): ServiceInstance = {
    Vector(endpoints.port, endpoints.managementPort).foreach(FreePorts.refuseTaken(_, name))
    new ServiceInstance(name, ChildProcess.start(command(name, launch, endpoints)), endpoints)
  }

  /** Beside the profiles of a variant: without it the service has no endpoint that uses it up on request. */
  private val profile = "spring.profiles.include" -> "lab"

  private[service] def command(name: String, launch: ServiceLaunch, endpoints: Endpoints): Command = {
    val database = launch.database.fold(Map.empty[String, String])(databaseProperties)
    val accessLog = AccessLog.place(launch.properties, name, launch.logs)
    val all = launch.properties ++ place(endpoints) ++ accessLog ++ database ++ launch.cache.properties + profile
    val properties = all.toVector.sorted.map { case (key, value) => s"--$key=$value" }
    val scratch = Files.createDirectories(launch.logs.resolve(s"$name-files"))
    // Tomcat's folders, which a JVM that is killed would leave in the system's
    val java = launch.jdk.java.toString +: s"-Djava.io.tmpdir=$scratch" +: launch.jvm
    Command(
      name,
      java ++ Vector("-cp", launch.program.classPath, launch.program.mainClass) ++ properties,
      launch.logs.resolve(s"$name.log"),
      environment = launch.cache.environment ++ launch.database.map("SPRING_DATASOURCE_PASSWORD" -> _.access.password),
      stop = launch.stop,
      scratch = Some(scratch)
    )
  }

  /** Spring Boot refuses an address of the management server that has no port of its own. */
  private def place(endpoints: Endpoints): Map[String, String] = {
    val requests = Map("server.address" -> Endpoints.host, "server.port" -> endpoints.port.toString)
    if (endpoints.isOnePort) requests
    else
      requests ++ Map(
        "management.server.address" -> Endpoints.host,
        "management.server.port" -> endpoints.managementPort.toString
      )
  }

  private def databaseProperties(database: ServiceDatabase): Map[String, String] = Map(
    "spring.datasource.url" -> database.access.url,
    "spring.datasource.username" -> database.access.user,
    // without buckets Micrometer reports a mean alone, and most threads wait for a connection far shorter or longer
    AcquireTimes.property,
    // the database is started at the same time
    "spring.datasource.hikari.initialization-fail-timeout" -> readyWithin.toMillis.toString
  ) ++ database.readersUrl.toVector.flatMap { url =>
    Vector(
      "reader.datasource.url" -> url,
      "reader.datasource.initialization-fail-timeout" -> readyWithin.toMillis.toString
    )
  }
}

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

  def inFront(): URI = at(FreePorts.choose(1).head)

  private def at(port: Int): URI = new URI(s"http://$host:$port")
}
