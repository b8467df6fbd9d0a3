package bottleneck.lab.claims

import bottleneck.lab.claims.page.ExampleRuns
import bottleneck.lab.claims.verdict.ResultFiles
import bottleneck.lab.engine.{Conclusion, Evaluation, KeptUsers}
import bottleneck.lab.figures.record._
import bottleneck.lab.figures.settings.{Layout, Scale, Settings}
import bottleneck.lab.figures.target._
import bottleneck.lab.figures.theory.Limit
import bottleneck.lab.log.{GoldenLogs, MadeLog, TemporaryFolder}
import java.nio.file.{Files, Path}
import org.scalatest.Suite
import org.scalatest.matchers.should.Matchers
import scala.concurrent.duration._
import scala.util.Using

/** A run whose load is over, with a log and metrics that are made up, and what is concluded of it. */
private[lab] trait ConcludedRuns extends TemporaryFolder with Matchers { this: Suite =>
  protected lazy val golden: Array[Byte] =
    Using.resource(classOf[GoldenLogs].getResourceAsStream("without-index.golden"))(_.readAllBytes())
  // measured from 7 s to 25 s, by another decoder: 58.667 requests/s
  protected val load: ClosedLoad = ClosedLoad(users = 16, arrival = 1.second, settle = 6.seconds, hold = 24.seconds)
  protected val cores: Int = Runtime.getRuntime.availableProcessors

  def results: Path = folder.resolve("results")

  def left: Path = results.resolve("withoutindex-1")

  def settings: Settings = Settings(Scale.Quick, Layout(folder, folder, folder, folder, results))

  /** Builds the site of all runs. */
  def build(): Vector[String] = {
    ExampleRuns.writeData(folder.resolve("data"))
    BuildSite.build(folder.resolve("data"), results, history = None).fold(problem => fail(problem.sentence), identity)
  }

  /** Record of a run with `log` in Gatling's folder, metrics of a nearly idle generator and `busy` cores in use. */
  def run(log: Array[Byte] = golden, perSecond: Int = 60, busy: Int = 0): RunRecord = {
    val _ = Files.createDirectories(left)
    Files.write(left.resolve("simulation.log"), log)
    val start = 1795224950914L
    val rows = (0 to 25).map(n => s"${start + n * 1000},${n * 0.1},${n * busy}")
    Files.writeString(
      left.resolve("metrics.csv"),
      ("at_ms,generator.cpu_seconds_total,machine.cpu_busy_seconds_total" +: rows).mkString("", "\n", "\n")
    )
    val limits = Vector(Limit.users(perSecond, 1.second), Limit.users(1000, 1.second))
    val installed = Installed("25.0.1", Vector("-Xmx1g"), Some("18.6"), Map("fsync" -> "on"))
    MadeRecord.of(load, Expectation(limits, tolerance = Some(0.05)), cores).copy(installed = Some(installed))
  }

  /** The log of as many users, each of whom is answered after 250 ms. */
  def made(error: Int => String = _ => ""): Array[Byte] = {
    val records = MadeLog.closed(users = 16, ms = 25000)(_ => 250, error)
    Files.readAllBytes(MadeLog.write(folder.resolve("made.log"), records))
  }

  /** An evaluation of runs with the settings and figures of the test. */
  def evaluation(simulation: String = "", variant: String = ""): Evaluation = {
    ExampleRuns.writeData(folder.resolve("data"))
    new SiteEvaluation(simulation, Trial("journal", variant), settings)
  }

  def conclude(run: RunRecord): Conclusion = {
    val ours = evaluation()
    ours.conclude(left, run, ours.read(left, left, run.load, KeptUsers(Vector.empty)))
  }

  def without(tolerance: RunRecord): RunRecord =
    tolerance.copy(setup = tolerance.setup.copy(expectation = tolerance.setup.expectation.copy(tolerance = None)))

  def stored: Vector[Result] = ResultFiles.find(Vector(results)).results.map(_.result)

  def concluded(run: RunRecord): Result = {
    val _ = conclude(run)
    stored.head
  }

  def loaded(run: RunRecord, load: Load): RunRecord = run.copy(setup = run.setup.copy(load = load))
}
