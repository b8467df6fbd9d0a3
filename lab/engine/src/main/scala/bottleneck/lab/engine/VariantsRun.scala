package bottleneck.lab.engine

import bottleneck.lab.figures.record.RunRecord
import bottleneck.lab.figures.settings.{Refused, Settings}
import bottleneck.lab.figures.target.Load
import bottleneck.lab.parts.process.Ending
import bottleneck.lab.parts.{Needs, Preflight}
import java.nio.file.{Files, Path}
import scala.util.Using

/** One variant of a run: its plan, the target that it has, what its users send, and the folder of its files, which ends
  * up as `results` beside Gatling's.
  */
private final case class Arm(
    name: String,
    plan: RunPlan,
    bed: TestBed,
    context: RunContext,
    workload: Workload,
    evaluation: Evaluation,
    folder: Path
)(val say: String => Unit) {
  def record(criteria: Map[String, String]): RunRecord =
    plan
      .record(plan.load, workload, bed.installed, criteria)
      .copy(ended = bed.endedEarly, steps = bed.steps)
}

/** What a run of one variant and one of several share: their beginning and their end. */
private abstract class VariantsRun(simulation: String, variants: Vector[Variant]) extends Steps {
  protected val names: Vector[String] = variants.map(_.trial.variant)
  protected val isShared: Boolean = variants.size > 1
  private val marks = Vector("A", "B")

  /** Users of a variant; load that is announced. */
  protected def usersOf(plan: RunPlan): Int = plan.share(plan.load.users)
  protected def announced(plan: RunPlan): Load = plan.load

  /** Why a run of these is impossible with these settings. */
  protected def impossible(plans: Vector[RunPlan], settings: Settings): Option[String] = {
    val running = settings.running
    val indexes = plans.map(_.target.database.map(_.index)).distinct
    if (isShared && running.targetUrls.nonEmpty)
      Some("two variants at once need two targets: leave out -Dtarget.url=")
    else if (running.database.isDefined && indexes.size > 1)
      Some("two indexes at once need two databases: leave out -Dlab.database.url=")
    else None
  }

  /** Settings and plan of each variant, announced; ends the JVM where the run is impossible on this machine. */
  protected final def planned(settings: Settings, evaluation: Evaluation): Vector[RunPlan] = {
    def skip(reason: String): Nothing = {
      say(s"SKIPPED: $reason")
      val pages = variants.indices.map(evaluationOf(_, settings).skip(reason))
      say(s"results: ${pages.last.toUri}")
      Ending.skip()
    }
    say(evaluation.question)
    val plans = variants.map(RunPlan.of(simulation, _, settings)(evaluation.sustained).fold(skip, identity))
    impossible(plans, settings).foreach(skip)
    plans.zip(names).foreach { case (plan, name) =>
      if (isShared) say(s"  $name:")
      evaluation.announcement(plan.target, announced(plan)).foreach(say)
    }
    for { one <- settings.injector if isShared } throw new Refused(
      s"Several variants in one run cannot be shared by injectors: leave out -Dlab.injector=${one.number}/${one.of}."
    )
    plans.foreach(_.refuseTooManyInjectors())
    plans.foreach(plan => Preflight.check(settings, plan.target, usersOf(plan)))
    plans.flatMap(plan => Needs.unmet(plan.target, settings)).headOption.foreach(skip)
    Ending.withParent()
    plans
  }

  /** The variants, whose targets begin to start. */
  protected final def arms(plans: Vector[RunPlan], folder: RunFolder, use: Using.Manager): Vector[Arm] =
    plans.zipWithIndex.map { case (plan, n) =>
      val into = Files.createDirectories(if (isShared) folder.work.resolve(marks(n)) else folder.work)
      def own(line: String): Unit = say(if (isShared) s"${names(n)}: $line" else line)
      val bed = use(new TestBed(plan, into)(own))
      bed.start()
      val context = plan.context(bed.instanceUrls)
      Arm(names(n), plan, bed, context, variants(n).workload(context), evaluationOf(n, plan.settings), into)(own)
    }

  /** Closes the targets: what they recorded of the load is complete then. */
  protected final def close(arms: Vector[Arm]): Unit = {
    arms.foreach(arm => arm.bed.loadEnds(arm.workload.explained))
    arms.foreach(_.bed.close())
  }

  /** Concludes each variant, whose folder gets its place beside `left`, and says so: what fails the build. */
  protected final def concluded(left: Path, conclusions: Vector[Path => Conclusion]): Vector[String] =
    conclusions.zipWithIndex.flatMap { case (conclude, n) =>
      val own =
        if (isShared) Files.move(left.resolve(marks(n)), left.resolveSibling(s"${left.getFileName}-${n + 1}")) else left
      val conclusion = conclude(own)
      if (isShared) say(s"${names(n)}:")
      conclusion.summary.foreach(say)
      conclusion.failures
    }

  protected final def noFolder(settings: Settings): Nothing =
    throw new Refused(s"Gatling left no folder for this run in ${settings.layout.results}.")

  /** Exit: what failed fails the build. */
  protected final def exit(failures: Vector[String], times: PhaseTimes, last: => Vector[String]): Unit = {
    failures.foreach(failure => say(s"FAILED: $failure"))
    say(times.line())
    last.foreach(say)
    if (failures.nonEmpty) Ending.failBuild()
  }

  /** Evaluation of one variant alone. */
  private def evaluationOf(n: Int, settings: Settings): Evaluation =
    Evaluations.found.of(if (isShared) s"$simulation-${n + 1}" else simulation, variants(n).trial, settings)
}
