package bottleneck.lab

import bottleneck.lab.explain.report.Numbers
import bottleneck.lab.explain.result.{Published, Trial}
import bottleneck.lab.run.{Fleet, Needs, Preflight}
import bottleneck.lab.files.SpeedMoment
import bottleneck.lab.run.metrics.Recording
import bottleneck.lab.run.speed.MachineSpeed
import bottleneck.lab.settings.{Refused, Scale, Settings}
import bottleneck.lab.target._
import io.gatling.commons.stats.assertion.Assertion
import io.gatling.core.Predef._
import io.gatling.core.structure.PopulationBuilder
import io.gatling.http.protocol.HttpProtocolBuilder
import java.net.URI
import java.nio.file.Path

/** A variant of a question that one Gatling run answers: starts the target, warms it up, loads it, ends it, and
  * concludes.
  *
  * @param loadAt
  *   the load at a scale, or how it follows from an earlier run, without which this one is skipped
  * @param repeats
  *   how often it runs at least, each time in JVMs of its own; `lab.repeat` may ask for more
  */
abstract class Experiment(trial: Trial, anyScale: Target, loadAt: Scale => LoadPlan, repeats: Int = 1)
    extends Simulation {
  protected val settings: Settings =
    Ending.orExit(Settings.read(sys.props.toMap).fold(throw _, _.repeatedAtLeast(repeats)))
  private val target = anyScale.at(settings.scale)

  say(s"${getClass.getName}: ${trial.study.question}")
  settings.describe.foreach { case (name, value) => say(s"  $name: $value") }
  private val published = Ending.orExit(
    Published.read(settings.layout.data).fold(error => throw new Refused(error.message), identity)
  )
  protected val load: Load = Ending
    .orExit(loadAt(settings.scale).load(EarlierRuns.sustained(settings, trial.study)))
    .fold(skip, identity)
  Ending.orExit(Preflight.check(settings, target, load.users))
  Ending.orExit(Needs.unmet(target, settings)).foreach(skip)
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
      setUp(run.populations)
        .protocols(run.protocol(urls))
        .maxDuration(load.duration)
        .assertions(workload.assertions)
  }

  /** No request failed. */
  protected def noFailure: Assertion = global.failedRequests.count.is(0)

  /** At least one request was answered. */
  protected def someAnswer: Assertion = global.successfulRequests.count.gt(0)

  /** Base URL of each instance, for requests that are to reach a certain one past the balancer. */
  protected def instanceUrls: Vector[URI] = fleet.fold(settings.targetUrls)(_.instanceUrls)

  private def urls: Vector[URI] = fleet.fold(settings.targetUrls)(_.urls)

  private def skip(reason: String): Nothing = {
    say(s"SKIPPED: $reason")
    val page = Ending.orExit(SkippedRun.record(getClass.getName, trial, reason)(settings, published))
    say(s"results: ${page.toUri}")
    Ending.skip()
  }

  private def say(line: String): Unit = println(s"[lab] $line")

  /** What happens around the load. */
  private final class Run(workload: Workload) {
    private lazy val ownRecording = Recording.start(Vector.empty, None, None, runFolder.work)(say)

    private val speed = new MachineSpeed(runFolder.work, say)

    private val users = new Users(Experiment.this.getClass.getSimpleName, load, workload)

    def populations: List[PopulationBuilder] = users.populations

    def protocol(urls: Vector[URI]): HttpProtocolBuilder = users.protocol(urls)

    def prepare(): Unit = {
      fleet.foreach(_.awaitReady())
      speed.measure(SpeedMoment.Before, fleet.flatMap(_.unlimitedDatabase))
      fleet.fold(ownRecording.loadBegins())(_.loadBegins())
      users.start()
      fleet.foreach(_.limitCpus(load.warmUpDuration))
      for { parts <- fleet; intervention <- workload.intervention }
        parts.intervene(intervention, load.judgedFrom + intervention.after)
      load.warmUp.foreach(warmUp => say(s"warm-up: ${warmUp.users} users for ${warmUp.duration}"))
      say(load match {
        case closed: ClosedLoad =>
          s"load: ${closed.users} users arrive within ${closed.arrival} and stay for ${closed.hold}"
        case burst: Burst =>
          s"load: ${burst.users} users send one request each, all within ${burst.arrival.toMillis} ms"
        case open: OpenLoad =>
          s"load: users come at ${Numbers.rate(open.perSecond)} for ${open.hold} and send one request each"
        case stairs: Staircase =>
          s"load: ${stairs.levels.mkString(", ")} users, ${stairs.each} each"
      })
    }

    def finish(): Unit = {
      users.end()
      watchOn()
      fleet.fold(ownRecording.close())(_.loadEnds(workload.explained))
      speed.measure(SpeedMoment.After, fleet.flatMap(_.unlimitedDatabase))
      fleet.foreach(_.close())
      val conclusion = runFolder.moveToResults().fold(Conclusion.noFolder(settings.layout.results)) { folder =>
        Conclusion.of(finished(folder), settings, published)
      }
      conclusion.summary.foreach(say)
      val failures = earlier ++ conclusion.failures
      failures.foreach(failure => say(s"FAILED: $failure"))
      if (failures.nonEmpty) Ending.failBuild()
    }

    /** The end of a burst's window and the quiet after it: a time that is measured, not a wait for something. */
    private def watchOn(): Unit = load match {
      case burst: Burst => Thread.sleep((burst.after + Burst.quiet).toMillis)
      case _: ClosedLoad | _: OpenLoad | _: Staircase => ()
    }

    private def finished(folder: Path): FinishedRun = FinishedRun(
      folder,
      trial,
      target,
      load,
      workload,
      fleet.map(_.installed),
      fleet.toVector.flatMap(_.endedEarly),
      fleet.toVector.flatMap(_.steps)
    )
  }
}
