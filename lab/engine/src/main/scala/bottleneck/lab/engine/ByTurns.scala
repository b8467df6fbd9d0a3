package bottleneck.lab.engine

import bottleneck.lab.engine.prepare.Preparing
import bottleneck.lab.engine.turns.{Turn, TurnCycle, TurnPair, TurnTimes, Turns}
import bottleneck.lab.figures.Numbers
import bottleneck.lab.figures.preparation.{Cycle, CyclesForecast, Preparation}
import bottleneck.lab.figures.record.{RunRecord, SharedRun, Trial, TurnsFigure, TurnsResult}
import bottleneck.lab.figures.settings.{Refused, Settings}
import bottleneck.lab.figures.statistics.TurnsRatio
import bottleneck.lab.figures.target.{Load, LoadPlan, SlicedLoad, Target}
import bottleneck.lab.log.WholeFile
import bottleneck.lab.parts.process.Ending
import bottleneck.lab.parts.{Needs, Preflight}
import java.nio.file.{Files, Path}
import java.time.Instant
import java.time.temporal.ChronoUnit.MILLIS
import scala.concurrent.duration._
import scala.util.{Random, Using}

/** Two variants of a study in one run: both targets are up and warm, and users send to one and then to the other, so
  * that what the machine does meanwhile happens to both. With the number of `users` the run shows their ratio; without,
  * they are those of the variants' load, and each has a result as by itself, predicted by light slices beside full
  * ones.
  */
abstract class ByTurns private (one: Variant, other: Variant, users: Option[Int]) extends Described {
  private val both = Vector(one, other)

  def this(one: Variant, other: Variant, users: Int) = this(one, other, Some(users))
  def this(one: Variant, other: Variant) = this(one, other, None)

  override val trial: Trial = Trial(both.head.trial.study, both.map(_.trial.variant).mkString(" | "))
  override def results: Vector[Trial] = users.fold(both.map(_.trial))(_ => Vector(trial))
  override def target: Target = both.head.target
  override def load: Load = ByTurns.load(one.load, users)
  override def fullLoad: Load = ByTurns.load(one.fullLoad, users)

  override private[engine] def newRun: Steps = new TurnsRun(getClass.getName, trial, both, users)
}

private object ByTurns {

  /** All slices at the most. */
  val longest: FiniteDuration = TurnTimes.usual.look * CyclesForecast.looks.toLong

  /** Load of a variant, or of so many users instead. */
  def load(plan: LoadPlan, users: Option[Int]): SlicedLoad = plan
    .load(_ => None)
    .fold(
      why => throw new IllegalArgumentException(why),
      own => SlicedLoad(users.getOrElse(own.users), TurnTimes.usual.shortest / 4, longest, own.warmUp)
    )
}

