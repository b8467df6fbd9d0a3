package bottleneck.resilience

import bottleneck.lab.explain.record.{ErrorKind, Expectation}
import bottleneck.lab.explain.theory.{Disruption, Prediction}
import bottleneck.lab.target._
import bottleneck.lab.{Setup, Simulated, Workload}
import io.gatling.core.Predef._
import scala.concurrent.duration._

/** One of five instances behind HAProxy is killed while users send requests of 50–2000 ms, and another may stand still
  * from then on.
  */
object LostInstances {
  def of(variant: String, next: Fault*): Setup = Setup(
    LostInstancesStudy.trial(variant),
    RollingRestarts.target(graceful = true),
    _.choose(quick = RollingRestarts.load(judged = 40.seconds), full = RollingRestarts.load(judged = 120.seconds)),
    _ =>
      Workload(
        exec(RollingRestarts.request),
        Expectation(
          Vector(Prediction.users(RollingRestarts.users, RollingRestarts.meanSleep)),
          failures = Vector("status 502", "status 503", ErrorKind.requestTimedOut),
          disruption = Some(
            Disruption(
              // most users never wait for an instance that is lost
              Duration.Zero -> Some(RollingRestarts.longestSleep),
              failed,
              "what is under way in the killed instance is cut off, and what comes to it until two checks have failed is refused; what waits for the one that stands still is answered when it goes on"
            )
          )
        ),
        intervention = Some(MakeFail(after = 4.seconds, Fault.Kill(Part.Instance(1)), next.toVector))
      )
  )

  private[resilience] val stall: Fault = Fault.Stall(Part.Instance(2), 10.seconds)

  /** By Little's law users / instances are under way in it, with three standard deviations; whoever is refused comes
    * again at once, so up to twice as many are refused as else would come to it. By chance none may be under way, but
    * in [[RollingRestarts.blind]] some come.
    */
  private[resilience] val failed: (Int, Option[Int]) = {
    import RollingRestarts._
    val share = 1.0 / instances
    val underWay = users * share + 3 * math.sqrt(users * share * (1 - share))
    val refused = 2 * users * share * (blind / meanSleep)
    1 -> Some((underWay + refused).ceil.toInt)
  }
}

final class InstanceKilled extends Simulated(LostInstances.of(LostInstancesStudy.killed))
final class InstanceKilledAndStalled
    extends Simulated(LostInstances.of(LostInstancesStudy.killedAndStalled, LostInstances.stall))
