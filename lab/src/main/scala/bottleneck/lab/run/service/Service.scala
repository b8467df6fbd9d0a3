package bottleneck.lab.run.service

import bottleneck.lab.run.metrics.WatchedInstance
import bottleneck.lab.run.process.StopSignal
import scala.concurrent.duration._
import scala.util.{Failure, Success, Try, Using}

/** All instances of the service: started in parallel, ended in parallel. */
final class Service private (instances: Vector[ServiceInstance]) extends AutoCloseable {

  /** Waits until every instance is ready. */
  def awaitReady(): Unit = instances.foreach(_.awaitReady())

  /** All instances, as they are to be watched. */
  def watched: Vector[WatchedInstance] = instances.map(_.watched)

  def size: Int = instances.size

  /** How many instances ended although nobody asked them to. */
  def ended: Int = instances.count(!_.isAlive)

  override def close(): Unit = {
    instances.foreach(_.askToEnd())
    instances.map(instance => Try(instance.close())).foreach(_.get)
  }
}

object Service {
  private val archiveWithin = 2.minutes

  /** Starts an instance at each of `endpoints`, without waiting for them; if one cannot be, all are ended again. */
  def start(launch: ServiceLaunch, endpoints: Vector[Endpoints]): Service = {
    val attempts = endpoints.zipWithIndex.map { case (endpoint, n) =>
      Try(ServiceInstance.start(s"service-${n + 1}", launch, endpoint))
    }
    val service = new Service(attempts.collect { case Success(instance) => instance })
    attempts.collectFirst { case Failure(failure) => failure }.foreach { failure =>
      service.close()
      throw failure
    }
    service
  }

  /** Starts one instance until it is ready and ends it in order: the JVM writes its archive then, which takes its time.
    */
  def train(launch: ServiceLaunch): Unit = {
    val recording = launch.copy(stop = StopSignal.Terminate)
    Using.resource(ServiceInstance.start("service-training", recording, Endpoints.choose(1).head)) { instance =>
      instance.awaitReady()
      instance.endInOrder(archiveWithin)
    }
  }
}
