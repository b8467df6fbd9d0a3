package bottleneck.lab.claims.night

import bottleneck.lab.claims.Simulations
import bottleneck.lab.claims.Simulations.Entry
import bottleneck.lab.claims.page.Rebuild
import bottleneck.lab.claims.published.Published
import bottleneck.lab.claims.verdict.{ResultFiles, Study}
import bottleneck.lab.engine.GatlingJvm
import bottleneck.lab.figures.settings.{Properties, RunNumbers, Settings}
import bottleneck.lab.figures.{Numbers, Problem}
import bottleneck.lab.log.WholeFile
import bottleneck.lab.parts.process.Ending
import java.nio.file.Files
import java.time.{Duration => Elapsed, Instant, InstantSource}
import scala.concurrent.duration._
import scala.util.Random

/** The command above the runs: every variant within a budget of time. Each run is a JVM of its own, which knows of no
  * other.
  */
object Night {
  private val usage =
    """Runs every variant once, or as often as its statements need, study by study, the variants of a study in random
      |order and repeats by turns. What never ran comes first, then what ran longest ago, by these results and those of
      |-Dlab.history: a night goes on where the budget of the one before ended.
      |
      |usage: Night [EXPERIMENT]
      |  EXPERIMENT        only those with this text in their id
      |  -Dlab.budget=6h   how long it may take (7h); a run that would end later is not started
      |  -Dlab.seed=1      of the order, which is printed
      |  -Dlab.repeat=5    how often it runs every variant at least (1)
      |  All properties of gatling:test apply.""".stripMargin

  def main(arguments: Array[String]): Unit = asked(arguments.toVector, sys.props.toMap) match {
    case Right(night) => if (!night.run()) sys.exit(1)
    case Left((0, text)) => println(text)
    case Left((code, text)) => Ending.fail(text, code)
  }

  /** The night that is asked for, of which nothing is started; or an exit code and what to say. */
  private[night] def asked(
      arguments: Vector[String],
      properties: Map[String, String]
  ): Either[(Int, String), Night] = arguments match {
    case Vector("--help" | "-h") => Left(0 -> usage)
    case Vector() => of("", properties).left.map(1 -> _.sentence)
    case Vector(part) if !part.startsWith("-") => of(part, properties).left.map(1 -> _.sentence)
    case _ => Left(1 -> usage)
  }

  private def of(part: String, properties: Map[String, String]): Either[Problem, Night] = for {
    settings <- Settings.read(properties)
    night <- NightSettings.read(properties, part, System.nanoTime() & 0xffff)
    published <- Published.read(settings.layout.data)
    build = Build(Simulations.found, Simulations.studies, published)
    _ <- build.studies
      .find(_.id.contains(part))
      .toRight(Problem(s"No experiment has '$part' in its id: mvn -q test-compile exec:java@list shows all."))
  } yield new Night(settings, night, build, inJvm(settings, properties), InstantSource.system())

  /** Runs a simulation in a JVM of its own, with the properties of this one: its exit code. */
  private def inJvm(settings: Settings, properties: Map[String, String]): (String, RunNumbers) => Int = {
    val jvm = GatlingJvm.underMaven(settings.layout.project.resolve("simulations/generator.jvm"))
    val passed = (Properties.archive.name -> "true") +:
      properties.toVector.filter { case (name, _) => NightSettings.passed(name) }.sorted
    // Gatling's and PostgreSQL's libraries leave files behind
    val temporary = "java.io.tmpdir" -> Files.createDirectories(settings.layout.work).toString
    (simulation, numbers) => jvm.run(simulation, settings.layout.results, passed ++ numbers.properties :+ temporary)
  }
}

/** Variants that a build can run, all studies, and the statements and figures that judge their runs. */
private[night] final case class Build(variants: Vector[Entry], studies: Vector[Study], published: Published)

