package bottleneck.lab.engine

import bottleneck.lab.figures.settings.Refused
import bottleneck.lab.parts.host.Daemon
import bottleneck.lab.parts.process.Ending
import io.gatling.commons.stats.assertion.Assertion
import io.gatling.core.structure.PopulationBuilder
import java.util.concurrent.CountDownLatch
import java.util.concurrent.TimeUnit.NANOSECONDS
import scala.concurrent.duration._
import scala.concurrent.{Await, Promise}
import scala.util.Using

/** Gatling's part of a run: populations with their protocols, a bound for what does not end by itself, and what has
  * users leave when their requests are answered.
  */
private final case class Injection(
    populations: List[PopulationBuilder],
    assertion: Option[Assertion],
    longest: FiniteDuration,
    end: () => Unit
)

/** A run: [[steps]] goes from its settings to its exit code, on a thread of its own that waits at each step until it is
  * done. Gatling's threads construct the simulation, call its hooks and inject its users; they only give signals, and
  * wait for the run's.
  */
private abstract class Steps {
  private val injection = Promise[Injection]()
  private val usersMayStart = Promise[Unit]()
  private val usersAreGone = new CountDownLatch(1)
  private val concluded = Promise[Unit]()

  protected def steps(use: Using.Manager): Unit

  /** Begins the run, and returns as soon as it is known what Gatling is to inject. */
  def start(): Injection = {
    new Daemon("run", () => untilItsEnd()).start()
    Await.result(injection.future, Duration.Inf)
  }

  /** Gatling's `before`: it starts its users when this returns. */
  def beforeUsers(): Unit = Await.result(usersMayStart.future, Duration.Inf)

  /** Gatling's `after`: it makes its report of simulation.log, and exits, when this returns. */
  def afterUsers(): Unit = {
    Await.result(injection.future, Duration.Zero).end()
    usersAreGone.countDown()
    Await.result(concluded.future, Duration.Inf)
  }

  protected def inject(what: Injection): Unit = injection.success(what): Unit

  protected def letUsersStart(): Unit = usersMayStart.trySuccess(()): Unit

  protected def awaitGone(longest: FiniteDuration): Unit = {
    val bound = longest + Steps.slack
    if (!usersAreGone.await(bound.toNanos, NANOSECONDS))
      throw new Refused(s"Users of the load were still there after ${bound.toSeconds} s: Gatling did not end them.")
  }

  protected def say(line: String): Unit = println(s"[lab] $line")

  /** Closes whatever the steps have opened, and ends the JVM or Gatling's waits where one of them failed. */
  private def untilItsEnd(): Unit =
    try {
      Using.Manager(steps).get
      val _ = concluded.success(())
    } catch {
      case failure: Throwable =>
        Ending.ofFailure(failure, begun = injection.isCompleted)
        Vector[Promise[_]](injection, usersMayStart, concluded).foreach(_.tryFailure(failure))
    }
}

private object Steps {

  /** Time for injecting users and making reports. */
  val slack: FiniteDuration = 2.minutes
}
