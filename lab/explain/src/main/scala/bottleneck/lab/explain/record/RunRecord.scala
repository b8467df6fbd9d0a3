package bottleneck.lab.explain.record

import bottleneck.lab.explain.published.PublishedSetting
import bottleneck.lab.explain.theory.{PoolLimit, Prediction}
import bottleneck.lab.model.Hash
import bottleneck.lab.target.{BuildIndex, CpuLimits, Installed, Load, Step, Target}
import java.nio.file.Path
import upickle.implicits.flatten

/** Record of a run, the content of run.json: settings, machine and fate of its parts. It is written when the load
  * begins and again at its end; fields of parts marked `flatten` are its own. `external` are parts of the target that
  * the lab did not start, `installed` those that it did; `ended` has a sentence for every part that ended unplanned,
  * `criteria` the hashes of the experiment's criteria at that time, by statement.
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

/** Identity of a run: class of the simulation, id of the study, variant, scale, commit of the checkout, if any.
  * `repeat` is 1 for the first run of a variant; `attempt` is 2 where it replaces a disturbed run.
  */
final case class RunIdentity(
    simulation: String,
    experiment: String,
    variant: String,
    factor: Option[Factor],
    scale: String,
    commit: Option[String],
    repeat: Int,
    attempt: Int = 1
)

/** Settings of a run. The load's window is as long as the noise before it requires; `disturbers` are other users who
  * load a part of the target; `injectors` is the one of a share, or all of a merged result.
  */
final case class RunSetup(
    target: Target,
    load: Load,
    expectation: Expectation,
    published: Option[PublishedSetting],
    sloP95Ms: Double,
    intervention: Option[BuildIndex] = None,
    disturbers: Option[Int] = None,
    injectors: Vector[InjectorShare] = Vector.empty
) {

  /** Whose share of a load this is; none where it is all of it. */
  def shareOf: Option[InjectorShare] = injectors match {
    case Vector(one) if one.sent.isEmpty => Some(one)
    case _ => None
  }
}

/** Expected outcome of a run by theory, set before its load, and what fails its build: a throughput further from the
  * prediction than `tolerance`, and other kinds of failures (`ErrorKind`). The smallest of the `limits` is the
  * prediction; after a warm-up those of the cores and of the `pool` are added.
  */
final case class Expectation(
    limits: Vector[Prediction] = Vector.empty,
    pool: Option[PoolLimit] = None,
    tolerance: Option[Double] = None,
    failures: Vector[String] = Vector.empty,
    sentBySecond: Boolean = false
)

/** One of the injectors that sent a load together; what it `sent` is known when the logs are merged. */
final case class InjectorShare(number: Int, of: Int, host: String, sent: Option[SentShare] = None) {
  def name: String = s"injector $number of $of"
}

/** `beganMs` is the time of its first request since that of the first injector, each by its own clock, without its turn
  * where users take turns; `cpus` are its machine's, `generatorCores` those that its Gatling used in the window.
  */
final case class SentShare(beganMs: Long, users: Int, requests: Long, cpus: Int, generatorCores: Option[Double])

/** Names of a variant, which one simulation runs: all that a run knows of its study. */
final case class Trial(
    study: String,
    variant: String,
    factor: Option[Factor] = None,
    published: Option[PublishedSetting] = None
)

/** Numeric factor in which the variants of an experiment differ; where numbers occur several times, a chart has a line
  * for each `series`.
  */
final case class Factor(name: String, value: Double, series: Option[String] = None)