/** One night; `inJvm` runs one repeat of a simulation to its end, and has its exit code. */
private[night] final class Night(
    settings: Settings,
    night: NightSettings,
    build: Build,
    inJvm: (String, RunNumbers) => Int,
    clock: InstantSource
) {
  private val began = clock.instant()
  private val variants = build.variants.filter(_.variant.trial.study.contains(night.part))
  private val studies = build.studies.filter(_.id.contains(night.part))
  private val plan = new NightPlan(variants, settings.scale, settings.runs.repeats, new Random(night.seed))
  private val results = settings.layout.results

  /** Runs the night; true if every run ended well. */
  def run(): Boolean = {
    val _ = Files.createDirectories(results)
    val fresh = NightLog(began, night)
    say(
      s"${Numbers.counted(variants.size, "variant")} of ${Numbers.counted(studies.size, "experiment")}, " +
        s"budget ${night.budget}, seed ${night.seed}; about ${plan.once(fresh.beside).toMinutes} min to run all"
    )
    settings.running.exposed.foreach(sentence => say(s"warning: $sentence"))
    val runs = plan.oldestFirst(studies, ResultFiles.find(results, settings.history)).flatMap(plan.block)
    val done = runs.foldLeft(fresh) { (log, run) =>
      if (fits(log, run)) runOne(log, run) else log.copy(left = (log.left :+ run.entry.simulation).distinct)
    }
    conclude(write(done))
    done.failed.isEmpty
  }

  private def fits(log: NightLog, run: PlannedRun): Boolean =
    elapsed(began) + plan.time(run.entry, log.beside) <= night.budget

  private def runOne(log: NightLog, run: PlannedRun): NightLog = {
    val left = night.budget - elapsed(began)
    val numbers = settings.runs.copy(repeats = run.repeats, repetition = run.repetition)
    val repeat = if (run.repeats > 1) s", repeat ${run.repetition} of ${run.repeats}" else ""
    say(s"run ${log.runs.size + 1}, ${left.toMinutes} min left: ${run.entry.simulation}$repeat")
    val at = clock.instant()
    val code = inJvm(run.entry.simulation, numbers)
    val took = elapsed(at)
    val beside = took - plan.time(run.entry, Duration.Zero)
    write(log.copy(runs = log.runs :+ NightRun(run.entry.simulation, run.repetition, at, took, code, beside)))
  }

  private def write(log: NightLog): NightLog = {
    WholeFile.write(results.resolve("night.json"), log.json)
    log
  }

  private def conclude(log: NightLog): Unit = {
    say(s"${Numbers.counted(log.runs.size, "run")} in ${elapsed(began).toMinutes} min")
    log.left.foreach(simulation => say(s"no time was left for $simulation"))
    log.failed.foreach(simulation => say(s"FAILED: $simulation"))
    say(s"results: ${Rebuild.site(results, settings.history, build.studies, build.published).toUri}")
  }

  private def elapsed(since: Instant): FiniteDuration = Elapsed.between(since, clock.instant()).toMillis.millis

  private def say(line: String): Unit = println(s"[night] $line")
}

/** A run that ended: number of the simulation's repeat, and the time that it took in all and beside its load. */
private[night] final case class NightRun(
    simulation: String,
    repetition: Int,
    at: Instant,
    took: FiniteDuration,
    exitCode: Int,
    beside: FiniteDuration
) {
  def json: ujson.Obj = ujson.Obj(
    "simulation" -> simulation,
    "repetition" -> repetition,
    "startedAt" -> at.toString,
    "seconds" -> took.toSeconds.toDouble,
    "exitCode" -> exitCode
  )
}

/** The runs of a night so far, and the simulations for which no time was left. */
private[night] final case class NightLog(
    began: Instant,
    settings: NightSettings,
    runs: Vector[NightRun] = Vector.empty,
    left: Vector[String] = Vector.empty
) {
  def failed: Vector[String] = runs.filter(_.exitCode != 0).map(_.simulation).distinct

  /** Mean time of a run beside its load: starts, warm-up and calibration; a minute before the first run has ended. */
  def beside: FiniteDuration =
    if (runs.isEmpty) 1.minute else math.max(0, runs.map(_.beside.toMillis).sum / runs.size).millis

  def json: String = ujson.write(
    ujson.Obj(
      "startedAt" -> began.toString,
      "seed" -> settings.seed.toString,
      "budgetSeconds" -> settings.budget.toSeconds.toDouble,
      "runs" -> runs.map(_.json),
      "left" -> left
    ),
    indent = 2
  ) + "\n"
}

/** Settings of a night: time budget, seed of the random order, and the text in the ids of its studies. */
private[night] final case class NightSettings(budget: FiniteDuration, seed: Long, part: String)

private[night] object NightSettings {
  def read(properties: Map[String, String], part: String, seed: => Long): Either[Problem, NightSettings] = {
    val set = properties.filter { case (_, value) => value.nonEmpty }
    for {
      budget <- Properties.budget.or(set)
      set <- Properties.seed.in(set)
    } yield NightSettings(budget, set.getOrElse(seed), part)
  }

  /** True if a property of the night is passed to its runs. */
  def passed(name: String): Boolean = {
    import Properties.{budget, scale, targetUrls}
    (name.startsWith("lab.") || name == scale.name || name == targetUrls.name) &&
    !Set(budget.name, Properties.seed.name)(name)
  }
}
