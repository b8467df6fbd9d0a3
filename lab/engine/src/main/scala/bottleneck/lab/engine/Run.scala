package bottleneck.lab.engine

import bottleneck.lab.figures.preparation.Preparation
import bottleneck.lab.figures.record.RunRecord
import bottleneck.lab.figures.settings.{Injector, Refused, Settings}
import bottleneck.lab.figures.target.{Burst, Load}
import bottleneck.lab.parts.process.Ending
import bottleneck.lab.parts.{Needs, Preflight}
import java.time.{Duration => JavaDuration, Instant}
import scala.concurrent.duration._
import scala.jdk.DurationConverters._
import scala.util.Using

/** One run of a variant. */
private final class Run(simulation: String, variant: Variant) extends Steps {

  override protected def steps(use: Using.Manager): Unit = {
    // 1. Settings: wrong ones end the JVM with a sentence. What the machine lacks skips the run.
    val settings = Refused.unless(Settings.read(sys.props.toMap)).repeatedAtLeast(variant.repeats)
    val evaluation = Evaluations.found.of(simulation, variant.trial, settings)
    val plan = planned(settings, evaluation)
    val failedBefore = Repeats.runEarlier(simulation, settings)(say)
    val times = PhaseTimes.of(plan.name, settings)

    // 2. Start: the parts of the target start while Gatling gets ready.
    val folder = new RunFolder(settings.layout, plan.name)
    val bed = use(new TestBed(plan, folder.work)(say))
    bed.start()
    val workload = variant.workload(plan.context(bed.instanceUrls))
    val preparing = plan.preparing(workload, bed.isOwn)(say)
    val criteria = evaluation.criteria
    val together = new SharedStart(settings.injector)(say)
    def longest: FiniteDuration =
      together.in + preparing.fold[FiniteDuration](Duration.Zero)(_.longest) + plan.load.duration + Steps.slack
    val users =
      new LoadUsers(plan.name, plan.load, workload, preparing, settings.injector.map(_ -> (() => together.in)))
    def record: RunRecord = plan.record(plan.load, workload, bed.installed, criteria)
    inject(
      Injection(
        users.populations(bed.urls),
        Some(users.protocol(bed.urls)),
        Some(workload.assertion),
        longest,
        () => users.end()
      )
    )

    // 3. Sample: all parts are up, and once a second metrics.csv gets a line.
    bed.awaitReady()
    times.over("started")

    unlessItEndsEarly {
      preparing.foreach { first =>
        // 4. Warm up: silent users, until the JVMs are warm.
        letUsersStart()
        val warm = first.warmUp(bed.gauge)
        bed.useOwnIndex()

        // 5. Calibrate: below saturation, what a request demands.
        Preparation.write(folder.work, first.calibrate(warm, bed.gauge))
      }

      // 6. Predict: by that, and before the load.
      times.over("warmed up")
      together.await()
      RunRecord.write(folder.work, record)
      bed.loadBegins(workload.intervention)
      evaluation.prediction(folder.work, record).foreach(say)

      // 7. Load: Gatling's users alone are in simulation.log and in its report.
      say(s"the load begins: ${plan.load.duration.toSeconds} s")
      letUsersStart()
      preparing.foreach(_.release())
      awaitGone(longest)
      times.over("measured")
    }

    // 8. Stop everything, and make the result of what the run left.
    watchOn(plan.load)
    say("the load is over: evaluating")
    bed.loadEnds(workload.explained)
    bed.close()
    val done = record.copy(ended = bed.endedEarly, steps = bed.steps)
    RunRecord.write(folder.work, done)
    val scenarios = users.scenarios
    val conclusion = folder.moveToResults(evaluation.read(_, done.load, scenarios, users.heldBack)) match {
      case None => Conclusion.failed(s"Gatling left no folder for this run in ${settings.layout.results}.")
      case Some((left, read)) =>
        done.setup.shareOf.fold(evaluation.conclude(left, done, read))(Conclusion.ofShare(left, _))
    }
    conclusion.summary.foreach(say)
    times.over("evaluated")

    // 9. Exit: what failed fails the build.
    val failures = failedBefore ++ conclusion.failures
    failures.foreach(failure => say(s"FAILED: $failure"))
    say(times.line())
    if (settings.injector.isEmpty) conclusion.overview.getOrElse(evaluation.overview).foreach(say)
    if (failures.nonEmpty) Ending.failBuild()
  }

  /** Plan of the run, announced; ends the JVM where the run is impossible on this machine. */
  private def planned(settings: Settings, evaluation: Evaluation): RunPlan = {
    def skip(reason: String): Nothing = {
      say(s"SKIPPED: $reason")
      say(s"results: ${evaluation.skip(reason).toUri}")
      Ending.skip()
    }
    say(evaluation.question)
    val plan = RunPlan.of(simulation, variant, settings)(evaluation.sustained).fold(skip, identity)
    evaluation.announcement(plan.target, plan.load).foreach(say)
    plan.refuseTooManyInjectors()
    Preflight.check(settings, plan.target, plan.share(plan.load.users))
    Needs.unmet(plan.target, settings).foreach(skip)
    Ending.withParent()
    plan
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

/** The beginning of a load that several injectors share; at once where one sends all of it. */
private final class SharedStart(own: Option[Injector])(say: String => Unit) {

  /** Time in which Gatling ends the users of the warm-up and starts those of the load: it starts users once a second.
    */
  private val notice = 4.seconds

  /** Time left until the start; zero without other injectors. */
  def in: FiniteDuration = own.fold[FiniteDuration](Duration.Zero)(one => until(one.start).max(Duration.Zero))

  /** Waits until shortly before; refused where the target was not prepared in time. */
  def await(): Unit = own.foreach { one =>
    val left = until(one.start) - notice
    if (left < Duration.Zero)
      throw new Refused(
        s"Injector ${one.name} was not ready $notice before ${one.start}: choose a later -Dlab.start=, as the first warms the target up before."
      )
    say(s"injector ${one.name} waits until ${one.start}")
    Thread.sleep(left.toMillis)
  }

  private def until(start: Instant): FiniteDuration = JavaDuration.between(Instant.now(), start).toScala
}
