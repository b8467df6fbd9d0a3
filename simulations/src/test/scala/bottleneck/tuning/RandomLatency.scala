package bottleneck.tuning

import bottleneck.Dsl._
import bottleneck.lab.claims.verdict.{Sentence, Study}

/** Every request sleeps 50–2000 ms on its thread, so threads are the only resource (tuning/random-latency,
  * tuning/five-instances, tuning/thirty-instances).
  */
abstract class RandomLatency(trial: Trial, quick: Sleeping, full: Sleeping) extends Experiment(trial) {
  override def target = quick.target.copy(atFullScale = Map(ServiceProperties.threads -> full.threads.toString))
  override def load: Load = quick.load(arrival, window)

  /** The source's rate of arrival. */
  override def fullLoad: Load = full.load(arrival = math.max(1, full.users / 100).seconds, window = 60.seconds)
  override def requests(run: RunContext) = Sleeping.requests
  override def warmUpRequests(run: RunContext) = Some(Sleeping.warmUp)

  /** Failures and less throughput if the queueing time exceeds the users' timeout. */
  override def expectation(run: RunContext) = {
    val setting = run.scale.choose(quick, full)
    val byThreads = Limit.threads(setting.threads, setting.instances, Sleeping.mean)
    val byUsers = Limit.users(setting.users, Sleeping.mean)
    val limits = (if (limitedByThreads) Vector(byThreads, byUsers) else Vector(byUsers))
      .map(_.sampled(Sleeping.cv, run.load.duration - run.load.judgedFrom))
    val everyoneIsAnswered = setting.users / limits.map(_.perSecond).min < Sleeping.timeout.toSeconds
    if (everyoneIsAnswered) Expectation(limits, tolerance = Some(0.05), sentBySecond = limitedByThreads)
    else Expectation(limits, failures = Vector(ErrorKind.requestTimedOut, ErrorKind.connectionTimedOut))
  }

  /** False where requests need none of them. */
  protected def limitedByThreads: Boolean = true
  protected def arrival: FiniteDuration = 1.second
  protected def window: FiniteDuration = 17.seconds
}

/** Instances of 200 threads. Quick: 250 users for each. */
abstract class Instances(variant: String, instances: Int, published: Option[PublishedSetting] = None)
    extends RandomLatency(
      Trial("random-latency", variant, published = published),
      Sleeping(instances, threads = 200, users = 250 * instances),
      Sleeping(instances, threads = 200, Sleeping.sourcesUsers)
    )

/** 200 threads: 195.1 requests/s in theory. */
final class OneInstance extends Instances("1 instance", 1, published("tuning/random-latency", "200 threads"))

/** 5 × 200 threads: 975.6 requests/s in theory. */
final class FiveInstances extends Instances("5 instances", 5, published("tuning/five-instances", "5 instances"))

final class OneAndFiveInstances extends SideBySide(new OneInstance, new FiveInstances)

/** The users of [[FiveInstances]] on one address, which HAProxy spreads over the instances. */
final class FiveInstancesLeastConnections extends Instances("5 instances behind HAProxy, leastconn", 5) {

  /** Every instance is as busy as all others, so a check waits as long as a request. */
  private val check = HealthCheck("/health", interval = 2.seconds, timeout = 10.seconds, fall = 3, rise = 2)

  override def target =
    super.target.copy(balancer = Some(Balancer(Policy.LeastConnections, check, serverTimeout = Sleeping.timeout)))
}

/** The users of five instances on one, whose requests have a virtual thread each: 1220 requests/s in theory. At full
  * scale no more: they would be limited by its connections and then by the cores.
  */
final class OneInstanceVirtualThreads
    extends RandomLatency(
      Trial("random-latency", "1 instance, virtual threads"),
      Sleeping(instances = 5, threads = 200, users = 1250),
      Sleeping(instances = 5, threads = 200, users = 1250)
    ) {
  override def target = ServiceProperties.virtual(Sleeping(instances = 1, threads = 200, users = 1250).target)
  override protected def limitedByThreads: Boolean = false
}

/** More simultaneous requests than the threads answer within the timeout (tuning/random-latency). Each user sends one:
  * retries would queue behind abandoned requests, and no prediction would hold. A tenth of the source's threads and
  * users, so that by Little's law all times stay.
  */
