package bottleneck

import bottleneck.lab.explain.published.Published
import bottleneck.lab.explain.record._
import bottleneck.lab.explain.statistics.{Latency, Outcome}
import bottleneck.lab.explain.verdict._
import bottleneck.lab.settings.Settings
import bottleneck.lab.target.CpuLimits
import java.nio.file.Path

/** Sound runs for a study to judge. */
object StudyRuns {
  private val times = Latency(50, 1280, 1280, 1800, 2200, 2400, 2500, 2600)

  /** A run of 25 s with this `throughput` and no failure, as `change` leaves it. */
  def stored(trial: Trial, throughput: Double)(change: Result => Result): StoredResult = {
    val outcome = Outcome((throughput * 25).round, 0, throughput, Some(times), Map.empty)
    val result = Result(
      RunDescription(
        trial.variant,
        "",
        RunIdentity("", trial.study.id, trial.variant, trial.factor, "quick", commit = None, repeat = 1)
      ),
      Machine(2, 0, "", Versions("", None, "3.15.1", None)),
      TargetDescription(1, Map.empty, Vector.empty, Map.empty, CpuLimits.none),
      Treatment(LoadDescription(250, 1000, 5000, 30000), WindowBounds(6000, 31000)),
      Measured(Map("GET /" -> outcome), outcome, outcome),
      Server.unknown,
      Expected(),
      Vector(Check("steady", ok = true, "throughput drifts by 0.1 %"))
    )
    StoredResult(Path.of(trial.variant), change(result))
  }

  /** The same as repeats of one command, in their order. */
  def ofOneNight(runs: Vector[StoredResult]): Vector[StoredResult] =
    runs.groupBy(_.result.run.variant).values.toVector.flatMap(_.zipWithIndex).map { case (stored, n) =>
      val run = stored.result.run
      stored.copy(result = stored.result.copy(run = run.copy(identity = run.identity.copy(repeat = n + 1))))
    }

  /** What each study has after one night, beside the others. */
  def evidence(runs: StoredResult*): Study => Evidence = {
    val all =
      ofOneNight(runs.toVector).groupBy(_.result.run.experiment).map { case (id, own) => id -> Evidence.of(own) }
    study => all.getOrElse(study.id, Evidence.none).among(all)
  }

  /** Of the statement with this id, by the study that judges it. */
  def judgement(id: String)(runs: StoredResult*): Judgement = {
    val judges =
      for { study <- Studies.found; statement <- study.statements if statement.id == id } yield statement.judge(
        evidence(runs: _*)(study)
      )
    judges.headOption.getOrElse(sys.error(s"no study judges $id"))
  }

  def verdict(id: String)(runs: StoredResult*): Verdict = judgement(id)(runs: _*).verdict

  /** The same as the site has it, which carries the uncertainty of the runs through the criterion. */
  def drawnVerdict(id: String)(runs: StoredResult*): Verdict = Findings
    .of(FoundResults(runs.toVector, Vector.empty, Vector.empty), Studies.found, published)
    .statements
    .find(_.published.id == id)
    .fold(sys.error(s"no study judges $id"))(_.verdict)

  private lazy val published: Published = Published
    .read(Settings.read(sys.props.toMap).fold(throw _, _.layout.data))
    .fold(error => sys.error(error.message), identity)
}
