package bottleneck.lab.figures.record

import bottleneck.lab.figures.json.Json
import bottleneck.lab.figures.target._
import bottleneck.lab.figures.theory.{Limit, PoolLimit}
import bottleneck.lab.figures.{Hash, Problem}
import bottleneck.lab.log.WholeFile
import java.nio.file.Path
import scala.concurrent.duration._
import upickle.implicits.flatten

/** Record of a run, the content of run.json: settings, machine and fate of its parts. It is written when the load
  * begins and again at its end; fields of parts marked `flatten` are its own. `external` are parts of the target that
  * the lab did not start, `installed` those that it did; `ended` has a sentence for every part that ended unplanned,
  * `criteria` the hashes of the experiment's criteria at that time, by statement, `shared` what is known of a run with
  * another variant by turns.
  */
final case class RunRecord(
    @flatten identity: RunIdentity,
    host: Host,
    @flatten setup: RunSetup,
    external: Option[String] = None,
    installed: Option[Installed] = None,
    ended: Vector[String] = Vector.empty,
    steps: Vector[Step] = Vector.empty,
    criteria: Map[String, String] = Map.empty,
    shared: Option[SharedRun] = None
) {
  def target: Target = setup.target
  def load: Load = setup.load

  /** Cores that the parts were limited to; of what the lab did not start it knows none. */
  def limits: CpuLimits = if (installed.isDefined) target.cpus.below(host.cpus) else CpuLimits.none

  /** The target as it was started; nothing is known of one that the lab did not start. */
  def startedTarget: TargetDescription =
    installed.fold(TargetDescription(0, Map.empty, Map.empty, CpuLimits.none)) { versions =>
      val database = target.database.fold(Map.empty[String, String]) { asked =>
        Map("index" -> asked.index.name) ++ versions.database.get("max_connections").map("max_connections" -> _) ++
          Option.when(asked.readers > 0)("readers" -> asked.readers.toString) ++
          Option.when(asked.isFar)("round_trip" -> Limit.term(asked.roundTrip))
      }
      TargetDescription(target.instances, target.properties, database, limits, target.balancer, target.cache)
    }

  /** A hash of what all injectors of one load are asked alike: variant, scale, version of the lab, target and load. */
  def asked: String = {
    val alike = RunRecord(identity, Host(0, 0, "", ""), setup.copy(injectors = Vector.empty))
    Hash.of(ujson.write(RunRecord.writeJs(alike)))
  }
}

/** Field names are those of the classes; times are texts such as `30 seconds`. */
object RunRecord extends RecordJson {
  val file = "run.json"

  /** File beside it that has the result. */
  val result = "result.json"

  private val schema = "bottleneck/run/1"

  implicit private val published: ReadWriter[PublishedSetting] = macroRW
  implicit private val index: ReadWriter[Index] = word[Index](Vector(Index.None, Index.Published, Index.Keyset))(_.name)
  implicit private val database: ReadWriter[Database] = macroRW
  implicit private val training: ReadWriter[Training] = macroRW
  implicit private val scraping: ReadWriter[Scraping] = macroRW
  implicit private val target: ReadWriter[Target] = macroRW
  implicit private val coresSteady: ReadWriter[WarmUp.CoresSteady.type] = macroRW
  implicit private val timeSteady: ReadWriter[WarmUp.TimeSteady] = macroRW
  implicit private val until: ReadWriter[WarmUp.Until] = macroRW
  implicit private val warmUp: ReadWriter[WarmUp] = macroRW
  implicit private val closed: ReadWriter[ClosedLoad] = macroRW
  implicit private val open: ReadWriter[OpenLoad] = macroRW
  implicit private val burst: ReadWriter[Burst] = macroRW
  implicit private val staircase: ReadWriter[Staircase] = macroRW
  implicit private val sliced: ReadWriter[SlicedLoad] = macroRW
  implicit private val load: ReadWriter[Load] = macroRW
  implicit private val pool: ReadWriter[PoolLimit] = macroRW
  implicit private val expectation: ReadWriter[Expectation] = macroRW
  implicit private val build: ReadWriter[IndexBuild] =
    word[IndexBuild](Vector(IndexBuild.Plain, IndexBuild.Concurrent, IndexBuild.Interrupted))(_.toString)
  implicit private val buildIndex: ReadWriter[BuildIndex] = macroRW
  implicit private val step: ReadWriter[Step] = macroRW
  implicit private[record] val readWriter: ReadWriter[RunRecord] = macroRW

