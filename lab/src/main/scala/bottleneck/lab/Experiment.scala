package bottleneck.lab

import bottleneck.lab.explain.preparation.Preparation
import bottleneck.lab.explain.report.Summary
import bottleneck.lab.explain.result.{Published, Trial}
import bottleneck.lab.prepare.{Preparing, Rounds}
import bottleneck.lab.run.{Fleet, Needs, Preflight}
import bottleneck.lab.run.metrics.{Gauge, Recording, WatchedParts}
import bottleneck.lab.files.SpeedMoment
import bottleneck.lab.run.speed.MachineSpeed
import bottleneck.lab.settings.{Refused, Scale, Settings}
import bottleneck.lab.target._
import io.gatling.commons.stats.assertion.Assertion
import io.gatling.core.Predef._
import io.gatling.core.structure.PopulationBuilder
import io.gatling.http.protocol.HttpProtocolBuilder
import java.net.URI
import java.nio.file.Path
import java.util.concurrent.atomic.AtomicReference
import scala.concurrent.duration._

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

  private val published = Ending.orExit(
    Published.read(settings.layout.data).fold(error => throw new Refused(error.message), identity)
  )
  protected val load: Load = Ending
    .orExit(loadAt(settings.scale).load(EarlierRuns.sustained(settings, trial.study)))
    .fold(skip, identity)
  Announcement.of(target, load, settings).foreach(say)
  Ending.orExit(Preflight.check(settings, target, load.users))
  Ending.orExit(Needs.unmet(target, settings)).foreach(skip)
  Ending.withParent()
  private val earlier = Ending.orExit(Repeats.runEarlier(getClass.getName, settings)(say))
  private val runFolder = new RunFolder(settings.layout, getClass.getSimpleName)
  private val warmUpIndex = load.warmUp
    .filter(
      _.onKeyset && settings.database.isEmpty && settings.targetUrls.isEmpty && target.database
        .exists(_.index != Index.Keyset)
    )
    .map(_ => Index.Keyset)
  private val fleet =
    Option.when(settings.targetUrls.isEmpty)(new Fleet(target, settings, runFolder.work, say, warmUpIndex))
  if (fleet.isDefined) say("starting the target")
  // the parts start while Gatling still gets ready
  fleet.foreach(_.start())

  /** Sets the run up; called once, at the end of a simulation's constructor. */
  protected def measure(workload: Workload): Unit = {
    val run = new Run(workload)
    before(Ending.orExit(run.prepare()))
    after(Ending.orExit(run.finish()))
    val _ =
      setUp(run.populations)
        .protocols(run.protocol)
        .maxDuration(run.longest)
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
    private lazy val ownRecording = Recording.start(WatchedParts(Vector.empty), runFolder.work)(say)
    private val preparing = load.warmUp.map { warmUp =>
      val calibration = workload.calibration.getOrElse(workload.requests)
      val rounds = Rounds(workload.warmUp.getOrElse(calibration), calibration)
      new Preparing(
        if (fleet.isDefined) warmUp else warmUp.copy(calibrated = false),
        load.users,
        Experiment.together(load),
        Preparing.boundAt(settings.scale),
        rounds
      )(say)
    }

    private val speed = new MachineSpeed(runFolder.work, say)

    /** With the window that the preparation asked for. */
    private val loaded = new AtomicReference[Load](load)

    private val users = new Users(Experiment.this.getClass.getSimpleName, () => loaded.get(), workload, preparing)

    def populations: List[PopulationBuilder] = users.populations(urls)

    def protocol: HttpProtocolBuilder = users.protocol(urls)

    /** A bound for what does not end by itself. */
    def longest: FiniteDuration =
      preparing.fold[FiniteDuration](Duration.Zero)(_.longest) + load.duration + WindowLength.most(
        load
      ) + Experiment.slack

    def prepare(): Unit = {
      fleet.foreach(_.awaitReady())
      awaitIdle()
      speed.measure(SpeedMoment.Before, fleet.flatMap(_.unlimitedDatabase))
      if (fleet.isEmpty) ownRecording.loadBegins()
      preparing.fold(begin())(lead)
    }

    /** Parts that still work would make the machine seem slow. */
    private def awaitIdle(): Unit = fleet.foreach(_.gauge.awaitIdle(Experiment.idleWithin))

    /** On a thread of its own: Gatling starts its users when `prepare` is over. */
    private def lead(preparing: Preparing): Unit = {
      val thread = new Thread(
        () =>
          Ending.orExit {
            val gauge = fleet.fold(Gauge.of(WatchedParts(Vector.empty)))(_.gauge)
            try {
              val seen = preparing.lead(gauge)(() => fleet.foreach(_.useOwnIndex()))
              Preparation.write(runFolder.work, seen)
              loaded.set(WindowLength.of(load, seen))
              begin()
              preparing.release()
            } catch {
              case _: InterruptedException => say("the run ended before its load began")
              case failure: RuntimeException if !failure.isInstanceOf[Refused] =>
                throw new Refused(s"The load could not be prepared: $failure.", Some(failure))
            }
          },
        "preparation"
      )
      thread.setDaemon(true)
      thread.start()
    }

    /** What is done when the load begins, and said of it. */
    private def begin(): Unit = {
      fleet.foreach(_.limitCpus())
      fleet.foreach(_.loadBegins())
      for { parts <- fleet; intervention <- workload.intervention }
        parts.intervene(intervention, load.judgedFrom + intervention.after)
      forecast.prediction.foreach(prediction => say(Summary.predicted(prediction)))
      say(s"the load begins: ${loaded.get().duration.toSeconds} s")
    }

    private def forecast: Forecast = {
      val cpus = Runtime.getRuntime.availableProcessors
      val limits = if (fleet.isDefined) target.cpus.below(cpus) else CpuLimits.none
      Forecast.of(runFolder.work, target, loaded.get(), workload, limits, cpus)
    }

    def finish(): Unit = {
      users.end()
      watchOn()
      say("the load is over: evaluating")
      fleet.fold(ownRecording.close())(_.loadEnds(workload.explained))
      awaitIdle()
      speed.measure(SpeedMoment.After, fleet.flatMap(_.unlimitedDatabase))
      fleet.foreach(_.close())
      val conclusion = runFolder.moveToResults().fold(Conclusion.noFolder(settings.layout.results)) { folder =>
        val damage = LoadLog.keep(folder.resolve("simulation.log"), users.scenarios).left.toOption
        damage.foreach(error => say(error.message))
        Conclusion.of(finished(folder), settings, published)
      }
      conclusion.summary.foreach(say)
      val failures = earlier ++ conclusion.failures ++ again(conclusion)
      failures.foreach(failure => say(s"FAILED: $failure"))
      SoFar.lines(settings).foreach(say)
      if (failures.nonEmpty) Ending.failBuild()
    }

    /** A disturbed run counts for nothing: it is run once more, while this JVM waits. */
    private def again(conclusion: Conclusion): Option[String] =
      if (!conclusion.mayDoBetter || conclusion.failures.nonEmpty) None
      else if (settings.mayRunAgain) {
        say("the run was disturbed: running it once more; the pages show both")
        Repeats.runAgain(Experiment.this.getClass.getName, settings)
      } else {
        say("the second attempt was disturbed too; there is no third")
        None
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
      loaded.get(),
      workload,
      fleet.map(_.installed),
      fleet.toVector.flatMap(_.endedEarly),
      fleet.toVector.flatMap(_.steps)
    )
  }
}

private object Experiment {
  private val idleWithin = 5.seconds

  /** How many requests of a load wait for each other where the cores are the limit. */
  private def together(load: Load): Int = load match {
    case _: ClosedLoad | _: Staircase => load.users
    case _: OpenLoad | _: Burst => 1
  }

  /** For users to be injected and reports to be made. */
  private val slack = 2.minutes
}
