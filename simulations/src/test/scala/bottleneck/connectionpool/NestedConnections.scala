package bottleneck.connectionpool

import bottleneck.lab.explain.record.Expectation
import bottleneck.lab.explain.theory.Prediction
import bottleneck.lab.{Setup, Simulated, Workload}
import bottleneck.lab.target.{ClosedLoad, Load, WarmUp}
import io.gatling.core.Predef._
import io.gatling.core.structure.ChainBuilder
import io.gatling.http.Predef._
import java.util.concurrent.ThreadLocalRandom
import scala.concurrent.duration._

/** Tasks that hold `perTask` connections at once, on a pool around the size below which all threads can wait for each
  * other's (pools/connection-formula).
  */
object NestedConnections {
  def of(perTask: Int, pool: NestedPool, repeats: Int = 1): Setup = Setup(
    NestedConnectionsStudy.trial(perTask, pool),
    setting(pool.size(perTask)).target,
    _.choose(quick = load(judged = pool.judged), full = load(judged = 60.seconds)),
    _ =>
      Workload(
        request(_ => path(perTask)),
        Expectation(
          Vector(
            // the outermost is held for all steps, the innermost for one
            Prediction.connections(pool.size(perTask), 1, step * (perTask * (perTask + 1) / 2)),
            Prediction.threads(threads, 1, step * perTask)
          ),
          failures = if (pool.canDeadlock) AnswerCheck.expectedFailures else Vector.empty
        ),
        // without the work, whose random times are never steady
        warmUp = Some(request(_ => s"/nested?connections=$perTask&millis=0"))
      ),
    repeats
  )

  /** Few, as all of them must hold what they can at the same time: of 10 threads with 3 at once none did so in 15 s. */
  private[connectionpool] val threads = 5
  private val step = 20.millis

  private def request(path: Session => String): ChainBuilder =
    exec(http("GET /nested").get(session => path(session)).check(AnswerCheck.checks: _*))

  /** Path with a random time of 0 to 40 ms per connection. With equal times tasks stay in step, and those with 3
    * connections miss the deadlock.
    */
  private def path(perTask: Int): String =
    s"/nested?connections=$perTask&millis=${ThreadLocalRandom.current().nextLong(2 * step.toMillis + 1)}"

  /** A deadlock ends with the time-out, and here long before the window does, so that Little's law can be checked. */
  private def setting(connections: Int): PoolSetting = PoolSetting(connections, threads, timeout = 500.millis)

  private def load(judged: FiniteDuration): Load =
    ClosedLoad(
      users = 10,
      1.second,
      settle = 4.seconds,
      4.seconds + judged,
      Some(WarmUp(users = 2, WarmUp.TimeSteady(step), calibrated = false))
    )
}

final class TwoNestedBelowFormula extends Simulated(NestedConnections.of(2, NestedPool.Below))

/** Five runs, as no deadlock is expected. */
final class TwoNestedAtFormula extends Simulated(NestedConnections.of(2, NestedPool.Formula, repeats = 5))

final class TwoNestedAmple extends Simulated(NestedConnections.of(2, NestedPool.Ample))

final class ThreeNestedBelowFormula extends Simulated(NestedConnections.of(3, NestedPool.Below))

final class ThreeNestedAtFormula extends Simulated(NestedConnections.of(3, NestedPool.Formula, repeats = 5))

final class ThreeNestedAmple extends Simulated(NestedConnections.of(3, NestedPool.Ample))
