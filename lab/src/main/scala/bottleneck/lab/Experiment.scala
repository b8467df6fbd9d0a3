package bottleneck.lab

import bottleneck.lab.run.process.ChildFailed
import bottleneck.lab.run.{Fleet, Preflight, WarmUpLoad}
import bottleneck.lab.settings.{Refused, Scale, Settings}
import bottleneck.lab.target.{Load, Target}
import io.gatling.commons.stats.assertion.Assertion
import io.gatling.core.Predef._
import io.gatling.http.Predef._
import java.io.{IOException, UncheckedIOException}
import java.net.URI
import java.sql.SQLException
import scala.concurrent.duration.Duration
import scala.concurrent.{Await, ExecutionContext, Future}

/** A question that a Gatling run answers: starts the target, warms it up, loads it, ends it, and concludes.
  *
  * @param question
  *   what the run is to find out, in one sentence
  */
abstract class Experiment(question: String, target: Target, loadAt: Scale => Load) extends Simulation {
  private val simulation = getClass.getName
  protected val settings: Settings = Experiment.orExit(Settings.read(sys.props.toMap).fold(throw _, identity))
  protected val load: Load = loadAt(settings.scale)

  private val runFolder = new RunFolder(settings.layout, getClass.getSimpleName)
  private val fleet = Option.when(settings.targetUrls.isEmpty)(new Fleet(target, settings, runFolder.logs, say))

  say(s"$simulation: $question")
  settings.describe.foreach { case (name, value) => say(s"  $name: $value") }
  Experiment.orExit(Preflight.check(settings, load.users))
  Experiment.endWithParent()
  // the parts start while Gatling still gets ready
  fleet.foreach(_.start())

  /** Sets the run up; called once, at the end of a simulation's constructor. */
  protected def measure(workload: Workload): Unit = {
    before(Experiment.orExit(prepare(workload)))
    after(Experiment.orExit(finish(workload)))
    val users = rampUsers(load.users).during(load.arrival)
    val _ = setUp(scenario(getClass.getSimpleName).forever(workload.requests).inject(users))
      .protocols(http.baseUrls(urls.map(_.toString).toList).disableCaching)
      .maxDuration(load.duration)
      .assertions(workload.assertions)
  }

  /** No request failed. */
  protected def noFailure: Assertion = global.failedRequests.count.is(0)

  /** At least one request was answered. */
  protected def someAnswer: Assertion = global.successfulRequests.count.gt(0)

  private def urls: Vector[URI] = fleet.fold(settings.targetUrls)(_.urls)

  private def prepare(workload: Workload): Unit = {
    fleet.foreach(_.awaitReady())
    workload.warmUp.foreach { warmUp =>
      say(s"warming up for ${warmUp.duration}, outside the measured run")
      say(s"warm: ${WarmUpLoad.run(warmUp, urls)} requests answered")
    }
    say(s"load: ${load.users} users arrive within ${load.arrival} and stay for ${load.hold}")
  }

  private def finish(workload: Workload): Unit = {
    val ended = Future(fleet.foreach(_.close()))(ExecutionContext.global)
    val conclusion = runFolder.newest match {
      case Some(folder) => Conclusion.of(folder.resolve("simulation.log"), simulation, load, workload)
      case None => Conclusion.failed(s"Gatling left no folder for this run in ${settings.layout.results}.")
    }
    Await.result(ended, Duration.Inf)
    conclusion.summary.foreach(say)
    val failures = fleet.toVector.flatMap(_.endedEarly) ++ conclusion.failures
    failures.foreach(failure => say(s"FAILED: $failure"))
    if (failures.nonEmpty) Experiment.failBuild()
    runFolder.moveLogs().foreach(folder => say(s"logs of the run's parts: ${folder.toUri}"))
  }

  private def say(line: String): Unit = println(s"[lab] $line")
}

object Experiment {

  /** A mistake of the user or a part that does not start ends the JVM with a sentence, not with a stack trace. */
  private def orExit[A](action: => A): A =
    try action
    catch {
      case failure @ (_: Refused | _: ChildFailed) => exit(failure.getMessage)
      case failure @ (_: IOException | _: UncheckedIOException) =>
        exit(s"A file could not be read or written: ${failure.getMessage}.")
      case failure: SQLException => exit(s"The database failed: ${failure.getMessage}")
    }

  /** Maven does not end Gatling's JVM when it is killed itself: then this one ends too. */
  private def endWithParent(): Unit = ProcessHandle.current().parent().ifPresent { parent =>
    val _ = parent.onExit().thenRun(() => exit("The process that started this run is gone, and so the run ends."))
  }

  private val assertionsFailed = 2

  /** Gatling's assertions see whole runs only. So what is judged over the window ends the JVM with the exit code that
    * Gatling gives to failed assertions, once Gatling has written its report and exits itself.
    */
  private def failBuild(): Unit =
    Runtime.getRuntime.addShutdownHook(new Thread(() => Runtime.getRuntime.halt(assertionsFailed), "fail-build"))

  private def exit(sentence: String): Nothing = {
    System.err.println(s"[lab] $sentence")
    sys.exit(1)
  }
}
