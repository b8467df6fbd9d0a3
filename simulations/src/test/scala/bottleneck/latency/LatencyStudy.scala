package bottleneck.latency

import bottleneck.lab.model.Numbers
import bottleneck.lab.explain.published.PublishedSetting
import bottleneck.lab.explain.record._
import bottleneck.lab.explain.verdict._

/** Study: threads and instances under random latency. */
object LatencyStudy {

  val study: Study = Study(
    id = "random-latency",
    title = "Random latency: threads and instances",
    question =
      "How many requests per second do instances of 200 threads answer when a request holds its thread for 1.025 s?",
    factor = "instances of 200 threads",
    Conclusions(
      _.judged(name(1), name(5))(answer),
      evidence =>
        Vector(
          evidence.judged(name(1), name(5))((_, _) =>
            "Size threads by Little's law: threads = requests/s × seconds that a request holds one. These runs met it within 5 %."
          ),
          Some(
            "Before adding threads or instances, shorten what a thread waits for: as long as threads limit, half the time is twice the throughput."
          ),
          virtualGain(evidence).map(gain =>
            s"Where requests wait and compute little, virtual threads (spring.threads.virtual.enabled, JDK 21 or later) make their number moot: $gain. What they wait for is the next limit."
          ),
          balanced(evidence)
        ).flatten
    ),
    order = Vector(name(1), name(5), virtualName, leastConnectionsName, atOnceName)
  )

  /** The variant of so many instances. */
  def trial(instances: Int): Trial = Trial(
    study.id,
    name(instances),
    published = Map(
      1 -> PublishedSetting("tuning/random-latency", "200 threads"),
      5 -> PublishedSetting("tuning/five-instances", "5 instances")
    ).get(instances)
  )

  private def virtualName: String = "1 instance, virtual threads"
  private def leastConnectionsName: String = "5 instances behind HAProxy, leastconn"

  private def atOnceName: String =
    s"${TimeOuts.setting.threads} threads, ${Numbers.count(TimeOuts.setting.users)} users at once"

  /** Trial: more users than the service answers within their timeout. */
  def atOnce: Trial = Trial(study.id, atOnceName)

  /** The users of five instances on one. */
  def virtual: Trial = Trial(study.id, virtualName)

  /** The users of five instances on one address. */
  def leastConnections: Trial = Trial(study.id, leastConnectionsName)

  /** Gain by virtual threads where requests wait. */
  def virtualGain(evidence: Evidence): Option[String] = evidence.judged(name(1), virtualName)((platform, virtual) =>
    s"one instance of 200 threads answered ${platform.rate}, with virtual threads ${virtual.rate}, of ${virtual.expected.prediction
        .fold(Numbers.none)(limit => Numbers.rate(limit.perSecond))} that its ${Numbers.count(virtual.load.users)} users can ask for"
  )

  private def balanced(evidence: Evidence): Option[String] =
    evidence.judged(name(5), leastConnectionsName)((clients, balancer) =>
      s"HAProxy with leastconn answered ${balancer.rate} with a p99 of ${balancer.latency(_.p99)} where clients that keep to one instance each got ${clients.rate} and ${clients.latency(_.p99)}: " +
        "it counts what is open at each instance, where a client knows only its own."
    )

  private def name(instances: Int): String = if (instances == 1) "1 instance" else s"$instances instances"

  private def answer(one: Result, five: Result): String =
    s"One instance answers ${one.rate} and five answer ${five.rate}: " +
      "200 threads each ÷ the 1.025 s for which a request holds a thread."
}
