package bottleneck.lab.figures.preparation

import bottleneck.lab.figures.Problem
import bottleneck.lab.figures.json.Json
import bottleneck.lab.figures.warmth.Warmth
import bottleneck.lab.log.WholeFile
import java.nio.file.Path

/** Observations before the load, or in its slices. The warm-up took at most `boundMs`. `heldMs` is the hold time of the
  * load's requests if response times ended the warm-up; none if CPU times did.
  */
final case class Preparation(slices: Vector[Slice], boundMs: Long, heldMs: Option[Double], cpus: Int) {
  def warming: Vector[Slice] = slices.filter(_.phase == Phases.warmUp)

  /** In which requests came one by one. */
  def alone: Vector[Slice] = slices.filter(_.phase == Phases.alone)

  /** In which a few users send. */
  def light: Vector[Slice] = slices.filter(slice => Phases.isLight(slice.phase))

  /** By which a request's demand is known. */
  def demands: Vector[Slice] = if (cycles.isEmpty) light else cycles.map(_.demand)

  /** Full and light slices of the load, in their order. */
  def cycles: Vector[Cycle] = {
    val full = slices.filter(_.phase == Phases.full)
    full.zip(light).map((Cycle.apply _).tupled)
  }

  def warmth: Warmth = heldMs.fold(SliceWarmth.ofCores(warming, cpus))(SliceWarmth.ofTime(warming, _))

  def warmUpSeconds: Double = warming.map(_.seconds).sum
}

object Preparation extends Json {
  val file = "preparation.json"

  implicit private val slice: ReadWriter[Slice] = macroRW
  implicit private val preparation: ReadWriter[Preparation] = macroRW

  def write(folder: Path, seen: Preparation): Unit =
    WholeFile.write(folder.resolve(file), ujson.write(writeJs(seen), indent = 2))

  /** Preparation stored in a run's folder; none without a warm-up, an error sentence if the file is damaged. */
  def read(folder: Path): Either[Problem, Option[Preparation]] =
    inFile(folder.resolve(file))(text => caught(read[Preparation](text)))
}

/** A slice in which all users send, and a light one beside it. */
final case class Cycle(full: Slice, light: Slice) {

  /** The light slice with the generator's CPU time of the full one: sending one request of many takes it less, and what
    * the lab itself takes is nothing to predict.
    */
  def demand: Slice = full.requestMs(Slice.generator).fold(light) { ms =>
    def others(cores: Map[String, Double]) = cores.filterNot { case (name, _) => Slice.isOf(Slice.generator, name) }
    val cores = ms / 1000 * light.perSecond
    light.copy(cpu = others(light.cpu) + (Slice.generator -> cores), compilers = others(light.compilers))
  }
}

/** The phases before a load, or in its slices. */
object Phases {

  /** Few users, until the JVMs are warm. */
  val warmUp = "warm-up"

  /** Requests one after the other, to learn how long one takes alone. */
  val alone = "alone"

  /** A few users have a batch of requests answered, from idle to idle. */
  val light = "light"

  /** All users send. */
  val full = "full"

  /** Also of recordings whose requests were paced instead. */
  def isLight(phase: String): Boolean = phase == light || phase.startsWith("calibration-")
}

/** Some seconds in a phase of [[Phases]]: reports count the requests of a full one alone. Times are since the epoch;
  * `responseMs` is the sum of all response times. Cores are means by part (`service-1`, `database`, `generator` …);
  * those of JVMs' `compilers` are among them, `busy` are all cores in use by whatever, and the hypervisor took the
  * `stolen` ones, where the system reports it.
  */
final case class Slice(
    phase: String,
    fromMs: Long,
    toMs: Long,
    requests: Long,
    responseMs: Long,
    cpu: Map[String, Double],
    compilers: Map[String, Double],
    stolen: Option[Double] = None,
    busy: Option[Double] = None
) {
  require(fromMs < toMs, s"a slice from $fromMs to $toMs must not be empty")

  def seconds: Double = (toMs - fromMs) / 1000.0

  def perSecond: Double = requests / seconds

  def meanMs: Option[Double] = Option.when(requests > 0)(responseMs.toDouble / requests)

  /** Cores of the parts whose name begins so, without their compilers. */
  def own(part: String): Option[Double] = {
    val cores = named(part, cpu)
    Option.when(cores.nonEmpty)(math.max(0, cores.sum - named(part, compilers).sum))
  }

  /** The same with their compilers. */
  def all(part: String): Option[Double] = Some(named(part, cpu)).filter(_.nonEmpty).map(_.sum)

  def allOwn: Double = math.max(0, cpu.values.sum - compilers.values.sum)

  /** CPU time of a request in all parts without compilers, in ms; none without a request. */
  def allOwnMs: Option[Double] = Option.when(requests > 0)(allOwn * 1000 / perSecond)

  def compiling: Double = compilers.values.sum

  /** Cores that other processes and the hypervisor took; below 0 where clocks tick roughly. */
  def others: Double = busy.fold(0.0)(_ - cpu.values.sum) + stolen.getOrElse(0.0)

  /** CPU time of a request without compilers, in ms; none without a request. */
  def requestMs(part: String): Option[Double] = own(part).filter(_ => requests > 0).map(_ * 1000 / perSecond)

  private def named(part: String, values: Map[String, Double]): Vector[Double] =
    values.toVector.collect { case (name, cores) if Slice.isOf(part, name) => cores }
}

object Slice {
  private[preparation] val generator = "generator"

  /** True if a part, or one of several, has the name. */
  private[preparation] def isOf(part: String, name: String): Boolean = name == part || name.startsWith(s"$part-")
}
