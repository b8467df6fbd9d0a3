package bottleneck.lab.night

import bottleneck.lab.explain.page.{Numbers, Rebuild}
import bottleneck.lab.explain.published.Published
import bottleneck.lab.explain.verdict._
import bottleneck.lab.settings.{Refused, Settings}
import bottleneck.lab.{GatlingJvm, Simulations}
import java.nio.file.Files
import java.time.{Duration => Elapsed, Instant}
import scala.concurrent.duration._
import scala.util.Random

/** The command above the runs: every variant once, and then again what is undecided, within a budget of time. Each run
  * is a JVM of its own, which knows of no other.
  */
object Night {
  private val usage =
    """Runs every variant once, study by study, the variants of a study in random order. Then it runs again what is
      |undecided and what more runs would decide, at most five blocks of a study, until the budget is used up.
      |
      |usage: Night [EXPERIMENT]
      |  EXPERIMENT        only those with this text in their id
      |  -Dlab.budget=6h   how long it may take (7h); a run that would end later is not started
      |  -Dlab.seed=1      of the order, which is printed
      |  -Dlab.blocks=5    how often it runs every variant before it looks at what is undecided (1)
      |  All properties of gatling:test apply.""".stripMargin

  def main(arguments: Array[String]): Unit = {
    val begun = arguments.toVector match {
      case Vector("--help" | "-h") => Left(0 -> usage)
      case Vector() => prepare("")
      case Vector(part) if !part.startsWith("-") => prepare(part)
      case _ => Left(1 -> usage)
    }
    begun match {
      case Right(night) => if (!night.run()) sys.exit(1)
      case Left((0, text)) => println(text)
      case Left((code, text)) =>
        System.err.println(text)
        sys.exit(code)
    }
  }

  private def prepare(part: String): Either[(Int, String), Night] = {
    val properties = sys.props.toMap
    val read = for {
      settings <- Settings.read(properties)
      night <- NightSettings.read(properties, part, System.nanoTime() & 0xffff)
      published <- Published.read(settings.layout.data).left.map(error => new Refused(error.message))
      _ <- Simulations.studies
        .find(_.id.contains(part))
        .toRight(new Refused(s"No experiment has '$part' in its id: mvn -q test-compile exec:java@list shows all."))
    } yield new Night(settings, night, published)
    read.left.map(refused => 1 -> refused.getMessage)
  }
}

private final class Night(settings: Settings, night: NightSettings, published: Published) {
  private val began = Instant.now()
  private val variants = Simulations.found.filter(_.setup.trial.study.id.contains(night.part))
  private val studies = Simulations.studies.filter(_.id.contains(night.part))
  private val plan = new NightPlan(variants, settings.scale, settings.runs.repeats, new Random(night.seed))
  private val results = Files.createDirectories(settings.layout.results)
  private val jvm = GatlingJvm.underMaven(settings.layout.project.resolve("simulations/generator.jvm"))

  /** Whether every run ended well. */
  def run(): Boolean = {
    say(
      s"${Numbers.counted(variants.size, "variant")} of ${Numbers.counted(studies.size, "experiment")}, " +
        s"budget ${night.budget}, seed ${night.seed}"
    )
    val all = for { _ <- 1 to night.blocks; study <- studies } yield study.id
    val first = all.foldLeft(NightLog(began, night))((log, study) => runBlock(log, plan.block(study)))
    val done =
      Iterator.iterate(Option(first))(_.flatMap(further)).takeWhile(_.isDefined).flatten.reduceLeft((_, b) => b)
    conclude(done)
    done.failed.isEmpty
  }

  /** With one more block of what is undecided, the first that fits; none where nothing is left to do, or no time. */
  private def further(log: NightLog): Option[NightLog] =
    plan.next(findings, log.further).find(_.forall(fits(log, _))).map(runBlock(log, _))

  private def runBlock(log: NightLog, block: Vector[Simulations.Variant]): NightLog =
    block.foldLeft(log.begins(block))((sofar, variant) =>
      if (fits(sofar, variant)) runOne(sofar, variant) else sofar.leaves(variant)
    )

  private def fits(log: NightLog, variant: Simulations.Variant): Boolean =
    elapsed(began) + plan.time(variant, log.beside) <= night.budget

  private def runOne(log: NightLog, variant: Simulations.Variant): NightLog = {
    val left = night.budget - elapsed(began)
    say(s"run ${log.runs.size + 1}, ${left.toMinutes} min left: ${variant.simulation}")
    val at = Instant.now()
    val code = jvm.run(variant.simulation, results, properties)
    val took = elapsed(at)
    val beside = took / plan.timesOf(variant).toLong - plan.time(variant, Duration.Zero) / plan.timesOf(variant).toLong
    log.ran(NightRun(variant.simulation, log.blockOf(variant), at, took, code, beside)).written(results)
  }

  private def properties: Vector[(String, String)] =
    sys.props.toVector.filter { case (name, _) => NightSettings.passed(name) }.sorted

  /** Of the night's experiments, which may look at the runs of others. */
  private def findings: Vector[ExperimentFindings] = Findings
    .of(ResultFiles.find(results +: settings.history.toVector), Simulations.studies, published)
    .experiments
    .filter(of => studies.exists(_.id == of.study.id))

  private def conclude(last: NightLog): Unit = {
    val log = last.written(results)
    val judged = findings
    val counts = Verdict.all.map(verdict => verdict -> judged.flatMap(_.statements).count(_.verdict == verdict))
    val told = counts.filter(_._2 > 0).map { case (verdict, n) => s"$n ${verdict.name}" }
    say((s"${Numbers.counted(log.runs.size, "run")} in ${elapsed(began).toMinutes} min" +: told).mkString(", "))
    for { of <- judged; statement <- of.statements; agreement <- statement.agreement; runs <- agreement.runs }
      say(
        s"undecided: ${statement.published.id}; ${Numbers.counted(runs, "run")} more of each variant of ${of.study.id} would decide it"
      )
    log.left.foreach(simulation => say(s"no time was left for $simulation"))
    log.failed.foreach(simulation => say(s"FAILED: $simulation"))
    say(s"results: ${Rebuild.site(results, settings.history, Simulations.studies, published).toUri}")
  }

  private def elapsed(since: Instant): FiniteDuration = Elapsed.between(since, Instant.now()).toMillis.millis

  private def say(line: String): Unit = println(s"[night] $line")
}
