package bottleneck.lab.engine

import bottleneck.lab.engine.prepare.{Preparing, StepLengths, WarmingUp}
import bottleneck.lab.engine.turns.{Cycles, Slices, Turn, TurnCycle, TurnPair, Turns}
import bottleneck.lab.figures.Numbers
import bottleneck.lab.figures.preparation.{Cycle, CyclesForecast, Preparation}
import bottleneck.lab.figures.record.{RunRecord, SharedRun, Trial, TurnsFigure, TurnsResult}
import bottleneck.lab.figures.settings.{Refused, Settings}
import bottleneck.lab.figures.statistics.TurnsRatio
import bottleneck.lab.figures.target.SlicedLoad
import bottleneck.lab.log.WholeFile
import bottleneck.lab.parts.process.Ending
import bottleneck.lab.parts.{Needs, Preflight}
import java.nio.file.{Files, Path}
import java.time.Instant
import java.time.temporal.ChronoUnit.MILLIS
import scala.concurrent.duration._
import scala.util.{Random, Using}

/** A run in slices: of one variant, or of two by turns; of these, where so many `users` are given, it shows the ratio
  * alone.
  */
private final class TurnsRun(simulation: String, trial: Trial, variants: Vector[Variant], users: Option[Int])
    extends Steps {
  import bottleneck.lab.engine.TurnsRun._

  private val names = variants.map(_.trial.variant)
  private val isShared = variants.size > 1

  override protected def steps(use: Using.Manager): Unit = {
    // 1. Settings: wrong ones end the JVM with a sentence. What the machine lacks skips the run.
    val settings = Refused.unless(Settings.read(sys.props.toMap)).repeatedAtLeast(variants.map(_.repeats).max)
    val random = new Random(settings.seed.getOrElse(System.nanoTime()))
    val evaluation = Evaluations.found.of(simulation, trial, settings)
    val criteria = evaluation.criteria
    val plans = planned(settings, evaluation)
    val failedBefore = if (isShared) Vector.empty else Repeats.runEarlier(simulation, settings)(say)
    val times = PhaseTimes.of(plans.head.name, settings)

    // 2. Start the targets, each with a database of its own.
    val began = Instant.now().truncatedTo(MILLIS)
    val folder = new RunFolder(settings.layout, simulation.drop(simulation.lastIndexOf('.') + 1))
    val own = marks.take(variants.size).map(mark => if (isShared) folder.work.resolve(mark) else folder.work)
    val beds = plans.zip(own).zip(names).map { case ((plan, into), name) =>
      val mark = if (isShared) s"$name: " else ""
      use(new TestBed(plan, Files.createDirectories(into))(line => say(mark + line)))
    }
    beds.foreach(_.start())
    val contexts = plans.zip(beds).map { case (plan, bed) => plan.context(bed.instanceUrls) }
    val workloads = variants.zip(contexts).map { case (variant, run) => variant.workload(run) }
    val targets = beds.indices.toVector.map { n =>
      val load = variants(n).turnRequests(contexts(n))
      SharedTarget(names(n), beds(n).urls, load, workloads(n).copy(requests = load).rounds)
    }
    val most = users.getOrElse(plans.map(_.load.users).max)
    val shared = new SharedUsers(targets, most)
    val bound = Preparing.boundAt(settings.scale)
    val longest = bound + SlicedLoad.look * SlicedLoad.looks.toLong + slack
    val assertion = Option.unless(isShared)(workloads.head.assertion)
    inject(Injection(shared.populations, None, assertion, longest, () => shared.end()))
    beds.foreach(_.awaitReady())
    times.over("started")

    // 3. Warm up by turns, with requests that Gatling does not record, and see how long one takes alone.
    letUsersStart()
    def read(service: Int) = {
      if (shared.isOpen) beds(service).sampleNow()
      beds(service).gauge.read()
    }
    def alive(): Unit = if (shared.isOver) throw new InterruptedException("the run ends")
    val slices = new Slices(shared, read, most, alive _)
    val (prepared, seen) = unlessOneEnds(beds) {
      val warm = plans.head.load.warmUp
        .fold(plans.map(_ => Preparation(Vector.empty, 0, None, Runtime.getRuntime.availableProcessors)))(
          new WarmingUp(_, bound, names = if (isShared) names else Vector(""))(say).lead(slices)
        )
      shared.warm()
      beds.foreach(_.useOwnIndex())
      val alone = beds.indices.map(slices.alone(_, StepLengths().alone))
      beds.foreach(_.loadBegins(None))
      times.over("warmed up")

      // 4. The slices: Gatling records the full ones.
      val prepared = warm.zip(alone).map { case (warm, alone) => warm.copy(slices = warm.slices :+ alone) }
      prepared -> (
        if (users.isDefined) {
          val turns = new Turns(shared, read, most, SlicedLoad.looks, random, alive _, names = names)(say)
          Left(turns.closed(pairs => throughputs(pairs).exists(_.halfWidth <= narrow)))
        } else Right(new Cycles(slices, names, random)(say).run(isEnough(_, plans, workloads), soFar))
      )
    }
    shared.end()
    awaitGone(longest)
    times.over("measured")

    // 5. Stop everything, and make the result.
    beds.zip(workloads).foreach { case (bed, workload) => bed.loadEnds(workload.explained) }
    beds.foreach(_.close())
    if (users.isDefined) ended(beds).foreach(throw _)
    val cycles = seen.toOption.map(cycles => plans.indices.toVector.map(n => cycles.map(_.cycles(n))))
    val pairs = if (isShared) seen.fold(identity, _.map(_.pair)) else Vector.empty
    val figures = figuresOf(pairs)
    figures.foreach(figure => say(figure.sentence(names)))

    /** Leaves in the folder of one variant what its run alone would leave; it is judged when it is in its place. */
    def join(left: Path, n: Int, cycles: Vector[Cycle]): Path => Conclusion = {
      val together = Option.when(isShared)(
        SharedRun(left.getFileName.toString, throughputs(pairs).fold(1.0)(_.halfWidth))
      )
      val record = plans(n)
        .record(load(cycles, plans(n)), workloads(n), beds(n).installed, criteria)
        .copy(ended = beds(n).endedEarly, shared = together)
      Preparation.write(
        own(n),
        prepared(n).copy(slices = prepared(n).slices ++ cycles.flatMap(of => Vector(of.full, of.light)))
      )
      val evaluation = evaluationOf(n, settings)
      val reading = evaluation.join(left, own(n), record, cycles.map(_.full))
      RunRecord.write(own(n), record)
      evaluation.conclude(_, record, reading)
    }
    val (left, conclusions) = folder
      .moveToResults(left => cycles.toVector.flatMap(_.zipWithIndex).map { case (of, n) => join(left, n, of) })
      .getOrElse(throw new Refused(s"Gatling left no folder for this run in ${settings.layout.results}."))
    if (isShared) {
      val installed = beds.head.installed
      val result = TurnsResult(
        left.getFileName.toString,
        trial.study,
        names.head,
        names.last,
        began.toString,
        settings.scale.name,
        Runtime.getRuntime.availableProcessors,
        installed.map(_.java),
        installed.flatMap(_.service),
        figures,
        pairs.map(_.both.map(_.perSecond)),
        criteria
      )
      WholeFile.write(left.resolve(TurnsResult.file), TurnsResult.render(result))
    }
    val failures = failedBefore ++ conclusions.zipWithIndex.flatMap { case (conclude, n) =>
      val conclusion = conclude(
        if (isShared) Files.move(left.resolve(marks(n)), left.resolveSibling(s"${left.getFileName}-${n + 1}")) else left
      )
      if (isShared) say(s"${names(n)}:")
      conclusion.summary.foreach(say)
      conclusion.failures
    }
    times.over("evaluated")

    // 6. Exit: what failed fails the build.
    failures.foreach(failure => say(s"FAILED: $failure"))
    say(times.line())
    val last = if (users.isDefined) Vector(s"results: ${evaluation.site().toUri}") else evaluation.overview
    last.foreach(say)
    if (failures.nonEmpty) Ending.failBuild()
  }

  /** Plan of each variant, announced; ends the JVM where the run is impossible on this machine. */
  private def planned(settings: Settings, evaluation: Evaluation): Vector[RunPlan] = {
    def skip(reason: String): Nothing = {
      say(s"SKIPPED: $reason")
      if (users.isEmpty) {
        val pages = variants.indices.map(evaluationOf(_, settings).skip(reason))
        say(s"results: ${pages.last.toUri}")
      }
      Ending.skip()
    }
    val plans = variants.map(RunPlan.of(simulation, _, settings)(_ => None).fold(skip, identity))
    for (one <- settings.injector)
      throw new Refused(
        s"$simulation sends in slices, which several injectors cannot share: leave out -Dlab.injector=${one.number}/${one.of}."
      )
    if (isShared && settings.running.targetUrls.nonEmpty)
      skip("two variants by turns need two targets: leave out -Dtarget.url=")
    if (settings.running.database.isDefined && plans.map(_.target.database.map(_.index)).distinct.size > 1)
      skip("two indexes by turns need two databases: leave out -Dlab.database.url=")
    say(evaluation.question)
    evaluation.announcement(plans.head.target, ByTurns.load(plans.head.load, users)).foreach(say)
    if (isShared) say(s"  by turns: ${names.mkString(" | ")}")
    plans.foreach(plan => Preflight.check(settings, plan.target, users.getOrElse(plan.load.users)))
    plans.flatMap(plan => Needs.unmet(plan.target, settings)).headOption.foreach(skip)
    Ending.withParent()
    plans
  }

  private def load(cycles: Vector[Cycle], plan: RunPlan): SlicedLoad = {
    val lengths = cycles.map(of => of.full.toMs - of.full.fromMs)
    // the first slice begins later than any answer to a request that was sent in its slice takes
    SlicedLoad(plan.load.users, lengths.max.millis, lengths.sum.millis, plan.load.warmUp, cycles.size)
  }

  /** Whether the ratio, if any, and every measured ÷ predicted by cores is known well enough. */
  private def isEnough(seen: Vector[TurnCycle], plans: Vector[RunPlan], workloads: Vector[Workload]): Boolean =
    (!isShared || throughputs(seen.map(_.pair)).exists(_.halfWidth <= CyclesForecast.enough)) &&
      plans.zip(workloads).zipWithIndex.forall { case ((plan, workload), n) =>
        val cpus = Runtime.getRuntime.availableProcessors
        val cycles = seen.map(_.cycles(n))
        val byCores = new CyclesForecast(cycles, cpus, plan.target.cpus.below(cpus), plan.target.instances).limit
        val expected = workload.expectation
        val byTime = (expected.limits ++ expected.pool.flatMap(_.prediction(Duration.Zero))).map(_.perSecond).minOption
        byCores.forall { limit =>
          byTime.exists(_ < limit.perSecond) || CyclesForecast.halfWidth(limit).exists(_ <= CyclesForecast.enough)
        }
      }

  private def soFar(seen: Vector[TurnCycle]): String =
    if (isShared)
      throughputs(seen.map(_.pair)).fold("")(of =>
        s", ${names.mkString(" ÷ ")} ${Numbers.fixed(of.value, 3)} (${Numbers.fixed(of.low, 3)} to ${Numbers.fixed(of.high, 3)})"
      )
    else ""

  /** Evaluation of one variant alone. */
  private def evaluationOf(n: Int, settings: Settings): Evaluation =
    Evaluations.found.of(if (isShared) s"$simulation-${n + 1}" else simulation, variants(n).trial, settings)

  /** Asked when all are closed. */
  private def ended(beds: Vector[TestBed]): Option[Refused] = beds.flatMap(_.endedEarly).headOption.map(new Refused(_))

  /** Where a part has ended, that is why its service answers nothing. */
  private def unlessOneEnds[A](beds: Vector[TestBed])(part: => A): A =
    try part
    catch {
      case refused: Refused =>
        beds.foreach(_.close())
        throw ended(beds).getOrElse(refused)
    }
}

private object TurnsRun {
  private val marks = Vector("A", "B")

  /** Half-width of the ratio's interval at which a comparison ends. */
  private val narrow = 0.02

  /** Time beside warm-up and turns: for indexes, the last slices and their last answers. */
  private val slack = 2.minutes

  private def throughput(turn: Turn): Option[Double] = Some(turn.perSecond)

  private def throughputs(pairs: Vector[TurnPair]): Option[TurnsRatio] =
    TurnPair.ratio(Vector(pairs), SlicedLoad.looks)(throughput)

  private def figuresOf(pairs: Vector[TurnPair]): Vector[TurnsFigure] = {
    def figure(name: String)(of: Turn => Option[Double]): Option[TurnsFigure] =
      TurnPair.ratio(Vector(pairs), SlicedLoad.looks)(of).map { ratio =>
        val means = TurnPair.means(pairs)(of)
        TurnsFigure(name, means.head, means.last, ratio.value, ratio.low, ratio.high)
      }
    Vector(
      figure(TurnsResult.throughput)(throughput),
      figure("CPU seconds per request")(_.cpuSeconds),
      figure("p50, ms")(turn => Some(turn.p50)),
      figure("p99, ms")(turn => Some(turn.p99))
    ).flatten
  }
}
