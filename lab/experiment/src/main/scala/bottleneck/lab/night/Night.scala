package bottleneck.lab.night

import bottleneck.lab.explain.history.{Histories, MetricHistory}
import bottleneck.lab.explain.page.{Numbers, Rebuild}
import bottleneck.lab.explain.verdict._
import bottleneck.lab.settings.{Refused, RunNumbers, Settings}
import bottleneck.lab.GatlingJvm
import java.nio.file.Files
import java.time.{Clock, Duration => Elapsed, Instant}
import scala.concurrent.duration._
import scala.util.Random

/** The command above the runs: every variant, then again what is suspected of a regression and what is undecided,
  * within a budget of time. Each run is a JVM of its own, which knows of no other.
  */
object Night {
  private val usage =
    s"""Runs every variant once, or as often as its statements need, study by study, the variants of a study in random
      |order and repeats by turns. What never ran comes first, then what ran longest ago, by these results and those of
      |-Dlab.history: a night goes on where the budget of the one before ended. Then it runs each variant with a suspected regression ${NightPlan.rerunsOfSuspect} times more, by itself. Then it
      |runs again what is undecided and what more runs would decide, at most ${NightPlan.mostBlocks} blocks more of a study, until the
      |budget is used up.
      |
      |usage: Night [EXPERIMENT]
      |  EXPERIMENT        only those with this text in their id
      |  -Dlab.budget=6h   how long it may take (7h); a run that would end later is not started
      |  -Dlab.seed=1      of the order, which is printed
      |  -Dlab.blocks=5    how often it runs every variant before it looks at what is undecided (1)
      |  All properties of gatling:test apply.""".stripMargin

  def main(arguments: Array[String]): Unit = asked(arguments.toVector, sys.props.toMap) match {
    case Right(night) => if (!night.run()) sys.exit(1)
    case Left((0, text)) => println(text)
    case Left((code, text)) =>
      System.err.println(text)
      sys.exit(code)
  }

  /** The night that is asked for, of which nothing is started; or an exit code and what to say. */
  private[night] def asked(
      arguments: Vector[String],
      properties: Map[String, String]
  ): Either[(Int, String), Night] = arguments match {
    case Vector("--help" | "-h") => Left(0 -> usage)
    case Vector() => of("", properties).left.map(refused => 1 -> refused.getMessage)
    case Vector(part) if !part.startsWith("-") => of(part, properties).left.map(refused => 1 -> refused.getMessage)
    case _ => Left(1 -> usage)
  }

  private def of(part: String, properties: Map[String, String]): Either[Refused, Night] = for {
    settings <- Settings.read(properties)
    night <- NightSettings.read(properties, part, System.nanoTime() & 0xffff)
    build <- Build.read(settings.layout.data)
    _ <- build.studies
      .find(_.id.contains(part))
      .toRight(new Refused(s"No experiment has '$part' in its id: mvn -q test-compile exec:java@list shows all."))
  } yield new Night(settings, night, build, inJvm(settings, properties), Clock.systemUTC())

  /** Runs a simulation in a JVM of its own, with the properties of this one: its exit code. */
  private def inJvm(settings: Settings, properties: Map[String, String]): (String, RunNumbers) => Int = {
    val jvm = GatlingJvm.underMaven(settings.layout.project.resolve("simulations/generator.jvm"))
    val passed = properties.toVector.filter { case (name, _) => NightSettings.passed(name) }.sorted
    (simulation, numbers) => jvm.run(simulation, settings.layout.results, passed ++ numbers.properties)
  }
}

/** @param inJvm
  *   runs one repeat of a simulation to its end: its exit code
  */
