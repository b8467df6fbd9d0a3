package bottleneck.latency

import bottleneck.lab.explain.published.PublishedSetting
import bottleneck.lab.explain.record._
import bottleneck.lab.explain.verdict._

/** Study: maximum response time of the same users on more instances. */
object SameUsersStudy {

  private[latency] val threads = 60

  /** The slowest of a run is one request: what it says of five instances, several runs must say. */
  private[bottleneck] val repeatsOfFive = 3

  val study: Study = Study(
    id = "same-users",
    title = "Scale-out: the same users on more instances",
    question = "How long does the slowest response take when the same users load 1, 5 or 30 instances?",
    factor = "instances",
    answer = Vector(
      "The slowest of {users[1 × 60 threads]} users waits {max[1 × 60 threads]} on one instance of 60 threads, {max[5 × 60 threads]} on five and {max[30 × 60 threads]} on thirty."
    ),
    advice = Vector(
      "Stop adding instances when nobody waits for a thread any more: from five to thirty the throughput rose from {throughput[5 × 60 threads]} to {throughput[30 × 60 threads]}, which is what {users[30 × 60 threads]} users can ask for."
    ),
    order = Vector(name(1), name(5), name(30)) ++ Vector(5, 30).map(crowdName)
  )

  /** Trial: the same users on `instances` of [[threads]] threads. */
  def trial(instances: Int): Trial = Trial(study.id, name(instances))

  /** Trial: the source's users on its instances. */
  def crowd(instances: Int): Trial = Trial(
    study.id,
    crowdName(instances),
    published = Map(
      5 -> PublishedSetting("tuning/five-instances", "5 instances"),
      30 -> PublishedSetting("tuning/thirty-instances", "30 instances")
    ).get(instances)
  )

  private def name(instances: Int): String = s"$instances × $threads threads"
  private def crowdName(instances: Int): String = s"the source's crowd on $instances instances"
}
