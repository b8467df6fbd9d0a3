package bottleneck.lab.explain.validity

import bottleneck.lab.statistics.Window
import bottleneck.lab.log.{LogError, LogRecord}
import bottleneck.lab.model.Check
import bottleneck.lab.explain.record.{MadeRecord, RunRecord}
import bottleneck.lab.explain.series.{PartFigures, PartMetric, PartMetrics}
import bottleneck.lab.explain.statistics.{MadeLog, RunStatistics}
import bottleneck.lab.TemporaryFolder
import bottleneck.lab.target.{ClosedLoad, Load, WarmUp}
import java.nio.file.Path
import org.scalatest.Suite
import org.scalatest.matchers.should.Matchers
import scala.concurrent.duration._

/** Runs that are made up, and what is held against them. */
trait JudgedRuns extends TemporaryFolder with Matchers { this: Suite =>
  protected val window: Window = Window(5000, 25000)
  protected def log: Path = folder.resolve("simulation.log")
  protected val idle: PartFigures = PartFigures.of(
    PartMetrics.compilers -> 0.02,
    PartMetrics.service -> 0.3,
    PartMetrics.generator -> 0.2,
    PartMetrics.machine -> 0.55,
    PartMetrics.stolen -> 0,
    PartMetrics.other -> 0.05
  )

  /** Circumstances of a closed load on two cores. */
  protected val quiet: Circumstances =
    Circumstances(MadeRecord.of(ClosedLoad(20, 1.second, 4.seconds, 25.seconds, Some(WarmUp(users = 2)))), idle)

  protected def recorded(circumstances: Circumstances = quiet)(change: RunRecord => RunRecord): Circumstances =
    circumstances.copy(record = change(circumstances.record))

  protected def loaded(load: Load, circumstances: Circumstances = quiet): Circumstances =
    recorded(circumstances)(record => record.copy(setup = record.setup.copy(load = load)))

  def of(records: Vector[LogRecord]): RunStatistics = read(records)(RunStatistics.read(_, window))

  def read(records: Vector[LogRecord])(read: Path => Either[LogError, RunStatistics]): RunStatistics =
    read(MadeLog.write(log, records)).fold(error => fail(error.message), identity)

  /** 20 users, answered in 1 s each. */
  def steady: RunStatistics = of(MadeLog.closed(users = 20, ms = 26000)(_ => 1000))

  def check(name: String, statistics: RunStatistics, circumstances: Circumstances): Check =
    Validity.judge(statistics, circumstances).find(_.name == name).getOrElse(fail(s"there is no check $name"))

  def objections(statistics: RunStatistics, circumstances: Circumstances = quiet): Vector[String] =
    Validity.judge(statistics, circumstances).filterNot(_.passed).map(_.name)

  def measuring(changes: (PartMetric, Double)*): Circumstances = quiet.copy(figures = idle.updated(changes: _*))
}
