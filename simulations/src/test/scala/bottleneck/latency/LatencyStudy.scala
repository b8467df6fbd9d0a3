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

  private def name(instances: Int): String = if (instances == 1) "1 instance" else s"$instances instances"
}
