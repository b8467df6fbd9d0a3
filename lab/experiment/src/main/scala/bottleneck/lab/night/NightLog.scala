package bottleneck.lab.night

import bottleneck.lab.Simulations.Variant
import bottleneck.lab.files.WholeFile
import java.nio.file.Path
import java.time.Instant
import scala.concurrent.duration._
import ujson.{Arr, Num, Obj, Str}

/** What a night has done so far.
  *
  * @param blocks
  *   that each study had
  * @param left
  *   simulations for which there was no time
  */
private[night] final case class NightLog(
    began: Instant,
    settings: NightSettings,
    runs: Vector[NightRun] = Vector.empty,
    blocks: Map[String, Int] = Map.empty,
    left: Vector[String] = Vector.empty
) {
  def begins(block: Vector[PlannedRun]): NightLog =
    block.headOption
      .map(_.variant.setup.trial.study.id)
      .fold(this)(id => copy(blocks = blocks.updated(id, blocks.getOrElse(id, 0) + 1)))

  def ran(run: NightRun): NightLog = copy(runs = runs :+ run)

  /** Which block of its study a variant is run in. */
  def blockOf(variant: Variant): Int = blocks.getOrElse(variant.setup.trial.study.id, 0)

  /** Blocks of each study after the first ones. */
  def further: Map[String, Int] = blocks.map { case (study, n) => study -> math.max(0, n - settings.blocks) }

  def leaves(run: PlannedRun): NightLog = copy(left = (left :+ run.variant.simulation).distinct)

  def failed: Vector[String] = runs.filter(_.exitCode != 0).map(_.simulation).distinct

  /** What a run takes beside its load, as the runs so far did on average. */
  def beside: FiniteDuration =
    if (runs.isEmpty) NightLog.usuallyBeside
    else
      (runs.map(_.beside).foldLeft[FiniteDuration](Duration.Zero)(_ + _) / runs.size.toLong).max(Duration.Zero)

  /** The same, in its file. */
  def written(results: Path): NightLog = {
    WholeFile.write(results.resolve(NightLog.file), json)
    this
  }

  private def json: String = ujson.write(
    Obj(
      "startedAt" -> Str(began.toString),
      "seed" -> Str(settings.seed.toString),
      "budgetSeconds" -> Num(settings.budget.toSeconds.toDouble),
      "runs" -> Arr.from(runs.map(_.json)),
      "left" -> Arr.from(left)
    ),
    indent = 2
  ) + "\n"
}

private[night] object NightLog {
  val file = "night.json"

  /** Used before the first run has ended: starts, warm-up and calibration take about so long. */
  private val usuallyBeside = 60.seconds
}

/** @param repetition
  *   which of the simulation's repeats
  * @param beside
  *   what it took beside its load
  */
private[night] final case class NightRun(
    simulation: String,
    repetition: Int,
    block: Int,
    at: Instant,
    took: FiniteDuration,
    exitCode: Int,
    beside: FiniteDuration
) {
  def json: Obj = Obj(
    "simulation" -> Str(simulation),
    "repetition" -> Num(repetition.toDouble),
    "block" -> Num(block.toDouble),
    "startedAt" -> Str(at.toString),
    "seconds" -> Num(took.toSeconds.toDouble),
    "exitCode" -> Num(exitCode.toDouble)
  )
}
