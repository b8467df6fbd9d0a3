package bottleneck.latency

import bottleneck.Dsl._

/** The same users on more and more instances (tuning/thirty-instances). */
abstract class SameUsers(instances: Int)
    extends RandomLatency(
      SameUsersStudy.trial(instances),
      SameUsersStudy.setting(instances),
      SameUsersStudy.setting(instances)
    ) {
  override protected def window: FiniteDuration = 30.seconds
}

final class SameUsersOn01 extends SameUsers(1)
final class SameUsersOn05 extends SameUsers(5)
final class SameUsersOn30 extends SameUsers(30)

/** The source's 10,000 users on instances of 200 threads. Quick: a tenth of both, so that by Little's law mean times
  * stay.
  */
abstract class Crowd(instances: Int)
    extends RandomLatency(
      SameUsersStudy.crowd(instances),
      Sleeping(instances, RandomLatency.threads / 10, RandomLatency.sourcesUsers / 10),
      RandomLatency.full(instances)
    ) {
  override protected def arrival: FiniteDuration = Crowd.arrival
  override protected def window: FiniteDuration = Crowd.window
}

private[bottleneck] object Crowd {

  /** Arrival time, long enough for timeouts to differ between its halves. */
  val arrival: FiniteDuration = 8.seconds

  /** Window, longer than any response: Little's law needs the slow ones. */
  val window: FiniteDuration = 30.seconds
}

/** The slowest of a run is one request: what it says of five instances, several runs must say. */
final class CrowdOnFiveInstances extends Crowd(5) {
  override def repeats: Int = 3
}
final class CrowdOnThirtyInstances extends Crowd(30)

/** Study: maximum response time of the same users on more instances. */
object SameUsersStudy {

  private[latency] val threads = 60

  /** Users per thread as in the source, 10,000 to 1000, and few enough for thirty instances on two cores. */
  private[latency] def setting(instances: Int): Sleeping = Sleeping(instances, threads, users = 600)

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

  def trial(instances: Int): Trial = Trial(study.id, name(instances))

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