final class UsersAtOnce extends Experiment("random-latency", "20 threads, 1,000 users at once") {
  private val setting = Sleeping(instances = 1, threads = 20, users = 1000)

  /** Target with a listen queue for all users, who wait for threads only. */
  override def target = {
    val target = setting.target
    target.copy(properties = target.properties + (ServiceProperties.acceptCount -> setting.users.toString))
  }
  override def load: Load = Burst(setting.users, Sleeping.timeout + 2.seconds, Some(setting.warmUp), arrival = 1.second)
  override def requests(run: RunContext) = Sleeping.requests
  override def warmUpRequests(run: RunContext) = Some(Sleeping.warmUp)
  override def expectation(run: RunContext) = Expectation(
    Vector(Limit.threads(setting.threads, 1, Sleeping.mean).sampled(Sleeping.cv, Sleeping.timeout)),
    failures = Vector(ErrorKind.requestTimedOut)
  )
}

/** Users of instances whose requests sleep, evenly 50 to 2000 ms, each on one of so many threads of an instance. */
final case class Sleeping(instances: Int, threads: Int, users: Int) {
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
  def load(arrival: FiniteDuration, window: FiniteDuration): ClosedLoad = {
    val wait = Sleeping.mean * math.max(0, users / instances - threads).toLong / threads.toLong
    val settle = (3 + math.ceil(2.5 * wait.toMillis / 1000)).toInt.seconds.max(5.seconds)
    ClosedLoad.ofWindow(users, arrival, settle, window, warmUp)
  }

  /** A user of each instance sends what does not sleep. What that costs says nothing of what sleeps. */
  def warmUp: WarmUp = WarmUp(users = instances, WarmUp.TimeSteady(Sleeping.mean), calibrated = false)
}

object Sleeping {
  val sourcesUsers = 10000
  val timeout: FiniteDuration = 30.seconds
  private val (least, most) = (50.millis, 2.seconds)
  val mean: FiniteDuration = (least + most) / 2

  /** Coefficient of variation of an even distribution between `least` and `most`. */
  val cv: Double = (most - least).toMillis / math.sqrt(12) / mean.toMillis

  def requests: ChainBuilder = get("/test")
  def warmUp: ChainBuilder = get("/test?millis=0")

  private def get(path: String): ChainBuilder = exec(http("GET /test").get(path).requestTimeout(timeout))
}

/** Study: threads and instances under random latency. */
object LatencyStudy {
  val study: Study = Study(
    id = "random-latency",
    title = "Random latency: threads and instances",
    question =
      "How many requests per second do instances of 200 threads answer when a request holds its thread for 1.025 s?",
    factor = "instances of 200 threads",
    answer = Vector(
      "One instance answers {throughput[1 instance]} and five answer {throughput[5 instances]}: 200 threads each ÷ the 1.025 s for which a request holds a thread."
    ),
    advice = Vector(
      "Size threads by Little's law: threads = requests/s × seconds that a request holds one.",
      Sentence(
        "These runs met Little's law within 5 %.",
        when =
          "throughput[1 instance] = predicted[1 instance] ± 5% and throughput[5 instances] = predicted[5 instances] ± 5%"
      ),
      "Before adding threads or instances, shorten what a thread waits for: as long as threads limit, half the time is twice the throughput.",
      "Where requests wait and compute little, virtual threads (spring.threads.virtual.enabled, JDK 21 or later) make their number moot: one instance of 200 threads answered {throughput[1 instance]}, with virtual threads {throughput[1 instance, virtual threads]}, of {predicted[1 instance, virtual threads]} that its {users[1 instance, virtual threads]} users can ask for. What they wait for is the next limit.",
      "HAProxy with leastconn answered {throughput[5 instances behind HAProxy, leastconn]} with a p99 of {p99[5 instances behind HAProxy, leastconn]} where clients that keep to one instance each got {throughput[5 instances]} and {p99[5 instances]}: it counts what is open at each instance, where a client knows only its own."
    ),
    order = Vector(
      "1 instance",
      "5 instances",
      "1 instance, virtual threads",
      "5 instances behind HAProxy, leastconn",
      "20 threads, 1,000 users at once"
    )
  )
}
