package bottleneck.lab

import bottleneck.lab.explain.theory.Prediction
import bottleneck.lab.run.process.ChildFailed
import bottleneck.lab.run.{Fleet, Preflight, WarmUpLoad}
import bottleneck.lab.settings.{Refused, Settings}
import bottleneck.lab.target.{Load, Target, WarmUp}
import io.gatling.commons.stats.assertion.Assertion
import io.gatling.core.Predef._
import io.gatling.core.structure.ChainBuilder
import io.gatling.http.Predef._
import java.net.URI

/** A question that a Gatling run answers: starts the target, warms it up, loads it, and ends it.
  *
  * @param question
  *   what the run is to find out, in one sentence
  */
abstract class Experiment(question: String, target: Target) extends Simulation {
  protected val settings: Settings = Experiment.orExit(Settings.read(sys.props.toMap).fold(throw _, identity))

  private val runLogs = new RunLogs(settings.layout, getClass.getSimpleName)
  private val fleet = Option.when(settings.targetUrls.isEmpty)(new Fleet(target, settings, runLogs.folder, say))

  /** Sets the run up: `users` repeat `requests` until the load ends, and the assertions are judged over the whole run. */
  protected def measure(requests: ChainBuilder, load: Load, assertions: Vector[Assertion], warmUp: Option[WarmUp] = None): Unit = {
    before(Experiment.orExit(prepare(load, warmUp)))
    after(finish())
    val _ = setUp(scenario(getClass.getSimpleName).forever(requests).inject(rampUsers(load.users).during(load.arrival)))
      .protocols(http.baseUrls(urls.map(_.toString).toList).disableCaching)
      .maxDuration(load.duration)
      .assertions(assertions)
  }

  /** No request failed. */
  protected def noFailure: Assertion = global.failedRequests.count.is(0)

  /** Requests per second are within `fraction` of the prediction. */
  protected def throughputWithin(fraction: Double, prediction: Prediction): Assertion =
    global.requestsPerSec.around(prediction.perSecond, prediction.perSecond * fraction)

  private def urls: Vector[URI] = fleet.fold(settings.targetUrls)(_.urls)

  private def prepare(load: Load, warmUp: Option[WarmUp]): Unit = {
    say(question)
    settings.describe.foreach { case (name, value) => say(s"$name: $value") }
    Preflight.check(settings, load.users)
    fleet.foreach(_.start())
    warmUp.foreach { load =>
      say(s"warming up for ${load.duration}, outside the measured run")
      say(s"warm: ${WarmUpLoad.run(load, urls)} requests answered")
    }
    say(s"${load.users} users arrive within ${load.arrival} and stay for ${load.hold}")
  }

  private def finish(): Unit = {
    fleet.foreach(_.close())
    runLogs.moveToResults().foreach(folder => say(s"logs of every part: $folder"))
  }

  private def say(line: String): Unit = println(s"[lab] $line")
}

object Experiment {

  /** A mistake of the user or a part that does not start ends the JVM with a sentence, not with a stack trace. */
  private def orExit[A](action: => A): A =
    try action
    catch {
      case failure @ (_: Refused | _: ChildFailed) =>
        System.err.println(s"[lab] ${failure.getMessage}")
        sys.exit(1)
    }
}
