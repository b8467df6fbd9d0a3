package bottleneck.latency

import bottleneck.lab.explain.record.{ErrorKind, Expectation, Trial}
import bottleneck.ServiceProperties
import bottleneck.lab.{Setup, Simulated, Workload}
import bottleneck.lab.settings.Scale
import bottleneck.lab.target.{ClosedLoad, Load, Target}
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

  /** Users whose turn comes later than they are willing to wait give up: then failures are expected, and less
    * throughput.
    */
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
