package bottleneck.lab

import bottleneck.lab.explain.result.{Published, Trial}
import bottleneck.lab.run.{Fleet, Preflight}
import bottleneck.lab.run.metrics.Recording
import bottleneck.lab.settings.{Refused, Scale, Settings}
import bottleneck.lab.target.{Load, Target, WarmUp}
import io.gatling.commons.stats.assertion.Assertion
import io.gatling.core.Predef._
import io.gatling.core.controller.inject.open.OpenInjectionStep
import io.gatling.core.structure.ChainBuilder
import io.gatling.http.Predef._
import java.net.URI
import java.nio.file.Path
import scala.concurrent.duration._

/** A variant of a question that one Gatling run answers: starts the target, warms it up, loads it, ends it, and
  * concludes.
  *
  * @param repeats
  *   how often it runs at least, each time in JVMs of its own; `lab.repeat` may ask for more
  */
abstract class Experiment(trial: Trial, target: Target, loadAt: Scale => Load, repeats: Int = 1) extends Simulation {
  protected val settings: Settings =
    Ending.orExit(Settings.read(sys.props.toMap).fold(throw _, _.repeatedAtLeast(repeats)))
  protected val load: Load = loadAt(settings.scale)

  say(s"${getClass.getName}: ${trial.study.question}")
  settings.describe.foreach { case (name, value) => say(s"  $name: $value") }
  private val published = Ending.orExit(
    Published.read(settings.layout.data).fold(error => throw new Refused(error.message), identity)
  )
  Ending.orExit(Preflight.check(settings, load.users))
  Ending.withParent()
  private val earlier = Ending.orExit(Repeats.runEarlier(getClass.getName, settings)(say))
  private val runFolder = new RunFolder(settings.layout, getClass.getSimpleName)
  private val fleet = Option.when(settings.targetUrls.isEmpty)(new Fleet(target, settings, runFolder.work, say))
  // the parts start while Gatling still gets ready
  fleet.foreach(_.start())

  /** Sets the run up; called once, at the end of a simulation's constructor. */
  protected def measure(workload: Workload): Unit = {
    val run = new Run(workload)
    before(Ending.orExit(run.prepare()))
    after(Ending.orExit(run.finish()))
    val _ =
      setUp(scenario(getClass.getSimpleName).asLongAs(_ => !run.isOver)(run.requests).inject(injection))
        .protocols(http.baseUrls(urls.map(_.toString).toList).disableCaching)
        .maxDuration(load.duration)
        .assertions(workload.assertions)
  }

  /** The users of the warm-up stay. */
  private def injection: Vector[OpenInjectionStep] = {
    val first = load.warmUp.toVector.flatMap(warmUp => Vector(atOnceUsers(warmUp.users), nothingFor(warmUp.duration)))
    first :+ rampUsers(load.users - load.warmUp.fold(0)(_.users)).during(load.arrival)
  }

  /** No request failed. */
  protected def noFailure: Assertion = global.failedRequests.count.is(0)

  /** At least one request was answered. */
  protected def someAnswer: Assertion = global.successfulRequests.count.gt(0)

  private def urls: Vector[URI] = fleet.fold(settings.targetUrls)(_.urls)

  private def say(line: String): Unit = println(s"[lab] $line")

  /** What happens around the load. */
  private final class Run(workload: Workload) {
    private lazy val ownRecording = Recording.start(Vector.empty, None, runFolder.work)(say)

    /** Gatling runs `after` while its users still work: this ends them, so that nothing disturbs what comes then. */
    @volatile private var over = false

    def isOver: Boolean = over

    @volatile private var warmUpEnds = Deadline.now

    def requests: ChainBuilder =
      until(WarmUp.calibration)(workload.warmUp)(until(Duration.Zero)(workload.calibration)(workload.requests))

    /** Something else `early`, until so long before the end of the warm-up. */
    private def until(before: FiniteDuration)(early: Option[ChainBuilder])(later: ChainBuilder): ChainBuilder =
      early.fold(later)(doIfOrElse(_ => (warmUpEnds - before).hasTimeLeft())(_)(later))

    def prepare(): Unit = {
      fleet.foreach(_.awaitReady())
      fleet.fold(ownRecording.loadBegins())(_.loadBegins())
      load.warmUp.foreach(warmUp => warmUpEnds = warmUp.duration.fromNow)
      load.warmUp.foreach(warmUp => say(s"warm-up: ${warmUp.users} users for ${warmUp.duration}"))
      say(s"load: ${load.users} users arrive within ${load.arrival} and stay for ${load.hold}")
    }

    def finish(): Unit = {
      over = true
      fleet.fold(ownRecording.close())(_.loadEnds(workload.explained))
      fleet.foreach(_.close())
      val conclusion = runFolder.moveToResults().fold(Conclusion.noFolder(settings.layout.results)) { folder =>
        Conclusion.of(finished(folder), settings, published)
      }
      conclusion.summary.foreach(say)
      val failures = earlier ++ conclusion.failures
      failures.foreach(failure => say(s"FAILED: $failure"))
      if (failures.nonEmpty) Ending.failBuild()
    }

    private def finished(folder: Path): FinishedRun = FinishedRun(
      folder,
      trial,
      target,
      load,
      workload,
      fleet.map(_.installed),
      fleet.toVector.flatMap(_.endedEarly)
    )
  }
}
