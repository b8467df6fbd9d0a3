package bottleneck.lab.run.service

/** All instances of the service: started in parallel, ended in parallel. */
final class Service private (private val instances: Vector[ServiceInstance]) extends AutoCloseable {
  override def close(): Unit = {
    instances.foreach(_.askToEnd())
    instances.foreach(_.close())
  }
}

object Service {

  /** Starts an instance at each of `endpoints` and returns when all are ready; if one fails, all are ended again. */
  def start(launch: ServiceLaunch, endpoints: Vector[Endpoints]): Service = {
    val service = new Service(endpoints.zipWithIndex.map { case (endpoint, n) =>
      ServiceInstance.start(s"service-${n + 1}", launch, endpoint)
    })
    try {
      service.instances.foreach(_.awaitReady())
      service
    } catch {
      case failure: Throwable =>
        service.close()
        throw failure
    }
  }
}
