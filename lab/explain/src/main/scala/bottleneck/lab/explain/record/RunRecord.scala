package bottleneck.lab.explain.record

import bottleneck.lab.explain.published.PublishedSetting
import bottleneck.lab.explain.theory.{PoolLimit, Prediction}
import bottleneck.lab.model.Hash
import bottleneck.lab.target.{BuildIndex, CpuLimits, Installed, Load, Step, Target}
import java.nio.file.Path
import java.time.Instant
import scala.util.Try
import upickle.implicits.flatten

/** Record of a run: settings, machine and fate of its parts. It is the content of run.json, written when the load
  * begins and again, with what happened, at its end. Fields of parts marked `flatten` are written as its own.
  *
  * @param external
  *   parts of the target that the lab did not start; none: the lab started all
  * @param installed
  *   parts that the lab started; none where the target ran already
  * @param ended
  *   a sentence for every part that ended unplanned
  * @param steps
  *   interventions in the database under load
  * @param criteria
  *   hashes of the experiment's criteria at that time, by statement
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

/** Identity of a run: study, variant, scale and repeat.
  *
  * @param simulation
  *   class of the simulation
  * @param experiment
  *   id of the study that it belongs to
  * @param commit
  *   commit of the checkout, where there is one
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

/** Settings of a run.
  *
  * @param load
  *   load, with a window as long as the noise before it requires
  * @param expectation
  *   expectation by theory
  * @param published
  *   key of the published figures for comparison
  * @param sloP95Ms
  *   the service level objective of a staircase
  * @param intervention
  *   planned intervention in the database under load
  * @param disturbers
  *   number of other users who load a part of the target
  * @param injectors
  *   injectors that share the load: one for its own share, all for a merged result; none for a single injector
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

/** Identity and start of a run.
  *
  * @param id
  *   name of Gatling's folder
  * @param startedAt
  *   ISO instant
  * @param criteria
  *   hashes of the experiment's criteria at that time, by statement
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

  /** Start of the run, if it lies in 1970 to 9999: charts and sums of times hold no others. */
  def started: Option[Instant] = Try(Instant.parse(startedAt)).toOption
    .filter(at => !at.isBefore(Instant.EPOCH) && at.isBefore(RunDescription.end))
}

object RunDescription {
  private val end = Instant.parse("+10000-01-01T00:00:00Z")
}

/** Intervention of the lab in the target under load, in milliseconds since the run record's start.
  *
  * @param name
  *   name of the action or the finding
  * @param toMs
  *   end of the step; none where the load ended first
  * @param outcome
  *   `ok`, or the error
  */
final case class InterventionStep(name: String, fromMs: Int, toMs: Option[Int], outcome: String) {
  def isOk: Boolean = outcome == Step.ok

  def durationMs: Option[Int] = toMs.map(_ - fromMs)
}

object InterventionStep {

  /** Intervention step relative to `start`, the begin of the run's record in milliseconds since the epoch. */
  def of(step: Step, start: Long): InterventionStep =
    InterventionStep(step.name, (step.from - start).toInt, step.to.map(at => (at - start).toInt), step.outcome)
}

/** Machine of a run; `database` has the settings of the PostgreSQL server. */
final case class Machine(
    cpus: Int,
    memoryBytes: Long,
    os: String,
    @flatten versions: Versions,
    database: Map[String, String] = Map.empty
)

/** Software versions; none for parts that the lab did not start. The `service` version is a hash of its code. */
final case class Versions(
    generatorJava: String,
    serviceJava: Option[String],
    gatling: String,
    postgres: Option[String],
    balancer: Option[String] = None,
    redis: Option[String] = None,
    service: Option[String] = None
)

/** Expected outcome of a run by theory, set before its load, and the criteria that fail its build.
  *
  * @param limits
  *   throughput limit of each resource; the smallest is the prediction. With a warm-up, the limit of the cores is added
  * @param pool
  *   limit of the pool, by the hold time of connections in the calibration
  * @param tolerance
  *   tolerated relative error of the prediction
  * @param failures
  *   kinds of failures (`ErrorKind`) that requests may have
  * @param sentBySecond
  *   whether the result has requests by the second in which they were sent
  */
final case class Expectation(
    limits: Vector[Prediction] = Vector.empty,
    pool: Option[PoolLimit] = None,
    tolerance: Option[Double] = None,
    failures: Vector[String] = Vector.empty,
    sentBySecond: Boolean = false
)

/** One of the injectors that sent a load together.
  *
  * @param number
  *   from 1, of `of`
  * @param host
  *   name of its machine
  * @param sent
  *   requests that it sent, known when the logs are merged
  */
final case class InjectorShare(number: Int, of: Int, host: String, sent: Option[SentShare] = None) {
  def name: String = s"injector $number of $of"
}

/** @param beganMs
  *   time of its first request, in milliseconds since that of the first injector, each by its own clock; without its
  *   turn where users take turns
  * @param requests
  *   requests of the whole load, answered or failed
  * @param cpus
  *   cores of its machine
  * @param generatorCores
  *   cores used by its Gatling in the window; none if not measured
  */
final case class SentShare(beganMs: Long, users: Int, requests: Long, cpus: Int, generatorCores: Option[Double])

/** Names of a variant, which one simulation runs: all that a run knows of its study.
  *
  * @param study
  *   id of the study
  * @param factor
  *   numeric factor of the variant, if any
  * @param published
  *   names of the variant's figures in data/published.csv
  */
final case class Trial(
    study: String,
    variant: String,
    factor: Option[Factor] = None,
    published: Option[PublishedSetting] = None
)

/** Numeric factor in which the variants of an experiment differ: connections, instances, threads.
  *
  * @param series
  *   second factor, where each number occurs several times: a chart has a series for each
  */
final case class Factor(name: String, value: Double, series: Option[String] = None)
