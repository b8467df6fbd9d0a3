package bottleneck.lab.engine

import bottleneck.lab.engine.turns.{Turn, TurnPair, TurnTimes, Turns}
import bottleneck.lab.figures.record.{Trial, TurnsFigure, TurnsResult}
import bottleneck.lab.figures.settings.{Refused, Settings}
import bottleneck.lab.figures.target.{ClosedLoad, Load, Target}
import bottleneck.lab.log.WholeFile
import bottleneck.lab.parts.process.Ending
import bottleneck.lab.parts.{Needs, Preflight}
import java.nio.file.Files
import java.time.Instant
import java.time.temporal.ChronoUnit.MILLIS
import scala.concurrent.duration._
import scala.util.{Random, Using}

/** Two variants of a study in one run: both targets are up and warm, and `users` send to one and then to the other, so
  * that what the machine does meanwhile happens to both.
  */
abstract class ByTurns(one: Variant, other: Variant, users: Int) extends Described {
  private val both = Vector(one, other)

  override val trial: Trial = Trial(both.head.trial.study, both.map(_.trial.variant).mkString(" | "))
  override def target: Target = both.head.target
  override def load: Load =
    ClosedLoad(users, arrival = 1.second, settle = 1.second, hold = TurnTimes.usual.look * TurnsRun.looks.toLong)

  override private[engine] def newRun: Steps = new TurnsRun(getClass.getName, trial, both, users)
}

private final class TurnsRun(simulation: String, trial: Trial, both: Vector[Variant], most: Int) extends Steps {
  import bottleneck.lab.engine.TurnsRun._

  override protected def steps(use: Using.Manager): Unit = {
    // 1. Settings: wrong ones end the JVM with a sentence. What the machine lacks skips the run.
    val settings = Refused.unless(Settings.read(sys.props.toMap))
    val evaluation = Evaluations.found.of(simulation, trial, settings)
    val criteria = evaluation.criteria
    val plans = both.map(RunPlan.of(simulation, _, settings)(_ => None).fold(skip(_), identity))
    if (settings.running.targetUrls.nonEmpty) skip("two variants by turns need two targets: leave out -Dtarget.url=")
    say(s"$simulation: ${variants.mkString(" | ")}, by turns")
    val times = PhaseTimes.of(plans.head.name, settings)
    plans.foreach(plan => Preflight.check(settings, plan.target, most))
    plans.flatMap(plan => Needs.unmet(plan.target, settings)).headOption.foreach(skip(_))
    Ending.withParent()

    // 2. Start both targets, each with a database of its own.
    val began = Instant.now().truncatedTo(MILLIS)
    val folder = new RunFolder(settings.layout, plans.head.name)
    val beds = plans.zip(marks).map { case (plan, mark) =>
      use(new TestBed(plan, Files.createDirectories(folder.work.resolve(mark)))(line => say(s"$mark: $line")))
    }
    beds.foreach(_.start())
    val services = plans.zip(beds).map { case (plan, bed) =>
      bed.urls -> plan.variant.turnRequests(plan.context(bed.instanceUrls))
    }
    val users = new SharedUsers(services.zip(marks), most)
    inject(Injection(users.populations, None, None, longest, () => users.end()))
    beds.foreach(_.awaitReady())
    times.over("started")

    // 3. Warm both up by turns, with requests that Gatling does not record.
    letUsersStart()
    val random = new Random(settings.seed.getOrElse(System.nanoTime()))
    def cpuSeconds(service: Int): Option[Double] = {
      val used = beds(service).gauge.read().cpu - "generator"
      Option.when(used.nonEmpty)(used.values.sum)
    }
    val turns = new Turns(users, cpuSeconds, most, looks, random, () => ())(say)
    val pairs = unlessOneEnds(beds) {
      turns.warmUp()
      beds.foreach(_.useOwnIndex())
      beds.foreach(_.loadBegins(None))
      times.over("warmed up")

      // 4. The turns: Gatling records them.
      turns.closed(pairs => TurnPair.ratio(Vector(pairs), looks)(throughput).exists(_.halfWidth <= narrow))
    }
    users.end()
    awaitGone(longest)
    times.over("measured")

    // 5. Stop everything, and make the result.
    beds.foreach(_.loadEnds(Vector.empty))
    beds.foreach(_.close())
    ended(beds).foreach(throw _)
    val installed = beds.head.installed
    val figures = figuresOf(pairs)
    figures.foreach(figure => say(figure.sentence(variants)))
    folder.moveToResults(identity) match {
      case None => throw new Refused(s"Gatling left no folder for this run in ${settings.layout.results}.")
      case Some((left, _)) =>
        val result = TurnsResult(
          left.getFileName.toString,
          trial.study,
          variants.head,
          variants.last,
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
    val page = evaluation.site().toUri
    times.over("evaluated")
    say(times.line())
    say(s"results: $page")
  }

  private def variants: Vector[String] = both.map(_.trial.variant)

  private def skip(reason: String): Nothing = {
    say(s"SKIPPED: $reason")
    Ending.skip()
  }

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

  /** Looks at the growing data; each may end it. */
  val looks = 3

  /** Half-width of the ratio's interval at which it ends. */
  private val narrow = 0.02

  /** Warm-up, turns, and starts. */
  private val longest: FiniteDuration = 3.minutes + TurnTimes.usual.look * looks.toLong

  private def throughput(turn: Turn): Option[Double] = Some(turn.perSecond)

  private def figuresOf(pairs: Vector[TurnPair]): Vector[TurnsFigure] = {
    def figure(name: String)(of: Turn => Option[Double]): Option[TurnsFigure] =
      TurnPair.ratio(Vector(pairs), looks)(of).map { ratio =>
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
