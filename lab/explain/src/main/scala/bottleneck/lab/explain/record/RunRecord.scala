package bottleneck.lab.explain.record

import bottleneck.lab.target.{CpuLimits, Installed, Load, Step, Target}
import java.nio.file.Path
import upickle.implicits.flatten

/** What was asked of a run, where it ran, and what became of its parts: the content of its run.json, which is written
  * when the load begins, and again, with what happened, when it is over. That has the fields of parts marked `flatten`
  * as its own.
  *
  * @param external
  *   what of the target the lab did not start; none: nothing
  * @param installed
  *   what was started; nothing where the target ran already
  * @param ended
  *   a sentence for every part that ended unplanned
  * @param steps
  *   what was done to the database under load
  * @param criteria
  *   hashes of those that its experiment was judged by then, by statement
  */
final case class RunRecord(
    @flatten identity: RunIdentity,
    host: Host,
    @flatten setup: RunSetup,
    external: Option[String] = None,
    installed: Option[Installed] = None,
    ended: Vector[String] = Vector.empty,
    steps: Vector[Step] = Vector.empty,
    criteria: Map[String, String] = Map.empty
) {
  def target: Target = setup.target
  def load: Load = setup.load

  /** Cores that the parts were limited to; of what the lab did not start it knows none. */
  def limits: CpuLimits = if (installed.isDefined) target.cpus.below(host.cpus) else CpuLimits.none

  /** A hash of what all injectors of one load are asked alike: variant, scale, version of the lab, target and load. */
  def asked: String = Hash.of(RunRecordJson.asked(identity, setup.copy(injectors = Vector.empty)))
}

object RunRecord {
  val file = "run.json"

  /** File beside it that has the result. */
  val result = "result.json"
  val schema = "bottleneck/run/1"

  /** The record in the folder of a run; nothing where there is none. The error is a sentence. */
  def read(folder: Path): Either[String, Option[RunRecord]] = RunRecordJson.readIn(folder)

  def write(folder: Path, record: RunRecord): Unit = RunRecordJson.writeIn(folder, record)
}

/** The machine of a run, and the Java version of its generator. */
final case class Host(cpus: Int, memoryBytes: Long, os: String, java: String)
