package bottleneck.lab.explain

import bottleneck.lab.explain.preparation.Preparation
import bottleneck.lab.explain.record.{Demand, RunRecord}
import bottleneck.lab.explain.series.{Metrics, PartFigures, Samples}
import bottleneck.lab.explain.theory.Prediction
import bottleneck.lab.files.MetricsFile
import bottleneck.lab.target.{Cache, Target}
import java.nio.file.Path
import scala.concurrent.duration._

/** Knowledge before the load: warmth of the parts, demand of a request, and the predicted throughput.
  *
  * @param preparation
  *   none if nothing ran before the load
  * @param prediction
  *   lowest limit of all resources
  * @param damage
  *   error, if the preparation's record cannot be read
  */
private[lab] final case class Forecast(
    preparation: Option[Preparation],
    demand: Option[Demand],
    prediction: Option[Prediction],
    damage: Option[String]
)

private[lab] object Forecast {

  /** By what a run has left in its folder before its load began. */
  def of(folder: Path, record: RunRecord): Forecast = {
    val read = Preparation.read(folder)
    val preparation = read.toOption.flatten
    val demand = preparation.flatMap(seen => Demand.of(seen, alone(folder, seen), parts(record.target)))
    val judged = new LoadReading(record.load)
    // an index that is built under load changes what a request demands
    val cores = demand.filter(_ => record.setup.intervention.isEmpty).toVector.flatMap(coreLimits(record, judged).of)
    val statements = demand.flatMap(_.connectionMs).fold(Duration.Zero)(_.millis)
    val expected = record.setup.expectation
    val all = expected.pool.flatMap(_.prediction(statements)) ++ expected.limits ++ cores ++ judged.limit
    Forecast(preparation, demand, all.minByOption(_.perSecond), read.left.toOption)
  }

  private def coreLimits(record: RunRecord, judged: LoadReading): CoreLimits =
    new CoreLimits(record.host.cpus, record.limits, record.target.instances, judged.length)

  /** Parts that a request uses beside service and generator. */
  private def parts(target: Target): Set[String] =
    target.database.map(_ => "database").toSet ++ target.cache.collect { case _: Cache.Redis => "cache" }

  private def alone(folder: Path, preparation: Preparation): PartFigures = (for {
    metrics <- Metrics.read(folder.resolve(MetricsFile.name)).toOption
    slices = Demand.slices(preparation)
    first <- slices.headOption
    last <- slices.lastOption
  } yield new Samples(metrics, first.fromMs, last.toMs).figures).getOrElse(PartFigures.none)
}
