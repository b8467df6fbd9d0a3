package bottleneck.lab.engine

import bottleneck.lab.engine.prepare.{Preparing, StepLengths, WarmingUp}
import bottleneck.lab.engine.turns.{Cycles, Slices, Turn, TurnCycle, TurnPair}
import bottleneck.lab.figures.Numbers
import bottleneck.lab.figures.preparation.{Cycle, CyclesForecast, Preparation}
import bottleneck.lab.figures.record.{RunRecord, SharedRun, Trial, TurnsFigure, TurnsResult}
import bottleneck.lab.figures.settings.{Refused, Settings}
import bottleneck.lab.figures.statistics.TurnsRatio
import bottleneck.lab.figures.target.{Load, SlicedLoad}
import bottleneck.lab.log.WholeFile
import java.nio.file.Path
import java.time.Instant
import java.time.temporal.ChronoUnit.MILLIS
import scala.concurrent.duration._
import scala.util.{Random, Using}

/** A run in slices: of one variant, or of two by turns; of these, where so many `users` are given, it shows the ratio
  * alone.
  */
private final class TurnsRun(simulation: String, trial: Trial, variants: Vector[Variant], users: Option[Int])
    extends VariantsRun(simulation, variants) {
  import bottleneck.lab.engine.TurnsRun._

  override protected def usersOf(plan: RunPlan): Int = users.getOrElse(plan.load.users)
  override protected def announced(plan: RunPlan): Load = ByTurns.load(plan.load, users)

  override protected def steps(use: Using.Manager): Unit = {
    // 1. Settings: wrong ones end the JVM with a sentence. What the machine lacks skips the run.
    val settings = Refused.unless(Settings.read(sys.props.toMap)).repeatedAtLeast(variants.map(_.repeats).max)
    for (one <- settings.injector)
      throw new Refused(
        s"$simulation sends in slices, which several injectors cannot share: leave out -Dlab.injector=${one.number}/${one.of}."
      )
    val random = new Random(settings.seed.getOrElse(System.nanoTime()))
    val evaluation = Evaluations.found.of(simulation, trial, settings)
    val criteria = evaluation.criteria
    val plans = planned(settings, evaluation)
    val failedBefore = if (isShared) Vector.empty else Repeats.runEarlier(simulation, settings)(say)
    val times = PhaseTimes.of(plans.head.name, settings)

    // 2. Start the targets, each with a database of its own.
    val began = Instant.now().truncatedTo(MILLIS)
    val folder = new RunFolder(settings.layout, simulation.drop(simulation.lastIndexOf('.') + 1))
    val arms = this.arms(plans, folder, use)
    val beds = arms.map(_.bed)
    val targets = arms.zip(variants).map { case (arm, variant) =>
      val load = variant.turnRequests(arm.context)
      SharedTarget(arm.name, arm.bed.urls, load, arm.workload.copy(requests = load).rounds)
    }
    val most = plans.map(usersOf).max
    val shared = new SharedUsers(targets, most)
    val bound = Preparing.boundAt(settings.scale)
    val longest = bound * variants.size.toLong + SlicedLoad.look * SlicedLoad.looks.toLong + slack
    val assertion = Option.unless(isShared)(arms.head.workload.assertion)
    inject(Injection(shared.populations, assertion, longest, () => shared.end()))
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
      val cycles = new Cycles(slices, names, random, withLight = users.isEmpty)(say)
      prepared -> cycles.run(isEnough(_, arms), soFar)
    }
    shared.end()
    awaitGone(longest)
    times.over("measured")

    // 5. Stop everything, and make the result.
    close(arms)
    if (users.isDefined) ended(beds).foreach(throw _)
    val pairs = if (isShared) seen.map(_.pair) else Vector.empty
    val figures = figuresOf(pairs)
    figures.foreach(figure => say(figure.sentence(names)))

    /** Leaves in the folder of one variant what its run alone would leave; it is judged when it is in its place. */
    def join(left: Path, n: Int): Path => Conclusion = {
      val (arm, cycles) = (arms(n), seen.map(_.cycles(n)))
      val together = Option.when(isShared)(SharedRun(left.getFileName.toString, throughputs(pairs).map(_.halfWidth)))
      val plain = arm.record(criteria)
      val record = plain.copy(setup = plain.setup.copy(load = load(cycles, arm.plan)), shared = together)
      Preparation.write(
        arm.folder,
        prepared(n).copy(slices = prepared(n).slices ++ cycles.flatMap(of => Vector(of.full, of.light)))
      )
      val reading = arm.evaluation.join(left, arm.folder, record, cycles.map(_.full))
      RunRecord.write(arm.folder, record)
      arm.evaluation.conclude(_, record, reading)
    }
    val (left, conclusions) = folder
      .moveToResults(left => if (users.isDefined) Vector.empty else arms.indices.toVector.map(join(left, _)))
      .getOrElse(noFolder(settings))
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
    val failures = failedBefore ++ concluded(left, conclusions)
    times.over("evaluated")

    // 6. Exit: what failed fails the build.
    exit(failures, times, evaluation.overview())
  }

  private def load(cycles: Vector[Cycle], plan: RunPlan): SlicedLoad = {
    val lengths = cycles.map(of => of.full.toMs - of.full.fromMs)
    // the first slice begins later than any answer to a request that was sent in its slice takes
    SlicedLoad(plan.load.users, lengths.max.millis, lengths.sum.millis, plan.load.warmUp)
  }

  /** Whether the ratio, if any, and every measured ÷ predicted by cores is known well enough. */
  private def isEnough(seen: Vector[TurnCycle], arms: Vector[Arm]): Boolean =
    if (users.isDefined) throughputs(seen.map(_.pair)).exists(_.halfWidth <= narrow)
    else
      (!isShared || throughputs(seen.map(_.pair)).exists(_.halfWidth <= CyclesForecast.enough)) && arms.zipWithIndex
        .forall { case (arm, n) =>
          val (target, cpus) = (arm.plan.target, Runtime.getRuntime.availableProcessors)
          val byCores =
            new CyclesForecast(seen.map(_.cycles(n)), cpus, target.cpus.below(cpus), target.instances).limit
          val expected = arm.workload.expectation
          val byTime =
            (expected.limits ++ expected.pool.flatMap(_.prediction(Duration.Zero))).map(_.perSecond).minOption
          byCores.forall { limit =>
            byTime.exists(_ < limit.perSecond) || CyclesForecast.halfWidth(limit).exists(_ <= CyclesForecast.enough)
          }
        }

  private def soFar(seen: Vector[TurnCycle]): String =
    if (isShared)
      throughputs(seen.map(_.pair)).fold("") { of =>
        // an early look has an interval that says nothing to who reads along
        val interval = if (of.halfWidth < 0.5) s" (${Numbers.fixed(of.low, 3)} to ${Numbers.fixed(of.high, 3)})" else ""
        s", ${names.mkString(" ÷ ")} ${Numbers.fixed(of.value, 3)}$interval"
      }
    else ""

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

  /** Half-width of the ratio's interval at which a comparison ends. */
  private val narrow = 0.02

  /** Time beside warm-up and turns: for indexes, the last slices and their last answers. */
  private val slack = 2.minutes

  private def throughput(turn: Turn): Option[Double] = Some(turn.perSecond)

  private def throughputs(pairs: Vector[TurnPair]): Option[TurnsRatio] =
    TurnPair.ratio(Vector(pairs), SlicedLoad.looks, untilNarrow = true)(throughput)

  private def figuresOf(pairs: Vector[TurnPair]): Vector[TurnsFigure] = {
    def figure(name: String)(of: Turn => Option[Double]): Option[TurnsFigure] =
      TurnPair.ratio(Vector(pairs), SlicedLoad.looks, untilNarrow = true)(of).map { ratio =>
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