  /** The record in the folder of a run; nothing where there is none. The error is a sentence. */
  def read(folder: Path): Either[Problem, Option[RunRecord]] =
    inFile(folder.resolve(file))(ofSchema(_, schema)(read[RunRecord](_)))

  def write(folder: Path, value: RunRecord): Unit = {
    val json = withSchema(schema, writeJs(value))
    WholeFile.write(folder.resolve(file), ujson.write(json, indent = 2) + "\n")
  }
}

/** Codecs that run.json and result.json share. */
private[record] trait RecordJson extends Json {
  implicit protected val factor: ReadWriter[Factor] = macroRW
  implicit protected val cpuLimits: ReadWriter[CpuLimits] = macroRW
  implicit protected val prediction: ReadWriter[Limit] = macroRW
  implicit protected val sentShare: ReadWriter[SentShare] = macroRW
  implicit protected val injector: ReadWriter[InjectorShare] = macroRW

  implicit protected val time: ReadWriter[FiniteDuration] =
    readwriter[String].bimap[FiniteDuration](
      _.toString,
      text =>
        Duration(text) match {
          case finite: FiniteDuration => finite
          case other => throw new IllegalArgumentException(s"$other is no time that ends")
        }
    )

  implicit protected val warmUpReading: ReadWriter[WarmUpReading] = macroRW
  implicit protected val shared: ReadWriter[SharedRun] = macroRW
  implicit protected val host: ReadWriter[Host] = macroRW
  implicit protected val policy: ReadWriter[Policy] =
    word[Policy](Vector(Policy.RoundRobin, Policy.LeastConnections))(_.name)
  implicit protected val healthCheck: ReadWriter[HealthCheck] = macroRW
  implicit protected val balancer: ReadWriter[Balancer] = macroRW
  implicit protected val caffeine: ReadWriter[Cache.Caffeine] = macroRW
  implicit protected val redis: ReadWriter[Cache.Redis] = macroRW
  implicit protected val cache: ReadWriter[Cache] = macroRW
  implicit protected val installed: ReadWriter[Installed] = macroRW
}

/** The machine of a run, and the Java version of its generator. */
final case class Host(cpus: Int, memoryBytes: Long, os: String, java: String)

/** The run that two variants had together: its id, and of one by turns the half-width of the 95 % interval of their
  * throughputs' ratio, as a part of it.
  */
final case class SharedRun(id: String, halfWidth: Option[Double] = None)

/** Identity of a run: class of the simulation, id of the study, variant, scale, commit of the checkout, if any.
  * `repeat` is 1 for the first run of a variant.
  */
final case class RunIdentity(
    simulation: String,
    experiment: String,
    variant: String,
    factor: Option[Factor],
    scale: String,
    commit: Option[String],
    repeat: Int
)

/** Settings of a run. `disturbers` are other users who load a part of the target; `sloP95Ms` is the objective of a
  * staircase, `published` the key of the figures to compare with, `intervention` what is done to the database under
  * load; `injectors` is the one of a share, or all of a merged result.
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

/** One of the injectors that sent a load together; what it `sent` is known when the logs are merged. */
final case class InjectorShare(number: Int, of: Int, host: String, sent: Option[SentShare] = None) {
  def name: String = s"injector $number of $of"
}

/** What one injector sent in the whole load, answered or failed. `beganMs` is the time of its first request since that
  * of the first injector, each by its own clock, without its turn where users take turns; `cpus` are its machine's,
  * `generatorCores` those that its Gatling used in the window, none if not measured.
  */
final case class SentShare(beganMs: Long, users: Int, requests: Long, cpus: Int, generatorCores: Option[Double])
