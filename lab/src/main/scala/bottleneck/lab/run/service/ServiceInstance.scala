package bottleneck.lab.run.service

import bottleneck.lab.run.host.FreePorts
import bottleneck.lab.run.process.{ChildProcess, Command}
import bottleneck.lab.settings.Refused
import scala.concurrent.duration._

/** One running instance of the service. */
final class ServiceInstance private (process: ChildProcess, val endpoints: Endpoints) extends AutoCloseable {
  def pid: Long = process.pid

  /** Waits until the instance says that it is healthy; it opens its own port before it can. */
  def awaitReady(): Unit =
    process.awaitReady(ServiceInstance.readyWithin)(Http.status(endpoints.health).contains(200))

  def askToEnd(): Unit = process.askToEnd()

  override def close(): Unit = process.close()
}

object ServiceInstance {
  private val readyWithin = 90.seconds

  /** Starts the instance called `name`, without waiting for it. */
  def start(name: String, launch: ServiceLaunch, endpoints: Endpoints): ServiceInstance = {
    Vector(endpoints.port, endpoints.managementPort)
      .find(!FreePorts.isFree(_))
      .foreach(port => throw new Refused(s"Port $port, chosen for $name, was taken by another process: run again."))
    new ServiceInstance(ChildProcess.start(command(name, launch, endpoints)), endpoints)
  }

  private def command(name: String, launch: ServiceLaunch, endpoints: Endpoints): Command = {
    val ours = Map(
      "server.address" -> Endpoints.host,
      "server.port" -> endpoints.port.toString,
      "management.server.address" -> Endpoints.host,
      "management.server.port" -> endpoints.managementPort.toString,
      "spring.datasource.url" -> launch.database.url,
      // the database is started at the same time
      "spring.datasource.hikari.initialization-fail-timeout" -> ServiceInstance.readyWithin.toMillis.toString,
      "spring.datasource.username" -> launch.database.user
    )
    val properties = (launch.properties ++ ours).toVector.sorted.map { case (key, value) => s"--$key=$value" }
    val java = launch.jdk.java.toString +: launch.jvm
    Command(
      name,
      java ++ Vector("-cp", launch.program.classPath, launch.program.mainClass) ++ properties,
      launch.logs.resolve(s"$name.log"),
      environment = Map("SPRING_DATASOURCE_PASSWORD" -> launch.database.password),
      stop = launch.stop,
      grace = launch.grace
    )
  }
}
