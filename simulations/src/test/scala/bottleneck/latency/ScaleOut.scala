package bottleneck.latency

import bottleneck.lab.explain.record.Trial
import bottleneck.lab.{Setup, Simulated}
import bottleneck.lab.settings.Scale
import bottleneck.lab.target.ClosedLoad
import scala.concurrent.duration._

/** The same users on more and more instances (tuning/thirty-instances). */
object SameUsers {
  def of(instances: Int): Setup =
    RandomLatency.of(SameUsersStudy.trial(instances), setting(instances), setting(instances), judged = 30.seconds)

  /** Users per thread as in the source, 10,000 to 1000, and few enough for thirty instances on two cores. */
  private def setting(instances: Int): Sleeping = Sleeping(instances, SameUsersStudy.threads, users = 600)
}

final class SameUsersOn01 extends Simulated(SameUsers.of(1))

final class SameUsersOn05 extends Simulated(SameUsers.of(5))
final class SameUsersOn30 extends Simulated(SameUsers.of(30))

/** The source's 10,000 users on instances of 200 threads. Quick: a tenth of both, so that by Little's law mean times
  * stay.
  */
object Crowd {
  def of(trial: Trial, instances: Int): Setup = RandomLatency
    .of(
      trial,
      Sleeping(instances, RandomLatency.threads / 10, RandomLatency.sourcesUsers / 10),
      RandomLatency.full(instances),
      quickArrival = arrival,
      judged = judged
    )
    .copy(repeats = if (instances == 5) SameUsersStudy.repeatsOfFive else 1)

  /** The same users on another target. */
  private[bottleneck] def load(sleeping: Sleeping, scale: Scale): ClosedLoad =
    RandomLatency.load(scale, sleeping, sleeping, arrival, judged)

  /** Arrival time, long enough for timeouts to differ between its halves. */
  private val arrival = 8.seconds

  /** Window, longer than any response: Little's law needs the slow ones. */
  private val judged = 30.seconds
}

final class CrowdOnFiveInstances extends Simulated(Crowd.of(SameUsersStudy.crowd(5), 5))
final class CrowdOnThirtyInstances extends Simulated(Crowd.of(SameUsersStudy.crowd(30), 30))
