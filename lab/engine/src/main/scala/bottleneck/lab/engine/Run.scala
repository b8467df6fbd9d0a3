package bottleneck.lab.engine

import bottleneck.lab.figures.preparation.Preparation
import bottleneck.lab.figures.record.{RunRecord, SharedRun, Trial}
import bottleneck.lab.figures.settings.{Refused, Settings}
import bottleneck.lab.figures.target.{Burst, Load}
import bottleneck.lab.parts.process.Ending
import java.nio.file.Path
import scala.concurrent.duration._
import scala.util.Using

/** A run of one variant whose load has a window, or of several side by side. */
private final class Run(simulation: String, trial: Trial, variants: Vector[Variant])
    extends VariantsRun(simulation, variants) {

  override protected def steps(use: Using.Manager): Unit = {
    // 1. Settings: wrong ones end the JVM with a sentence. What the machine lacks skips the run.
    val settings = Refused.unless(Settings.read(sys.props.toMap)).repeatedAtLeast(variants.map(_.repeats).max)
    val evaluation = Evaluations.found.of(simulation, trial, settings)
    val plans = planned(settings, evaluation)
    val failedBefore = Repeats.runEarlier(simulation, settings)(say)
    val times = PhaseTimes.of(plans.head.name, settings)

    // 2. Start: the parts of the target start while Gatling gets ready.
    val folder = new RunFolder(settings.layout, plans.head.name)
    val arms = this.arms(plans, folder, use)
    val criteria = evaluation.criteria
    val together = new SharedStart(settings.injector)(say)
    val share = settings.injector.map(_ -> (() => together.in))
    val preparing = arms.map(arm => arm.plan.preparing(arm.workload, arm.bed.isOwn)(arm.say))
    val users = arms.zip(preparing).map { case (arm, first) =>
      new LoadUsers(if (isShared) arm.name else arm.plan.name, arm.plan.load, arm.workload, first, share, isShared)
    }
    val duration = plans.map(_.load.duration).max
    def longest: FiniteDuration =
      together.in + preparing.flatten.map(_.longest).foldLeft(duration + Steps.slack)(_ + _)
    inject(
      Injection(
        LoadUsers.populations(users.zip(arms.map(_.bed.urls))),
        Option.unless(isShared)(arms.head.workload.assertion),
        longest,
        () => users.foreach(_.end())
      )
    )

    // 3. Sample: all parts are up, and once a second metrics.csv gets a line.
    arms.foreach(_.bed.awaitReady())
    times.over("started")

    unlessItEndsEarly {
      for { (arm, first) <- arms.zip(preparing); first <- first } {
        // 4. Warm up: silent users, until the JVMs are warm.
        letUsersStart()
        val warm = first.warmUp(arm.bed.gauge)
        arm.bed.useOwnIndex()

        // 5. Calibrate: below saturation, what a request demands.
        Preparation.write(arm.folder, first.calibrate(warm, arm.bed.gauge))
      }

      // 6. Predict: by that, and before the load.
      times.over("warmed up")
      together.await()
      arms.foreach { arm =>
        RunRecord.write(arm.folder, arm.record(criteria))
        arm.bed.loadBegins(arm.workload.intervention)
        arm.evaluation.prediction(arm.folder, arm.record(criteria)).foreach(arm.say)
      }

      // 7. Load: Gatling's users alone are in simulation.log and in its report.
      say(s"the load begins: ${duration.toSeconds} s")
      letUsersStart()
      preparing.flatten.foreach(_.release())
      awaitGone(longest)
      times.over("measured")
    }

    // 8. Stop everything, and make the results of what the run left.
    plans.map(_.load).foreach(watchOn)
    say("the load is over: evaluating")
    close(arms)
    def read(left: Path, arm: Arm, users: LoadUsers): Path => Conclusion = {
      val shared = Option.when(isShared)(SharedRun(left.getFileName.toString))
      val record = arm.record(criteria).copy(shared = shared)
      RunRecord.write(arm.folder, record)
      val reading = arm.evaluation.read(left, arm.folder, record.load, users.kept)
      place => record.setup.shareOf.fold(arm.evaluation.conclude(place, record, reading))(Conclusion.ofShare(place, _))
    }
    val (left, conclusions) = folder
      .moveToResults { left =>
        val all = arms.zip(users).map { case (arm, users) => read(left, arm, users) }
        if (isShared) LoadLog.keepAll(left, users.map(_.kept))
        all
      }
      .getOrElse(noFolder(settings))
    val failures = failedBefore ++ concluded(left, conclusions)
    times.over("evaluated")

    // 9. Exit: what failed fails the build.
    exit(failures, times, if (settings.injector.isEmpty) evaluation.overview() else Vector.empty)
  }

  private def unlessItEndsEarly(part: => Unit): Unit =
    try part
    catch {
      case _: InterruptedException => say("the run ended early")
      case failure: RuntimeException if Ending.sentence(failure).isEmpty =>
        throw new Refused(s"The load could not be prepared or sent: $failure.", Some(failure))
    }

  /** The end of a burst's window and the quiet after it: a time that is measured, not a wait for something. */
  private def watchOn(load: Load): Unit = load match {
    case burst: Burst => Thread.sleep((burst.after + Burst.quiet).toMillis)
    case _ => ()
  }
}
