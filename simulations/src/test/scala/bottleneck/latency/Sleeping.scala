package bottleneck.latency

import bottleneck.lab.explain.theory.Prediction
import bottleneck.ServiceProperties
import bottleneck.lab.target.{ClosedLoad, Target, WarmUp}
import scala.concurrent.duration._

/** Users of instances whose requests sleep, evenly 50 to 2000 ms, each on one of so many threads of an instance. */
final case class Sleeping(instances: Int, threads: Int, users: Int) {

  /** What threads and users allow, and what chance leaves of that in a window. */
  def limits(window: FiniteDuration): Vector[Prediction] =
    Vector(Prediction.threads(threads, instances, Sleeping.mean), Prediction.users(users, Sleeping.mean))
      .map(_.sampled(Sleeping.cv, window))

  def target: Target = Target(
    instances,
    Map(
      ServiceProperties.threads -> threads.toString,
      ServiceProperties.maxConnections -> "8192",
      ServiceProperties.acceptCount -> "100"
    ) ++ ServiceProperties.unobserved,
    database = None,
    jvm = ServiceProperties.sleepers,
    training = ServiceProperties.training
  )

  /** Not judged until the first request was served, even if many overtake it: a user waits for those before it at its
    * instance ÷ the throughput of the instance's threads (Little's law).
    */
  def load(arrival: FiniteDuration, judged: FiniteDuration): ClosedLoad = {
    val wait = Sleeping.mean * math.max(0, users / instances - threads).toLong / threads.toLong
    val settle = (3 + math.ceil(2.5 * wait.toMillis / 1000)).toLong.seconds.max(5.seconds)
    ClosedLoad(users, arrival, settle, settle + judged, warmUp)
  }

  /** A user of each instance sends what does not sleep. What that costs says nothing of what sleeps. */
  private[bottleneck] def warmUp: Option[WarmUp] =
    Some(WarmUp(users = instances, WarmUp.TimeSteady(Sleeping.mean), calibrated = false))
}

object Sleeping {

  /** Coefficient of variation of an even distribution between `least` and `most`. */
  private[latency] lazy val cv: Double = (most - least).toMillis / math.sqrt(12) / mean.toMillis
  private val least = 50.millis
  private val most = 2.seconds
  val mean: FiniteDuration = (least + most) / 2
}
