package bottleneck.lab

import bottleneck.lab.explain.Forecast
import bottleneck.lab.explain.log.LogReader
import bottleneck.lab.explain.page.Summary
import bottleneck.lab.explain.published.Published
import bottleneck.lab.explain.verdict.Findings
import bottleneck.lab.explain.record.RunRecord
import bottleneck.lab.files.SpeedMoment
import bottleneck.lab.run.metrics.{Recording, WatchedParts}
import bottleneck.lab.run.speed.MachineSpeed
import bottleneck.lab.run.{Fleet, Needs, Preflight}
import bottleneck.lab.settings.{Refused, Settings}
import bottleneck.lab.target._
import io.gatling.commons.stats.assertion.Assertion
import io.gatling.core.structure.PopulationBuilder
import io.gatling.http.protocol.HttpProtocolBuilder
import scala.concurrent.duration._

/** One run of a variant: starts the target, warms it up, loads it, ends it, and concludes.
  *
  * @param fleet
  *   none where the target runs already
  * @param failedBefore
  *   a sentence for each earlier repeat that failed
  */
private final class VariantRun private (
    asked: AskedRun,
    published: Published,
    runFolder: RunFolder,
    fleet: Option[Fleet],
    failedBefore: Vector[String]
) {
  import VariantRun._
  import asked.{load, settings}

  private val urls = fleet.fold(settings.running.targetUrls)(_.urls)

  private val workload = asked.setup.workload(
    RunContext(settings.scale, load, settings.layout.data, fleet.fold(settings.running.targetUrls)(_.instanceUrls))
  )

  private lazy val ownRecording = Recording.start(WatchedParts(Vector.empty), runFolder.work)(say)

  private val criteria =
    Findings.criteria(Simulations.declared, published)

  private val speed = new MachineSpeed(runFolder.work, say)

  private val preparation = new LoadPreparation(asked, workload, fleet, runFolder.work)(say)

  private val start = new SharedStart(settings.injector)(say)

  private val users = new Users(
    asked.name,
    () => preparation.load,
    workload,
    preparation.preparing,
    settings.injector.map(_ -> (() => start.in))
  )

  def populations: List[PopulationBuilder] = users.populations(urls)

  def protocol: HttpProtocolBuilder = users.protocol(urls)

  def assertion: Assertion = workload.assertion

  /** A bound for what does not end by itself. */
  def longest: FiniteDuration =
    preparation.longest + start.in + load.duration + WindowLength.most(load) + slack

  /** Before Gatling's users start. */
  def prepare(): Unit = Ending.orFail {
    fleet.foreach(_.awaitReady())
    awaitIdle()
    speed.measure(SpeedMoment.Before, fleet.flatMap(_.unlimitedDatabase))
    if (fleet.isEmpty) ownRecording.loadBegins()
    preparation.lead(() => begin())
  }

  /** After the last of Gatling's users. */
  def finish(): Unit = Ending.orFail {
    users.end()
    watchOn()
    say("the load is over: evaluating")
    fleet.fold(ownRecording.close())(_.loadEnds(workload.explained))
    awaitIdle()
    speed.measure(SpeedMoment.After, fleet.flatMap(_.unlimitedDatabase))
    fleet.foreach(_.close())
    val done = record.copy(ended = fleet.toVector.flatMap(_.endedEarly), steps = fleet.toVector.flatMap(_.steps))
    RunRecord.write(runFolder.work, done)
    val conclusion = conclude(done)
    conclusion.summary.foreach(say)
    val failures = failedBefore ++ conclusion.failures ++ again(conclusion)
    failures.foreach(failure => say(s"FAILED: $failure"))
    if (settings.injector.isEmpty) SoFar.lines(settings).foreach(say)
    if (failures.nonEmpty) Ending.failBuild()
  }

  /** Parts that still work would make the machine seem slow. */
  private def awaitIdle(): Unit = fleet.foreach(_.gauge.awaitIdle(idleWithin))

  /** What is done when the load begins, and said of it. */
  private def begin(): Unit = {
    start.await()
    val begun = record
    RunRecord.write(runFolder.work, begun)
    fleet.foreach(_.limitCpus())
    fleet.foreach(_.loadBegins())
    for { parts <- fleet; intervention <- workload.intervention }
      parts.intervene(intervention, load.judgedFrom + intervention.after)
    Forecast.of(runFolder.work, begun).prediction.foreach(prediction => say(Summary.predicted(prediction)))
    say(s"the load begins: ${preparation.load.duration.toSeconds} s")
  }

  private def record: RunRecord =
    asked.record(preparation.load, workload, fleet.map(_.installed), criteria)

  /** The log is that of the load alone before the folder has a record, by which it can be explained again. */
  private def conclude(done: RunRecord): Conclusion = {
    for {
      folder <- runFolder.newest
      error <- LoadLog
        .keep(folder.resolve(LogReader.file), users.scenarios, users.heldBack)
        .left
        .toOption
    }
      say(error.message)
    runFolder
      .moveToResults()
      .fold(Conclusion.noFolder(settings.layout.results)) { folder =>
        done.setup.shareOf.fold(Conclusion.of(folder, done, settings, published))(Conclusion.ofShare(folder, _))
      }
  }

  /** A disturbed run counts for nothing: it is run once more, while this JVM waits. */
  private def again(conclusion: Conclusion): Option[String] =
    if (!conclusion.mayDoBetter || conclusion.failures.nonEmpty) None
    else if (settings.runs.mayRunAgain) {
      say("the run was disturbed: running it once more; the pages show both")
      Repeats.runAgain(asked.simulation, settings)
    } else {
      say("the second attempt was disturbed too; there is no third")
      None
    }

  /** The end of a burst's window and the quiet after it: a time that is measured, not a wait for something. */
  private def watchOn(): Unit = load match {
    case burst: Burst => Thread.sleep((burst.after + Burst.quiet).toMillis)
    case _: ClosedLoad | _: OpenLoad | _: Staircase => ()
  }
}

