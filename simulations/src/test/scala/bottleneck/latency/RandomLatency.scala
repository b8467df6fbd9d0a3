package bottleneck.latency

import bottleneck.lab.model.ErrorKind
import bottleneck.ServiceProperties
import bottleneck.lab.{Setup, Simulated, Workload}
import bottleneck.lab.explain.record.{Expectation, Trial}
import bottleneck.lab.explain.theory.Prediction
import bottleneck.lab.settings.Scale
import bottleneck.lab.target.{Burst, ClosedLoad, Load, Target, WarmUp}
import io.gatling.core.Predef._
import io.gatling.core.structure.ChainBuilder
import io.gatling.http.Predef._
import scala.concurrent.duration._

/** Every request sleeps 50–2000 ms on its thread, so threads are the only resource (tuning/random-latency,
  * tuning/five-instances, tuning/thirty-instances).
  *
  * @param started
  *   the target, where it is another than that of `quick`
  * @param limitedByThreads
  *   false where requests need none of them
  */
object RandomLatency {
  def of(
      trial: Trial,
      quick: Sleeping,
      full: Sleeping,
      started: Option[Target] = None,
      limitedByThreads: Boolean = true,
      quickArrival: FiniteDuration = 1.second,
      judged: FiniteDuration = 17.seconds
  ): Setup = Setup(
    trial,
    started.getOrElse(target(quick, full)),
    load(_, quick, full, quickArrival, judged),
    context =>
      Workload(
        requests(""),
        expectation(context.scale.choose(quick, full), context.load, limitedByThreads),
        warmUp = Some(warmUp)
      )
  )

  private[latency] def load(
      scale: Scale,
      quick: Sleeping,
      full: Sleeping,
      quickArrival: FiniteDuration,
      judged: FiniteDuration
  ): ClosedLoad = scale.choose(
    quick = quick.load(quickArrival, judged),
    full = full.load(arrival = perSecond(full.users), judged = 60.seconds)
  )

  /** Expectation: failures and less throughput if the queueing time exceeds the users' timeout. */
  private def expectation(setting: Sleeping, load: Load, limitedByThreads: Boolean): Expectation = {
    val limits =
      setting.limits(load.duration - load.judgedFrom).filter(limit => limitedByThreads || limit.by == "users")
    val everyoneIsAnswered = setting.users / limits.map(_.perSecond).min < timeout.toSeconds
    if (everyoneIsAnswered)
      Expectation(limits, tolerance = Some(0.05), sentBySecond = limitedByThreads)
    else Expectation(limits, failures = givenUp)
  }

  private[bottleneck] val threads = 200
  private[bottleneck] val sourcesUsers = 10000
  private[bottleneck] val timeout = 30.seconds
  private val givenUp = Vector(ErrorKind.requestTimedOut, ErrorKind.connectionTimedOut)

  private[bottleneck] def warmUp: ChainBuilder = requests("?millis=0")

  private[bottleneck] def requests(query: String): ChainBuilder =
    exec(http("GET /test").get(s"/test$query").requestTimeout(timeout))

  /** Quick: 250 users for 200 threads. */
  private[bottleneck] def quick(instances: Int): Sleeping = Sleeping(instances, threads, 250 * instances)
  private[bottleneck] def full(instances: Int): Sleeping = Sleeping(instances, threads, sourcesUsers)

  private def target(quick: Sleeping, full: Sleeping): Target =
    quick.target.copy(atFullScale = Map(ServiceProperties.threads -> full.threads.toString))

  /** The source's rate of arrival. */
  private def perSecond(users: Int): FiniteDuration = math.max(1, users / 100).seconds
}

/** 200 threads: 195.1 requests/s in theory. */
final class OneInstance
    extends Simulated(RandomLatency.of(LatencyStudy.trial(1), RandomLatency.quick(1), RandomLatency.full(1)))

/** 5 × 200 threads: 975.6 requests/s in theory. */
final class FiveInstances
    extends Simulated(RandomLatency.of(LatencyStudy.trial(5), RandomLatency.quick(5), RandomLatency.full(5)))

/** The users of five instances on one, whose requests have a virtual thread each: 1220 requests/s in theory. At full
  * scale no more: they would be limited by its connections and then by the cores.
  */
final class OneInstanceVirtualThreads
    extends Simulated(
      RandomLatency.of(
        LatencyStudy.virtual,
        RandomLatency.quick(5),
        RandomLatency.quick(5),
        Some(ServiceProperties.virtual(RandomLatency.quick(1).target)),
        limitedByThreads = false
      )
    )

/** More simultaneous requests than the threads answer within the timeout (tuning/random-latency). Each user sends one:
  * retries would queue behind abandoned requests, and no prediction would hold.
  */
object TimeOuts {
  def setup: Setup = Setup(
    LatencyStudy.atOnce,
    target,
    _ => Burst(setting.users, RandomLatency.timeout + 2.seconds, setting.warmUp, arrival = 1.second),
    _ =>
      Workload(
        RandomLatency.requests(""),
        Expectation(
          Vector(Prediction.threads(setting.threads, 1, Sleeping.mean).sampled(Sleeping.cv, RandomLatency.timeout)),
          failures = Vector(ErrorKind.requestTimedOut)
        ),
        warmUp = Some(RandomLatency.requests("?millis=0"))
      )
  )

  /** A tenth of the source's threads and users, so that by Little's law all times stay. */
  private[latency] val setting =
    Sleeping(instances = 1, RandomLatency.threads / 10, RandomLatency.sourcesUsers / 10)

  /** Target with a listen queue for all users, who wait for threads only. */
  private def target: Target = {
    val target = setting.target
    target.copy(properties = target.properties + (ServiceProperties.acceptCount -> setting.users.toString))
  }
}

final class UsersAtOnce extends Simulated(TimeOuts.setup)

/** Users of instances whose requests sleep, evenly 50 to 2000 ms, each on one of so many threads of an instance. */
final case class Sleeping(instances: Int, threads: Int, users: Int) {

  /** Limits by threads and by users, with the sampling error of a window. */
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

  /** Load whose window begins after the first request is served, even if overtaken. The queueing time is the queue
    * length of an instance ÷ its throughput (Little's law).
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
