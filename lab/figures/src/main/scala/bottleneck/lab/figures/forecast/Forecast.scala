package bottleneck.lab.figures.forecast

import bottleneck.lab.figures.files.MetricsFile
import bottleneck.lab.figures.preparation.{CyclesForecast, Preparation}
import bottleneck.lab.figures.record.{Demand, RunRecord}
import bottleneck.lab.figures.series.{Metrics, PartFigures, Samples}
import bottleneck.lab.figures.statistics.Interval
import bottleneck.lab.figures.target.{Cache, CpuLimits, SlicedLoad, Target}
import bottleneck.lab.figures.theory.Limit
import java.nio.file.Path
import scala.concurrent.duration._

/** Knowledge before the load, or by its slices: warmth of the parts, demand of a request, and the lowest limit of all
  * resources; `preparation` is none if nothing was seen but the load, `damage` why the preparation's record cannot be
  * read.
  */
private[lab] final case class Forecast(
    preparation: Option[Preparation],
    demand: Option[Demand],
    prediction: Option[Limit],
    damage: Option[String]
)

private[lab] object Forecast {

  /** By what a run has left in its folder before its load began. */
  def of(folder: Path, record: RunRecord): Forecast =
    of(folder, record, Metrics.read(folder.resolve(MetricsFile.name)).toOption)

  /** The same where the metrics have been read. */
  def of(folder: Path, record: RunRecord, metrics: => Option[Metrics]): Forecast = {
    val read = Preparation.read(folder)
    val preparation = read.toOption.flatten
    val judged = LoadReading.of(record.load)
    val demand = preparation.flatMap(seen => Demand.of(seen, alone(metrics, seen), parts(record.target)))
    val cores = record.load match {
      case _: SlicedLoad =>
        val cycles = preparation.toVector.flatMap(_.cycles)
        new CyclesForecast(cycles, record.host.cpus, record.limits, record.target.instances).limit.toVector
      // an index that is built under load changes what a request demands
      case _ if record.setup.intervention.isEmpty => demand.toVector.flatMap(coreLimits(record).of)
      case _ => Vector.empty
    }
    val statements = demand.flatMap(_.connectionMs).fold(Duration.Zero)(_.millis)
    val expected = record.setup.expectation
    val all = expected.pool.flatMap(_.prediction(statements)) ++ expected.limits ++ cores ++ judged.limit
    Forecast(preparation, demand, all.minByOption(_.perSecond), read.left.toOption.map(_.sentence))
  }

  private def coreLimits(record: RunRecord): CoreLimits =
    new CoreLimits(record.host.cpus, record.limits, record.target.instances)

  /** Parts that a request uses beside service and generator. */
  private def parts(target: Target): Set[String] =
    target.database.map(_ => "database").toSet ++ target.cache.collect { case _: Cache.Redis => "cache" }

  private def alone(sampled: Option[Metrics], preparation: Preparation): PartFigures = (for {
    metrics <- sampled
    slices = preparation.alone
    first <- slices.headOption
    last <- slices.lastOption
  } yield new Samples(metrics, first.fromMs, last.toMs).figures).getOrElse(PartFigures.none)
}

/** Throughput limits set by CPU: the machine's cores, shared by all parts and the generator, and the quota of each
  * limited part.
  */
private final class CoreLimits(machine: Int, limits: CpuLimits, instances: Int) {

  def of(demand: Demand): Vector[Limit] = all(demand) +:
    (quota("service", limits.service, instances, demand.serviceCpuMs) ++
      demand.databaseCpuMs.flatMap(quota("database", limits.database, 1, _))).toVector

  private def all(demand: Demand): Limit = {
    val limit = Limit.cores(machine.toDouble, demand.cpuMs.millis)
    CoreLimits.uncertainty(demand).fold(limit)(limit.plusMinus)
  }

  /** Limit by a quota of cores; none where the part used nothing. */
  private def quota(part: String, limit: Option[Double], instances: Int, cpuMs: Double): Option[Limit] =
    limit.filter(_ => cpuMs.millis > Duration.Zero).map(Limit.cores(part, _, instances, cpuMs.millis))
}

private object CoreLimits {
  private val confidence = 0.9

  /** Half-width of the 90 % interval (1.645 σ) for a change of machine speed between calibration and window, as a
    * share: a tenth, uniformly, so σ is that ÷ √3 (JCGM 100:2008, §4.3.7).
    */
  private val machineChange = 1.645 * 0.1 / math.sqrt(3)

  /** Half of the relative interval: that of the demand and the machine's, in quadrature. */
  private def uncertainty(demand: Demand): Option[Double] = for {
    error <- demand.standardErrorMs
    degrees <- demand.degreesOfFreedom
  } yield math.hypot(Interval.t(degrees.toDouble, confidence) * error / demand.cpuMs, machineChange)
}