private object VariantRun {
  private val idleWithin = 5.seconds

  /** For users to be injected and reports to be made. */
  private val slack = 2.minutes

  /** Starts the target, and returns at once: its parts start while Gatling gets ready. Ends the JVM where the settings
    * are wrong, or the machine lacks something.
    */
  def started(simulation: String, setup: Setup): VariantRun = Ending.orExit {
    val settings = Settings.read(sys.props.toMap).fold(throw _, _.repeatedAtLeast(setup.repeats))
    val question = Simulations.declared.find(_.id == setup.trial.study).map(study => s": ${study.question}")
    say(simulation + question.getOrElse(""))
    val published = Published.read(settings.layout.data).fold(error => throw new Refused(error.message), identity)
    val asked = AskedRun.of(simulation, setup, settings).fold(skip(simulation, setup, settings, published), identity)
    Announcement.of(asked.target, asked.load, settings).foreach(say)
    asked.refuseTooManyInjectors()
    Preflight.check(settings, asked.target, asked.share(asked.load.users))
    Needs.unmet(asked.target, settings).foreach(skip(simulation, setup, settings, published))
    Ending.withParent()
    val failed = Repeats.runEarlier(simulation, settings)(say)
    val folder = new RunFolder(settings.layout, asked.name)
    val fleet = Option.when(settings.running.targetUrls.isEmpty)(
      new Fleet(asked.target, settings, folder.work, say, asked.warmUpIndex)
    )
    if (fleet.isDefined) say("starting the target")
    fleet.foreach(_.start())
    new VariantRun(asked, published, folder, fleet, failed)
  }

  private def skip(simulation: String, setup: Setup, settings: Settings, published: Published)(
      reason: String
  ): Nothing = {
    say(s"SKIPPED: $reason")
    say(s"results: ${SkippedRun.record(simulation, setup.trial, reason)(settings, published).toUri}")
    Ending.skip()
  }

  private def say(line: String): Unit = println(s"[lab] $line")
}
