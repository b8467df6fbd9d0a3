package bottleneck.threadpool

import bottleneck.lab.model.ErrorKind
import bottleneck.lab.explain.record.Expectation
import bottleneck.lab.explain.theory.Prediction
import bottleneck.ServiceProperties
import bottleneck.lab.{Setup, Simulated, Workload}
import bottleneck.lab.settings.Scale
import bottleneck.lab.target.Target
import bottleneck.latency.{Crowd, RandomLatency, Sleeping}

/** One server of many threads whose connections hold all users, or not: a tenth of the source's 10,000 users, 1000
  * threads and 8192 connections, so that by Little's law every ratio and every time stays (tuning/threads).
  */
object HeldConnections {
  def of(connections: Int): Setup = Setup(
    HeldConnectionsStudy.trial(connections),
    target(connections),
    scale => Crowd.load(sleeping(scale), scale),
    context =>
      Workload(
        RandomLatency.requests(""),
        Expectation(
          Vector(
            Prediction.threads(threads * times(context.scale), 1, Sleeping.mean),
            Prediction.users(context.load.users, Sleeping.mean)
          ),
          failures =
            if (connections >= users) Vector.empty else Vector(ErrorKind.connectionTimedOut, ErrorKind.requestTimedOut),
          sentBySecond = true
        ),
        warmUp = Some(RandomLatency.warmUp)
      )
  )

  private def sleeping(scale: Scale): Sleeping = Sleeping(instances = 1, threads * times(scale), users * times(scale))

  /** Factor of threads, connections and users. */
  private def times(scale: Scale): Int = scale.choose(quick = 1, full = tenfold)

  private val tenfold = 10
  private[threadpool] val users = 1000
  private[threadpool] val threads = 100
  private val acceptCount = 10

  /** The source's number of threads. */
  private[threadpool] val manyThreads = threads * tenfold

  /** Setup with `manyThreads` in total; its users offer 1220 requests/s, which two cores carry. */
  private[threadpool] def forManyThreads(instances: Int): Setup = {
    val setting = Sleeping(instances, manyThreads / instances, users = 1250)
    RandomLatency.of(HeldConnectionsStudy.many(instances), setting, setting)
  }

  /** A tenth of Tomcat's 8192, and enough for all. */
  private[threadpool] val (default, enough) = (819, 1200)

  /** Target like that of the servers it is compared with, except for connector limits. */
  private def target(connections: Int): Target = {
    val target = sleeping(Scale.Quick).target
    target.copy(
      properties = target.properties ++ Map(
        ServiceProperties.maxConnections -> connections.toString,
        ServiceProperties.acceptCount -> acceptCount.toString
      ),
      atFullScale = full(connections)
    )
  }

  private def full(connections: Int): Map[String, String] = Map(
    ServiceProperties.threads -> manyThreads.toString,
    ServiceProperties.maxConnections -> (if (connections == default) 8192 else connections * tenfold).toString,
    ServiceProperties.acceptCount -> "100"
  )
}

final class ConnectionsForSomeUsers extends Simulated(HeldConnections.of(HeldConnections.default))
final class ConnectionsForAllUsers extends Simulated(HeldConnections.of(HeldConnections.enough))

/** Cost of sleeping threads, with all of the source's 1000: 975.6 requests/s in theory. */
final class ThousandThreads extends Simulated(HeldConnections.forManyThreads(instances = 1))
final class ThousandThreadsOnFive extends Simulated(HeldConnections.forManyThreads(instances = 5))
