package bottleneck.lab.figures.preparation

import bottleneck.lab.figures.Problem
import bottleneck.lab.figures.json.Json
import bottleneck.lab.figures.warmth.Warmth
import bottleneck.lab.log.WholeFile
import java.nio.file.Path
import org.hipparchus.stat.StatUtils

/** Observations before the load, and of the same requests after it. The warm-up took at most `boundMs`. `heldMs` is the
  * hold time of the load's requests if response times ended the warm-up; none if CPU times did.
  */
final case class Preparation(slices: Vector[Slice], boundMs: Long, heldMs: Option[Double], cpus: Int) {
  def warming: Vector[Slice] = slices.filter(_.phase == Phases.warmUp)

  def calibrating: Vector[Slice] = slices.filter(slice => Phases.isCalibration(slice.phase))

  /** CPU time of a request at the highest pace, before and after the load, in ms; nothing where one was not seen. */
  def aroundLoad: Option[(Double, Double)] = for {
    before <- Preparation.cpuMs(slices.filter(_.phase == Phases.highest))
    after <- Preparation.cpuMs(slices.filter(_.phase == Phases.afterLoad))
  } yield (before, after)

  /** Full and light slices of a run by turns, in their order. */
  def cycles: Vector[Cycle] = {
    val (full, light) = slices.filter(Phases.ofCycle).partition(_.phase == Phases.full)
    full.zip(light).map((Cycle.apply _).tupled)
  }

  def warmth: Warmth = heldMs.fold(SliceWarmth.ofCores(warming, cpus))(SliceWarmth.ofTime(warming, _))

  def warmUpSeconds: Double = warming.map(_.seconds).sum

  /** Relative standard deviation of a request's CPU time from second to second, over the slices (of equal length) at
    * the highest pace: the mean of n seconds strays √n times less. None of fewer than three with requests.
    */
  def noise: Option[Double] = {
    val busy = slices.filter(slice => slice.phase == Phases.highest && slice.requests > 0)
    val times = busy.map(slice => slice.allOwn / slice.perSecond).toArray
    Option.when(times.length > 2 && times.sum > 0)(
      math.sqrt(StatUtils.variance(times: _*) * busy.map(_.seconds).sum / busy.size) / StatUtils.mean(times: _*)
    )
  }
}

object Preparation extends Json {
  val file = "preparation.json"

  implicit private val slice: ReadWriter[Slice] = macroRW
  implicit private val preparation: ReadWriter[Preparation] = macroRW

  def write(folder: Path, seen: Preparation): Unit =
    WholeFile.write(folder.resolve(file), ujson.write(writeJs(seen), indent = 2))

  private def cpuMs(slices: Vector[Slice]): Option[Double] = {
    val requests = slices.map(_.requests).sum
    val used = slices.map(slice => slice.allOwn * slice.seconds).sum
    Option.when(requests > 0 && used > 0)(used * 1000 / requests)
  }

  /** Preparation stored in a run's folder; none without a warm-up, an error sentence if the file is damaged. */
  def read(folder: Path): Either[Problem, Option[Preparation]] =
    inFile(folder.resolve(file))(text => caught(read[Preparation](text)))
}

/** A slice in which all users send, and a light one of the same cycle of a run by turns. */
final case class Cycle(full: Slice, light: Slice)

/** The phases around a load, in their order. */
object Phases {

  /** Few users, until the JVMs are warm. */
  val warmUp = "warm-up"

  /** Requests one after the other, to learn roughly what one demands, and how long it takes alone. */
  val alone = "alone"

  /** Parts of the utilisation of all cores at which the load's own users are paced: far apart, as their slope is what
    * counts, and none so low that its groups are rare.
    */
  val utilisations: Vector[Double] = Vector(0.3, 0.65)

  /** Slices at the highest pace; the other has one on the way up and one on the way down. */
  val slices = 4

  /** The paces in the order in which they are visited, with the slices of each visit: up and down again, so that a
    * machine that becomes slower or faster all the while does not change the slope over the paces.
    */
  val visits: Vector[(Double, Int)] = {
    val up = utilisations.init.map(_ -> 1)
    (up :+ (utilisations.last -> slices)) ++ up.reverse
  }

  def paced(utilisation: Double): String = s"$calibration${(utilisation * 100).round}"

  /** True of phases that show the demand, also those of recordings with other paces. */
  def isCalibration(phase: String): Boolean = phase.startsWith(calibration)

  val highest: String = paced(utilisations.last)

  /** Of a run by turns: all users send, or a batch of requests is answered from idle to idle. */
  val full = "full"
  val light = "light"

  private[preparation] def ofCycle(slice: Slice): Boolean = slice.phase == full || slice.phase == light

  private def calibration: String = "calibration-"

  /** The highest pace once more when the load is over, to see whether a request still demands what it did before. */
  val afterLoad: String = s"after-${(utilisations.last * 100).round}"
}

/** Some seconds before the load, in a phase of [[Phases]], in which users sent requests that no report counts. Times
  * are since the epoch; `responseMs` is the sum of all response times. Cores are means by part (`service-1`,
  * `database`, `generator` …); those of JVMs' `compilers` are among them, `busy` are all cores in use by whatever, and
  * the hypervisor took the `stolen` ones, where the system reports it.
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
    values.toVector.collect { case (name, cores) if name == part || name.startsWith(s"$part-") => cores }
}
