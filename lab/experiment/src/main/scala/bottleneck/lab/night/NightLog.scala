package bottleneck.lab.night

import java.time.Instant
import scala.concurrent.duration._
import ujson.{Arr, Num, Obj, Str}

/** A run that ended.
  *
  * @param repetition
  *   number of the simulation's repeat
  * @param beside
  *   time that it took beside its load
  */
private[night] final case class NightRun(
    simulation: String,
    repetition: Int,
    at: Instant,
    took: FiniteDuration,
    exitCode: Int,
    beside: FiniteDuration
)

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
    Obj(
      "startedAt" -> Str(began.toString),
      "seed" -> Str(settings.seed.toString),
      "budgetSeconds" -> Num(settings.budget.toSeconds.toDouble),
      "runs" -> Arr.from(runs.map(of)),
      "left" -> Arr.from(left)
    ),
    indent = 2
  ) + "\n"

  private def of(run: NightRun): Obj = Obj(
    "simulation" -> Str(run.simulation),
    "repetition" -> Num(run.repetition.toDouble),
    "startedAt" -> Str(run.at.toString),
    "seconds" -> Num(run.took.toSeconds.toDouble),
    "exitCode" -> Num(run.exitCode.toDouble)
  )
}

private[night] object NightLog {
  val file = "night.json"
}
