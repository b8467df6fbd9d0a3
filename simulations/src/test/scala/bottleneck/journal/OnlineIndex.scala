package bottleneck.journal

import bottleneck.ServiceProperties
import bottleneck.lab.{Setup, Simulated, Workload}
import bottleneck.lab.target._
import io.gatling.core.Predef._
import scala.concurrent.duration._

/** An index is added to 1,000,000 journals while some users read and others write (tuning/index-online). */
object OnlineIndex {
  def of(build: IndexBuild): Setup = Setup(
    OnlineIndexStudy.trial(build),
    target,
    _.choose(quick = load(judged = 32.seconds), full = load(judged = 120.seconds)),
    context => {
      val editing = new Editing(context.data)
      Workload(
        // readers and writers are different users: a write that waits must not keep anybody from reading
        doIfOrElse(_.userId % usersPerReader == 0)(editing.read)(editing.write).pause(think),
        warmUp = Some(editing.write),
        explained = Vector(Editing.path),
        intervention = Some(BuildIndex(after = 3.seconds, build, of = Index.Keyset, OnlineIndexStudy.index))
      )
    }
  )

  /** Think time: each of four writers changes some 20 titles/s, so that a gap is seen. */
  private val think = 50.millis

  /** Users per reader. */
  private val usersPerReader = 3

  /** Four writers and two readers. Without the index a read takes nearly 0.5 s, and more readers would delay each other
    * more than the build does.
    */
  private val users = 6

  private def load(judged: FiniteDuration): Load =
    ClosedLoad(
      users,
      1.second,
      settle = 1.second,
      1.second + judged,
      Some(WarmUp(users = 2, calibrated = false)),
      think
    )

  /** Target with a connection per user, so that a user who waits for a lock keeps no other out of the pool. */
  private def target: Target = Target(
    instances = 1,
    Map(ServiceProperties.poolSize -> "10"),
    Some(Database(maxConnections = 25, Index.None, scale = 10)),
    jvm = ServiceProperties.warmSooner,
    training = ServiceProperties.training
  )
}

final class OnlineIndexPlain extends Simulated(OnlineIndex.of(IndexBuild.Plain))

final class OnlineIndexConcurrently extends Simulated(OnlineIndex.of(IndexBuild.Concurrent))

/** The lab cancels the build and cures what it left. */
final class OnlineIndexInterrupted extends Simulated(OnlineIndex.of(IndexBuild.Interrupted))