private final class TurnsRun(simulation: String, trial: Trial, both: Vector[Variant], users: Option[Int])
    extends Steps {
  import bottleneck.lab.engine.TurnsRun._

  override protected def steps(use: Using.Manager): Unit = {
    // 1. Settings: wrong ones end the JVM with a sentence. What the machine lacks skips the run.
    val settings = Refused.unless(Settings.read(sys.props.toMap))
    val random = new Random(settings.seed.getOrElse(System.nanoTime()))
    val evaluation = Evaluations.found.of(simulation, trial, settings)
    val criteria = evaluation.criteria
    def skip(reason: String): Nothing = {
      say(s"SKIPPED: $reason")
      if (users.isEmpty) {
        val pages = both.indices.map(evaluationOf(_, settings).skip(reason))
        say(s"results: ${pages.last.toUri}")
      }
      Ending.skip()
    }
    val plans = both.map(RunPlan.of(simulation, _, settings)(_ => None).fold(skip, identity))
    val most = users.getOrElse(plans.map(_.load.users).max)
    if (settings.running.targetUrls.nonEmpty) skip("two variants by turns need two targets: leave out -Dtarget.url=")
    if (settings.running.database.isDefined && plans.map(_.target.database.map(_.index)).distinct.size > 1)
      skip("two indexes by turns need two databases: leave out -Dlab.database.url=")
    say(evaluation.question)
    evaluation.announcement(plans.head.target, ByTurns.load(plans.head.load, users)).foreach(say)
    say(s"  by turns: ${names.mkString(" | ")}")
    val times = PhaseTimes.of(plans.head.name, settings)
    plans.foreach(plan => Preflight.check(settings, plan.target, most))
    plans.flatMap(plan => Needs.unmet(plan.target, settings)).headOption.foreach(skip)
    Ending.withParent()

    // 2. Start both targets, each with a database of its own.
    val began = Instant.now().truncatedTo(MILLIS)
    val folder = new RunFolder(settings.layout, simulation.drop(simulation.lastIndexOf('.') + 1))
    val beds = plans.zip(marks).zip(names).map { case ((plan, mark), name) =>
      use(new TestBed(plan, Files.createDirectories(folder.work.resolve(mark)))(line => say(s"$name: $line")))
    }
    beds.foreach(_.start())
    val workloads = plans.zip(beds).map { case (plan, bed) => plan.variant.workload(plan.context(bed.instanceUrls)) }
    val services = plans.zip(beds).map { case (plan, bed) =>
      bed.urls -> plan.variant.turnRequests(plan.context(bed.instanceUrls))
    }
    val shared = new SharedUsers(services.zip(names), most)
    val longest = Preparing.boundAt(settings.scale) + ByTurns.longest + slack
    inject(Injection(shared.populations, None, None, longest, () => shared.end()))
    beds.foreach(_.awaitReady())
    times.over("started")

    // 3. Warm both up by turns, with requests that Gatling does not record.
    letUsersStart()
    def read(service: Int) = {
      if (shared.isOpen) beds(service).sampleNow()
      beds(service).gauge.read()
    }
    val bounds = TurnTimes.usual.copy(warmMost = Preparing.boundAt(settings.scale))
    val turns = new Turns(shared, read, most, CyclesForecast.looks, random, () => (), bounds, names)(say)
    val (warmUp, seen) = unlessOneEnds(beds) {
      val warmUp = turns.warmUp()
      beds.foreach(_.useOwnIndex())
      beds.foreach(_.loadBegins(None))
      times.over("warmed up")

      // 4. The turns: Gatling records the full ones.
      warmUp -> (
        if (users.isDefined) Left(turns.closed(pairs => throughputs(pairs).exists(_.halfWidth <= narrow)))
        else Right(turns.cycles(isEnough(_, plans), soFar))
      )
    }
    shared.end()
    awaitGone(longest)
    times.over("measured")

    // 5. Stop everything, and make the result.
    beds.zip(workloads).foreach { case (bed, workload) => bed.loadEnds(workload.explained) }
    beds.foreach(_.close())
    if (users.isDefined) ended(beds).foreach(throw _)
    val pairs = seen.fold(identity, _.map(_.turns))
    val figures = figuresOf(pairs)
    figures.foreach(figure => say(figure.sentence(names)))
    val installed = beds.head.installed
    folder.moveToResults(identity) match {
      case None => throw new Refused(s"Gatling left no folder for this run in ${settings.layout.results}.")
      case Some((left, _)) =>
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
        val half = throughputs(pairs).fold(1.0)(_.halfWidth)
        val failures = for {
          cycles <- seen.toOption.toVector
          n <- plans.indices.toVector
          record = plans(n)
            .record(load(cycles.map(_.cycles(n)), plans(n)), workloads(n), beds(n).installed, criteria)
            .copy(ended = beds(n).endedEarly, shared = Some(SharedRun(result.id, half, Some(warmUp))))
          failure <- conclude(left, n, record, cycles.map(_.cycles(n)), settings)
        } yield failure
        failures.foreach(failure => say(s"FAILED: $failure"))
        val last =
          if (users.isDefined) Vector(s"results: ${evaluation.site().toUri}") else evaluation.overview
        times.over("evaluated")
        say(times.line())
        last.foreach(say)
        if (failures.nonEmpty) Ending.failBuild()
    }
  }

  /** Leaves in a folder of its own what a run of one variant alone would leave, and judges it: what fails it. */
  private def conclude(
      left: Path,
      n: Int,
      record: RunRecord,
      cycles: Vector[Cycle],
      settings: Settings
  ): Vector[String] = {
    val own = left.resolveSibling(s"${left.getFileName}-${n + 1}")
    val _ = Files.move(left.resolve(marks(n)), own)
    val slices = cycles.flatMap(of => Vector(of.full, of.light))
    Preparation.write(own, Preparation(slices, boundMs = 0, heldMs = None, record.host.cpus))
    val evaluation = evaluationOf(n, settings)
    val reading = evaluation.join(left, own, record, cycles.map(_.full))
    RunRecord.write(own, record)
    val conclusion = evaluation.conclude(own, record, reading)
    say(s"${names(n)}:")
    conclusion.summary.foreach(say)
    conclusion.failures
  }

  private def load(cycles: Vector[Cycle], plan: RunPlan): SlicedLoad = {
    val judged = cycles.map(of => of.full.toMs - of.full.fromMs).sum.millis
    // longer than any answer to a request that was sent in its slice
    val settle = (cycles.map(of => of.full.toMs - of.full.fromMs).max).millis
    SlicedLoad(plan.load.users, settle, judged, plan.load.warmUp)
  }

  /** Whether the ratio and every measured ÷ predicted is known well enough. */
  private def isEnough(seen: Vector[TurnCycle], plans: Vector[RunPlan]): Boolean =
    throughputs(seen.map(_.turns)).exists(_.halfWidth <= CyclesForecast.enough) && plans.indices.forall { n =>
      val target = plans(n).target
      val limits = target.cpus.below(Runtime.getRuntime.availableProcessors)
      new CyclesForecast(seen.map(_.cycles(n)), Runtime.getRuntime.availableProcessors, limits, target.instances).limit
        .flatMap(CyclesForecast.halfWidth)
        .exists(_ <= CyclesForecast.enough)
    }

  private def soFar(seen: Vector[TurnCycle]): String =
    throughputs(seen.map(_.turns)).fold("")(of =>
      s", ${names.mkString(" ÷ ")} ${Numbers.fixed(of.value, 3)} (${Numbers.fixed(of.low, 3)} to ${Numbers.fixed(of.high, 3)})"
    )

  private def names: Vector[String] = both.map(_.trial.variant)

  /** Evaluation of one variant alone. */
  private def evaluationOf(n: Int, settings: Settings): Evaluation =
    Evaluations.found.of(s"$simulation-${n + 1}", both(n).trial, settings)

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
    TurnPair.ratio(Vector(pairs), CyclesForecast.looks)(throughput)

  private def figuresOf(pairs: Vector[TurnPair]): Vector[TurnsFigure] = {
    def figure(name: String)(of: Turn => Option[Double]): Option[TurnsFigure] =
      TurnPair.ratio(Vector(pairs), CyclesForecast.looks)(of).map { ratio =>
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
