package bottleneck.lab

import bottleneck.lab.explain.log.LogReader
import bottleneck.lab.explain.report.Summary
import bottleneck.lab.explain.stats.{Measurement, Window}
import bottleneck.lab.explain.theory.Prediction
import bottleneck.lab.run.process.ChildFailed
import bottleneck.lab.run.{Fleet, Preflight, WarmUpLoad}
import bottleneck.lab.settings.{Refused, Settings}
import bottleneck.lab.target.Target
import io.gatling.commons.stats.assertion.Assertion
import io.gatling.core.Predef._
import io.gatling.http.Predef._
import java.io.IOException
import java.net.URI
import java.nio.file.Path

/** A question that a Gatling run answers: starts the target, warms it up, loads it, ends it, and sums up.
  *
  * @param question
  *   what the run is to find out, in one sentence
  */
abstract class Experiment(question: String, target: Target) extends Simulation {
  protected val settings: Settings = Experiment.orExit(Settings.read(sys.props.toMap).fold(throw _, identity))

  private val runFolder = new RunFolder(settings.layout, getClass.getSimpleName)
  private val fleet = Option.when(settings.targetUrls.isEmpty)(new Fleet(target, settings, runFolder.logs, say))

  /** Sets the run up; called once, at the end of a simulation's constructor. */
  protected def measure(workload: Workload): Unit = {
    before(Experiment.orExit(prepare(workload)))
    after(finish(workload))
    val users = rampUsers(workload.load.users).during(workload.load.arrival)
    val _ = setUp(scenario(getClass.getSimpleName).forever(workload.requests).inject(users))
      .protocols(http.baseUrls(urls.map(_.toString).toList).disableCaching)
      .maxDuration(workload.load.duration)
      .assertions(workload.assertions)
  }

  /** No request failed. */
  protected def noFailure: Assertion = global.failedRequests.count.is(0)

  /** Requests per second are within `fraction` of the prediction. */
  protected def throughputWithin(fraction: Double, prediction: Prediction): Assertion =
    global.requestsPerSec.around(prediction.perSecond, prediction.perSecond * fraction)

  private def urls: Vector[URI] = fleet.fold(settings.targetUrls)(_.urls)

  private def prepare(workload: Workload): Unit = {
    val load = workload.load
    say(s"${getClass.getName}: $question")
    settings.describe.foreach { case (name, value) => say(s"  $name: $value") }
    Preflight.check(settings, load.users)
    fleet.foreach(_.start())
    workload.warmUp.foreach { warmUp =>
      say(s"warming up for ${warmUp.duration}, outside the measured run")
      say(s"warm: ${WarmUpLoad.run(warmUp, urls)} requests answered")
    }
    say(s"load: ${load.users} users arrive within ${load.arrival} and stay for ${load.hold}")
  }

  private def finish(workload: Workload): Unit = {
    fleet.foreach(_.close())
    runFolder.complete().foreach { folder =>
      sumUp(folder.resolve("simulation.log"), workload).foreach(say)
      say(s"logs of the run's parts: ${folder.resolve("logs").toUri}")
    }
  }

  private def sumUp(log: Path, workload: Workload): Vector[String] = {
    val load = workload.load
    val window = Window((load.arrival + load.settle).toMillis.toInt, load.duration.toMillis.toInt)
    val collector = new Measurement.Collector(window)
    LogReader.read(log)(collector.add) match {
      case Right(_) => Summary.lines(collector.measurement, workload.prediction)
      case Left(error) => Vector(error.message)
    }
  }

  private def say(line: String): Unit = println(s"[lab] $line")
}

object Experiment {

  /** A mistake of the user or a part that does not start ends the JVM with a sentence, not with a stack trace. */
  private def orExit[A](action: => A): A =
    try action
    catch {
      case failure @ (_: Refused | _: ChildFailed) => exit(failure.getMessage)
      case failure: IOException => exit(s"A file could not be read or written: ${failure.getMessage}.")
    }

  private def exit(sentence: String): Nothing = {
    System.err.println(s"[lab] $sentence")
    sys.exit(1)
  }
}
