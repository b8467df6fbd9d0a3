package bottleneck.latency

import bottleneck.Dsl._

/** Every request sleeps 50–2000 ms on its thread, so threads are the only resource (tuning/random-latency,
  * tuning/five-instances, tuning/thirty-instances).
  */
abstract class RandomLatency(trial: Trial, quick: Sleeping, full: Sleeping) extends Experiment(trial) {
  override def target: Target =
    quick.target.copy(atFullScale = Map(ServiceProperties.threads -> full.threads.toString))
  override def load: Load = quick.load(arrival, window)
  override def fullLoad: Load = full.fullLoad
  override def requests: ChainBuilder = RandomLatency.requests("")
  override def warmUpRequests: Option[ChainBuilder] = Some(RandomLatency.warmUp)

  /** Failures and less throughput if the queueing time exceeds the users' timeout. */
  override def expectation: Expectation = {
    val setting = run.scale.choose(quick, full)
    val byThreads = Prediction.threads(setting.threads, setting.instances, Sleeping.mean)
    val byUsers = Prediction.users(setting.users, Sleeping.mean)
    val limits = (if (limitedByThreads) Vector(byThreads, byUsers) else Vector(byUsers))
      .map(_.sampled(Sleeping.cv, run.load.duration - run.load.judgedFrom))
    val everyoneIsAnswered = setting.users / limits.map(_.perSecond).min < RandomLatency.timeout.toSeconds
    if (everyoneIsAnswered) Expectation(limits, tolerance = Some(0.05), sentBySecond = limitedByThreads)
    else Expectation(limits, failures = Vector(ErrorKind.requestTimedOut, ErrorKind.connectionTimedOut))
  }

  /** False where requests need none of them. */
  protected def limitedByThreads: Boolean = true
  protected def arrival: FiniteDuration = 1.second
  protected def window: FiniteDuration = 17.seconds
}

object RandomLatency {
  private[bottleneck] val threads = 200
  private[bottleneck] val sourcesUsers = 10000
  private[bottleneck] val timeout = 30.seconds

  private[bottleneck] def warmUp: ChainBuilder = requests("?millis=0")

  private[bottleneck] def requests(query: String): ChainBuilder =
    exec(http("GET /test").get(s"/test$query").requestTimeout(timeout))

  /** Quick: 250 users for 200 threads. */
  private[bottleneck] def quick(instances: Int): Sleeping = Sleeping(instances, threads, 250 * instances)
  private[bottleneck] def full(instances: Int): Sleeping = Sleeping(instances, threads, sourcesUsers)
}

/** 200 threads: 195.1 requests/s in theory. */
final class OneInstance extends RandomLatency(LatencyStudy.trial(1), RandomLatency.quick(1), RandomLatency.full(1))

/** 5 × 200 threads: 975.6 requests/s in theory. */
final class FiveInstances extends RandomLatency(LatencyStudy.trial(5), RandomLatency.quick(5), RandomLatency.full(5))

/** The users of five instances on one, whose requests have a virtual thread each: 1220 requests/s in theory. At full
  * scale no more: they would be limited by its connections and then by the cores.
  */
final class OneInstanceVirtualThreads
    extends RandomLatency(LatencyStudy.virtual, RandomLatency.quick(5), RandomLatency.quick(5)) {
  override def target: Target = ServiceProperties.virtual(RandomLatency.quick(1).target)
  override protected def limitedByThreads: Boolean = false
}

/** More simultaneous requests than the threads answer within the timeout (tuning/random-latency). Each user sends one:
  * retries would queue behind abandoned requests, and no prediction would hold.
  */
final class UsersAtOnce extends Experiment(LatencyStudy.atOnce) {
  private val setting = UsersAtOnce.setting

