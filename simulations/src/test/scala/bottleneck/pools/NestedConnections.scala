package bottleneck.pools

import bottleneck.AnswerCheck
import bottleneck.Dsl._
import bottleneck.hikari.PoolSetting
import bottleneck.lab.figures.theory.SizingFormulas
import bottleneck.lab.claims.verdict.Study
import java.util.concurrent.ThreadLocalRandom

/** Tasks that hold `perTask` connections at once, on a pool around the size below which all threads can wait for each
  * other's (pools/connection-formula).
  */
abstract class NestedConnections(perTask: Int, connections: Int, size: String)
    extends Experiment("nested-connections", s"$perTask at once, $connections connections ($size)") {

  /** Few, as all of them must hold what they can at the same time: of 10 threads with 3 at once none did so in 15 s. */
  private val threads = 5
  private val step = 20.millis
  private val formula = SizingFormulas.connectionsAgainstDeadlock(threads, perTask)

  /** A deadlock ends with the time-out, and here long before the window does, so that Little's law can be checked. */
  override def target = PoolSetting(connections, threads, timeout = 500.millis).target

  /** The window is longer with deadlocks, whose times are irregular. */
  override def load = ClosedLoad.ofWindow(
    users = 10,
    arrival = 1.second,
    settle = 4.seconds,
    window = if (connections < formula) 45.seconds else 20.seconds,
    WarmUp(users = 2, WarmUp.TimeSteady(step), calibrated = false)
  )
  override def fullLoad = load.judgedFor(60.seconds)

  /** Five runs of the formula, as no deadlock is expected. */
  override def repeats: Int = if (connections == formula) 5 else 1

  /** With a random time of 0 to 40 ms per connection. With equal times tasks stay in step, and those with 3 connections
    * miss the deadlock.
    */
  override def requests(run: RunContext) = request(
    ThreadLocalRandom.current().nextLong(2 * step.toMillis + 1)
  )

  /** Without the work, whose random times are never steady. */
  override def warmUpRequests(run: RunContext) = Some(request(0))
  override def expectation(run: RunContext) = Expectation(
    Vector(
      // the outermost is held for all steps, the innermost for one
      Limit.connections(connections, 1, step * (perTask * (perTask + 1) / 2)),
      Limit.threads(threads, 1, step * perTask)
    ),
    failures = if (connections < formula) AnswerCheck.expectedFailures else Vector.empty
  )

  private def request(millis: => Long): ChainBuilder = exec(
    http("GET /nested")
      .get((_: Session) => s"/nested?connections=$perTask&millis=$millis")
      .check(AnswerCheck.checks: _*)
  )
}

final class TwoNestedBelowFormula extends NestedConnections(2, 5, "formula − 1")
final class TwoNestedAtFormula extends NestedConnections(2, 6, "formula")
final class TwoNestedAmple extends NestedConnections(2, 10, "threads × connections")
final class ThreeNestedBelowFormula extends NestedConnections(3, 10, "formula − 1")
final class ThreeNestedAtFormula extends NestedConnections(3, 11, "formula")
final class ThreeNestedAmple extends NestedConnections(3, 15, "threads × connections")

/** Study: deadlock of threads on each other's connections. */
object NestedConnectionsStudy {
  val study: Study = Study(
    id = "nested-connections",
    title = "Several connections at once: the pool that deadlocks",
    question = "How many connections do 5 threads need whose tasks hold 2 or 3 of them at once?",
    factor = "connections",
    answer = Vector(
      "Give a pool at least threads × (connections at once − 1) + 1, or better, let no task need a second connection while it holds one: with one connection less (2 at once) {failed%[2 at once, 5 connections (formula − 1)]} of the requests were refused, and {throughput[2 at once, 5 connections (formula − 1)]} were answered instead of {throughput[2 at once, 6 connections (formula)]}."
    ),
    advice = Vector(
      "The formula only prevents the deadlock: with 2 at once its 6 connections answered {throughput[2 at once, 6 connections (formula)]}, and 10, with which no thread waits, {throughput[2 at once, 10 connections (threads × connections)]}.",
      "With 3 at once its 11 connections answered {throughput[3 at once, 11 connections (formula)]}, and 15, with which no thread waits, {throughput[3 at once, 15 connections (threads × connections)]}.",
      "REQUIRES_NEW inside a transaction takes a second connection. End the outer transaction first, or join it."
    ),
    order = Vector(
      "2 at once, 5 connections (formula − 1)",
      "2 at once, 6 connections (formula)",
      "2 at once, 10 connections (threads × connections)",
      "3 at once, 10 connections (formula − 1)",
      "3 at once, 11 connections (formula)",
      "3 at once, 15 connections (threads × connections)"
    )
  )
}
