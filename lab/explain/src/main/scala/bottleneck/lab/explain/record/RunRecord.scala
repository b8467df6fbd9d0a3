package bottleneck.lab.explain.record

import bottleneck.lab.explain.published.PublishedSetting
import bottleneck.lab.target.{BuildIndex, CpuLimits, Installed, Load, Step, Target}
import java.nio.file.Path
import java.time.Instant
import scala.util.Try
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

/** Which variant of which study was run, how, and for which time.
  *
  * @param simulation
  *   its class
  * @param experiment
  *   id of the study that it belongs to
  * @param commit
  *   of the checkout, where there is one
  * @param repeat
  *   1 for the first run of a variant, 2 for its first repeat …
  * @param attempt
  *   2 where it replaces a run that was disturbed
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

/** What a run was asked for.
  *
  * @param load
  *   with the window that the noise before it asked for
  * @param expectation
  *   what theory says of it
  * @param published
  *   whose figures it is compared with
  * @param sloP95Ms
  *   the service level objective of a staircase
  * @param intervention
  *   what was to be done to the database under load
  * @param disturbers
  *   other users, who make a part of the target busy
  * @param injectors
  *   that sent the load together: one where this is only its share, all where these are merged; none where one sent all
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

/** Which run it is.
  *
  * @param id
  *   name of Gatling's folder
  * @param startedAt
  *   ISO instant
  * @param criteria
  *   hashes of those that its experiment was judged by then, by statement
  */
final case class RunDescription(
    id: String,
    startedAt: String,
    @flatten identity: RunIdentity,
    criteria: Map[String, String] = Map.empty
) {
  def simulation: String = identity.simulation
  def experiment: String = identity.experiment
  def variant: String = identity.variant
  def factor: Option[Factor] = identity.factor
  def repeat: Int = identity.repeat

  /** When it started, where that is a time from 1970 to 9999: charts and sums of times hold no others. */
  def started: Option[Instant] = Try(Instant.parse(startedAt)).toOption
    .filter(at => !at.isBefore(Instant.EPOCH) && at.isBefore(RunDescription.end))
}

object RunDescription {
  private val end = Instant.parse("+10000-01-01T00:00:00Z")
}

/** What the lab did to the target under load, in milliseconds since the run record's start.
  *
  * @param name
  *   what was done, or what was found
  * @param toMs
  *   none where the load ended first
  * @param outcome
  *   `ok`, or the error
  */
final case class InterventionStep(name: String, fromMs: Int, toMs: Option[Int], outcome: String) {
  def isOk: Boolean = outcome == Step.ok

  def durationMs: Option[Int] = toMs.map(_ - fromMs)
}

object InterventionStep {

  /** Of a run whose record began at `start`, in milliseconds since the epoch. */
  def of(step: Step, start: Long): InterventionStep =
    InterventionStep(step.name, (step.from - start).toInt, step.to.map(at => (at - start).toInt), step.outcome)
}

/** Where it ran; `database` has the settings of the PostgreSQL server, `speed` how fast it was then. */
final case class Machine(
    cpus: Int,
    memoryBytes: Long,
    os: String,
    @flatten versions: Versions,
    database: Map[String, String] = Map.empty,
    speed: Option[Speed] = None
)

/** Of what ran there; of parts that the lab did not start, none. That of the `service` is a hash of its code. */
final case class Versions(
    generatorJava: String,
    serviceJava: Option[String],
    gatling: String,
    postgres: Option[String],
    balancer: Option[String] = None,
    redis: Option[String] = None,
    service: Option[String] = None
)