  /** Target with a listen queue for all users, who wait for threads only. */
  override def target: Target = {
    val target = setting.target
    target.copy(properties = target.properties + (ServiceProperties.acceptCount -> setting.users.toString))
  }
  override def load: Load =
    Burst(setting.users, RandomLatency.timeout + 2.seconds, Some(setting.warmUp), arrival = 1.second)
  override def requests: ChainBuilder = RandomLatency.requests("")
  override def warmUpRequests: Option[ChainBuilder] = Some(RandomLatency.warmUp)
  override def expectation: Expectation = Expectation(
    Vector(Prediction.threads(setting.threads, 1, Sleeping.mean).sampled(Sleeping.cv, RandomLatency.timeout)),
    failures = Vector(ErrorKind.requestTimedOut)
  )
}

private[latency] object UsersAtOnce {

  /** A tenth of the source's threads and users, so that by Little's law all times stay. */
  val setting: Sleeping =
    Sleeping(instances = 1, RandomLatency.threads / 10, RandomLatency.sourcesUsers / 10)
}

/** Users of instances whose requests sleep, evenly 50 to 2000 ms, each on one of so many threads of an instance. */
final case class Sleeping(instances: Int, threads: Int, users: Int) {

  /** The source's rate of arrival. */
  private[bottleneck] def fullLoad: ClosedLoad = load(arrival = math.max(1, users / 100).seconds, window = 60.seconds)

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
  private[bottleneck] def warmUp: WarmUp =
    WarmUp(users = instances, WarmUp.TimeSteady(Sleeping.mean), calibrated = false)
}

object Sleeping {

  /** Coefficient of variation of an even distribution between `least` and `most`. */
  private[latency] lazy val cv: Double = (most - least).toMillis / math.sqrt(12) / mean.toMillis
  private val least = 50.millis
  private val most = 2.seconds
  val mean: FiniteDuration = (least + most) / 2
}

/** Study: threads and instances under random latency. */
object LatencyStudy {
  private val id = "random-latency"

  /** The users of five instances on one, and on one address. */
  val virtual: Trial = Trial(id, "1 instance, virtual threads")
  val leastConnections: Trial = Trial(id, "5 instances behind HAProxy, leastconn")

  /** More users than the service answers within their timeout. */
  val atOnce: Trial =
    Trial(id, s"${UsersAtOnce.setting.threads} threads, ${Numbers.count(UsersAtOnce.setting.users)} users at once")

  val study: Study = Study(
    id,
    title = "Random latency: threads and instances",
    question =
      "How many requests per second do instances of 200 threads answer when a request holds its thread for 1.025 s?",
    factor = "instances of 200 threads",
    answer = Vector(
      "One instance answers {throughput[1 instance]} and five answer {throughput[5 instances]}: 200 threads each ÷ the 1.025 s for which a request holds a thread."
    ),
    advice = Vector(
      Sentence(
        "Size threads by Little's law: threads = requests/s × seconds that a request holds one. These runs met it within 5 %.",
        when =
          "throughput[1 instance] = predicted[1 instance] ± 5% and throughput[5 instances] = predicted[5 instances] ± 5%"
      ),
      "Before adding threads or instances, shorten what a thread waits for: as long as threads limit, half the time is twice the throughput.",
      "Where requests wait and compute little, virtual threads (spring.threads.virtual.enabled, JDK 21 or later) make their number moot: one instance of 200 threads answered {throughput[1 instance]}, with virtual threads {throughput[1 instance, virtual threads]}, of {predicted[1 instance, virtual threads]} that its {users[1 instance, virtual threads]} users can ask for. What they wait for is the next limit.",
      "HAProxy with leastconn answered {throughput[5 instances behind HAProxy, leastconn]} with a p99 of {p99[5 instances behind HAProxy, leastconn]} where clients that keep to one instance each got {throughput[5 instances]} and {p99[5 instances]}: it counts what is open at each instance, where a client knows only its own."
    ),
    order = Vector(name(1), name(5)) ++ Vector(virtual, leastConnections, atOnce).map(_.variant)
  )

  def trial(instances: Int): Trial = Trial(
    id,
    name(instances),
    published = Map(
      1 -> PublishedSetting("tuning/random-latency", "200 threads"),
      5 -> PublishedSetting("tuning/five-instances", "5 instances")
    ).get(instances)
  )

  private def name(instances: Int): String = if (instances == 1) "1 instance" else s"$instances instances"
}