private[night] final class Night(
    settings: Settings,
    night: NightSettings,
    build: Build,
    inJvm: (String, RunNumbers) => Int,
    clock: Clock
) {
  private val began = clock.instant()
  private val variants = build.variants.filter(_.setup.trial.study.id.contains(night.part))
  private val studies = build.studies.filter(_.id.contains(night.part))
  private val plan = new NightPlan(variants, settings.scale, settings.runs.repeats, new Random(night.seed))
  private val results = settings.layout.results

  /** Whether every run ended well. */
  def run(): Boolean = {
    val _ = Files.createDirectories(results)
    say(
      s"${Numbers.counted(variants.size, "variant")} of ${Numbers.counted(studies.size, "experiment")}, " +
        s"budget ${night.budget}, seed ${night.seed}; ${NightPlan.text(plan.once(NightLog(began, night).beside))} to run each once"
    )
    settings.running.exposed.foreach(sentence => say(s"warning: $sentence"))
    val order = plan.oldestFirst(studies, found)
    val all = Vector.fill(night.blocks)(order).flatten
    val first = all.foldLeft(NightLog(began, night))((log, study) => runBlock(log, plan.block(study)))
    val done =
      Iterator
        .iterate(Option(suspectsAgain(first)))(_.flatMap(further))
        .takeWhile(_.isDefined)
        .flatten
        .reduceLeft((_, b) => b)
    conclude(done)
    done.failed.isEmpty
  }

  /** With one more block of what is undecided, the first that fits; none where nothing is left to do, or no time. */
  private def further(log: NightLog): Option[NightLog] =
    plan.next(findings, log.further).find(_.forall(fits(log, _))).map(runBlock(log, _))

  /** With the runs that confirm a suspected regression, or do not. */
  private def suspectsAgain(log: NightLog): NightLog = {
    val again = plan.suspects(histories)
    again.distinct.foreach(one => say(s"run again, as a regression is suspected: ${one.variant.simulation}"))
    runEach(log, again)
  }

  private def runBlock(log: NightLog, block: Vector[PlannedRun]): NightLog = runEach(log.begins(block), block)

  private def runEach(log: NightLog, these: Vector[PlannedRun]): NightLog =
    these.foldLeft(log)((sofar, run) => if (fits(sofar, run)) runOne(sofar, run) else sofar.leaves(run))

  private def fits(log: NightLog, run: PlannedRun): Boolean =
    elapsed(began) + plan.time(run.variant, log.beside) <= night.budget

  private def runOne(log: NightLog, run: PlannedRun): NightLog = {
    val left = night.budget - elapsed(began)
    val numbers = settings.runs.copy(repeats = run.repeats, repetition = run.repetition)
    val repeat = if (run.repeats > 1) s", repeat ${run.repetition} of ${run.repeats}" else ""
    say(s"run ${log.runs.size + 1}, ${left.toMinutes} min left: ${run.variant.simulation}$repeat")
    val at = clock.instant()
    val code = inJvm(run.variant.simulation, numbers)
    val took = elapsed(at)
    val beside = took - plan.time(run.variant, Duration.Zero)
    log
      .ran(NightRun(run.variant.simulation, run.repetition, log.blockOf(run.variant), at, took, code, beside))
      .written(results)
  }

  /** Of the night's experiments, which may look at the runs of others. */
  private def findings: Vector[ExperimentFindings] = Findings
    .of(found, build.studies, build.published)
    .experiments
    .filter(of => studies.exists(_.id == of.study.id))

  private def histories: Histories = Histories.of(found.results, build.studies, build.published.accepted)

  private def found: FoundResults = ResultFiles.find(results, settings.history)

  private def conclude(last: NightLog): Unit = {
    val log = last.written(results)
    val judged = findings
    val counts = Verdict.all.map(verdict => verdict -> judged.flatMap(_.statements).count(_.verdict == verdict))
    val verdicts = counts.filter(_._2 > 0).map { case (verdict, n) => s"$n ${verdict.name}" }
    say((s"${Numbers.counted(log.runs.size, "run")} in ${elapsed(began).toMinutes} min" +: verdicts).mkString(", "))
    for { of <- judged; statement <- of.statements; agreement <- statement.judgement.agreement; runs <- agreement.runs }
      say(
        s"undecided: ${statement.published.id}; ${Numbers.counted(runs, "run")} more of each variant of ${of.study.id} would decide it"
      )
    val compared = histories
    compared.suspected.foreach(one => say(s"suspected regression, not confirmed: ${name(one)}"))
    compared.changed.filter(_.confirmed.isDefined).foreach(one => say(s"REGRESSION: ${name(one)}"))
    log.left.foreach(simulation => say(s"no time was left for $simulation"))
    log.failed.foreach(simulation => say(s"FAILED: $simulation"))
    say(s"results: ${Rebuild.site(results, settings.history, build.studies, build.published).toUri}")
  }

  private def name(of: MetricHistory): String = s"${of.experiment}, ${of.variant}: ${of.metric.name}"

  private def elapsed(since: Instant): FiniteDuration = Elapsed.between(since, clock.instant()).toMillis.millis

  private def say(line: String): Unit = println(s"[night] $line")
}
