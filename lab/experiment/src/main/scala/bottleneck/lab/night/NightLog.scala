package bottleneck.lab.night

import bottleneck.lab.Simulations.Variant
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
  def begins(block: Vector[Variant]): NightLog =
    block.headOption
      .map(_.setup.trial.study.id)
      .fold(this)(id => copy(blocks = blocks.updated(id, blocks.getOrElse(id, 0) + 1)))

  /** @param load
    *   how long the run's loads take by themselves
    */
  def ran(variant: Variant, at: Instant, took: FiniteDuration, exitCode: Int, load: FiniteDuration): NightLog =
    copy(runs =
      runs :+ NightRun(variant.simulation, blocks.getOrElse(variant.setup.trial.study.id, 0), at, took, exitCode, load)
    )

  def leaves(variant: Variant): NightLog = copy(left = left :+ variant.simulation)

  def failed: Vector[String] = runs.filter(_.exitCode != 0).map(_.simulation)

  /** What a run takes beside its load, as the runs so far did on average. */
  def beside: FiniteDuration =
    if (runs.isEmpty) NightLog.usuallyBeside
    else
      (runs.map(run => run.took - run.load).foldLeft[FiniteDuration](Duration.Zero)(_ + _) / runs.size.toLong)
        .max(Duration.Zero)

  def json: String = ujson.write(
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

  /** Before any run told: warm-up, calibration, starts. */
  private val usuallyBeside = 60.seconds
}

/** @param load
  *   how long its loads take by themselves
  */
private[night] final case class NightRun(
    simulation: String,
    block: Int,
    at: Instant,
    took: FiniteDuration,
    exitCode: Int,
    load: FiniteDuration
) {
  def json: Obj = Obj(
    "simulation" -> Str(simulation),
    "block" -> Num(block.toDouble),
    "startedAt" -> Str(at.toString),
    "seconds" -> Num(took.toSeconds.toDouble),
    "exitCode" -> Num(exitCode.toDouble)
  )
}
