package bottleneck.tuning

import bottleneck.Dsl._
import bottleneck.lab.claims.verdict.Study

/** The same users on more and more instances (tuning/thirty-instances): for a thread as many as in the source, 10,000
  * to 1000, and few enough for thirty instances on two cores.
  */
abstract class SameUsers(instances: Int)
    extends RandomLatency(
      Trial("same-users", s"$instances × 60 threads"),
      Sleeping(instances, threads = 60, users = 600),
      Sleeping(instances, threads = 60, users = 600)
    ) {
  override protected def window: FiniteDuration = 30.seconds
}

final class SameUsersOn01 extends SameUsers(1)
final class SameUsersOn05 extends SameUsers(5)
final class SameUsersOn30 extends SameUsers(30)

/** The source's 10,000 users. Quick: a tenth of users and threads, so that by Little's law mean times stay. */
abstract class Crowd(trial: Trial, instances: Int, threads: Int)
    extends RandomLatency(
      trial,
      Sleeping(instances, threads / 10, Sleeping.sourcesUsers / 10),
      Sleeping(instances, threads, Sleeping.sourcesUsers)
    ) {

  /** Long enough for timeouts to differ between its halves. */
  override protected def arrival: FiniteDuration = 8.seconds

  /** Longer than any response: Little's law needs the slow ones. */
  override protected def window: FiniteDuration = 30.seconds
}

/** On instances of 200 threads. */
abstract class CrowdOn(instances: Int, published: PublishedSetting)
    extends Crowd(
      Trial("same-users", s"the source's crowd on $instances instances", published = Some(published)),
      instances,
      threads = 200
    )

/** The slowest of a run is one request: what it says of five instances, several runs must say. */
final class CrowdOnFiveInstances extends CrowdOn(5, PublishedSetting("tuning/five-instances", "5 instances")) {
  override def repeats: Int = 3
}
final class CrowdOnThirtyInstances extends CrowdOn(30, PublishedSetting("tuning/thirty-instances", "30 instances"))

/** Study: maximum response time of the same users on more instances. */
object SameUsersStudy {
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
    order =
      Vector(1, 5, 30).map(n => s"$n × 60 threads") ++ Vector(5, 30).map(n => s"the source's crowd on $n instances")
  )
}
