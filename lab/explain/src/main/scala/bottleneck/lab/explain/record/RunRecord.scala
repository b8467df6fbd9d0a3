package bottleneck.lab.explain.record

import bottleneck.lab.target.{CpuLimits, Installed, Intervention, Load, Step, Target}
import java.nio.file.Path

/** What was asked of a run, where it ran, and what became of its parts: the content of its run.json, which is written
  * when the load begins, and again, with what happened, when it is over.
  *
  * @param simulation
  *   its class
  * @param experiment
  *   id of the study that it belongs to
  * @param published
  *   whose figures it is compared with
  * @param sloP95Ms
  *   the service level objective of a staircase
  * @param commit
  *   of the checkout, where there is one
  * @param repeat
  *   1 for the first run of a variant, 2 for its first repeat …
  * @param attempt
  *   2 where it replaces a run that was disturbed
  * @param load
  *   with the window that the noise before it asked for
  * @param intervention
  *   what was to be done to the database under load
  * @param disturbers
  *   other users, who make a part of the target busy
  * @param external
  *   what of the target the lab did not start; none: nothing
  * @param installed
  *   what was started; nothing where the target ran already
  * @param ended
  *   a sentence for every part that ended unplanned
  * @param steps
  *   what was done to the database under load
  */
final case class RunRecord(
    schema: String,
    simulation: String,
    experiment: String,
    variant: String,
    factor: Option[Factor],
    published: Option[PublishedSetting],
    scale: String,
    sloP95Ms: Double,
    commit: Option[String],
    repeat: Int,
    attempt: Int,
    host: Host,
    target: Target,
    load: Load,
    expectation: Expectation,
    intervention: Option[Intervention] = None,
    disturbers: Option[Int] = None,
    external: Option[String] = None,
    installed: Option[Installed] = None,
    ended: Vector[String] = Vector.empty,
    steps: Vector[Step] = Vector.empty
) {

  /** Cores that the parts were limited to; of what the lab did not start it knows none. */
  def limits: CpuLimits = if (installed.isDefined) target.cpus.below(host.cpus) else CpuLimits.none
}

object RunRecord {
  val file = "run.json"
  val schema = "bottleneck/run/1"

  /** The record in the folder of a run; nothing in one that an earlier version left. The error is a sentence. */
  def read(folder: Path): Either[String, Option[RunRecord]] = RunRecordJson.readIn(folder)

  def write(folder: Path, record: RunRecord): Unit = RunRecordJson.writeIn(folder, record)
}

/** The machine of a run, and the Java version of its generator. */
final case class Host(cpus: Int, memoryBytes: Long, os: String, java: String)
