package bottleneck.lab.run.service

import bottleneck.lab.run.process.StopSignal
import scala.concurrent.duration._
import scala.util.Using

/** All instances of the service: started in parallel, ended in parallel. */
final class Service private (instances: Vector[ServiceInstance]) extends AutoCloseable {

  /** Waits until every instance is ready. */
  def awaitReady(): Unit = instances.foreach(_.awaitReady())

  override def close(): Unit = {
    instances.foreach(_.askToEnd())
    instances.foreach(_.close())
  }
}

object Service {

  /** Starts an instance at each of `endpoints`, without waiting for them. */
  def start(launch: ServiceLaunch, endpoints: Vector[Endpoints]): Service =
    new Service(endpoints.zipWithIndex.map { case (endpoint, n) =>
      ServiceInstance.start(s"service-${n + 1}", launch, endpoint)
    })

  /** Starts one instance until it is ready and ends it in order: the JVM writes its archive then, which takes its time.
    */
  def train(launch: ServiceLaunch): Unit = {
    val recording = launch.copy(stop = StopSignal.Terminate, grace = 2.minutes)
    Using.resource(ServiceInstance.start("service-training", recording, Endpoints.choose(1).head))(_.awaitReady())
  }
}
