package bottleneck.lab.figures.record

import bottleneck.lab.figures.preparation.{Preparation, Slice}
import bottleneck.lab.figures.series.{PartFigures, PartMetrics}
import org.hipparchus.stat.StatUtils

/** Demand of a request in ms by the utilisation law, U = X · D (Lazowska et al. 1984, §3.1): CPU time of each part over
  * the requests of light slices, without compilers; of cycles the generator's is that of the full ones. `cpuMs` is the
  * sum of all parts with the generator, with the standard error of its mean over the slices. Elapsed times (a
  * response's mean, the holding of a connection) are from requests sent one by one, if any.
  */
final case class Demand(
    cpuMs: Double,
    serviceCpuMs: Double,
    responseMs: Option[Double],
    databaseCpuMs: Option[Double] = None,
    connectionMs: Option[Double] = None,
    generatorCpuMs: Option[Double] = None,
    standardErrorMs: Option[Double] = None,
    degreesOfFreedom: Option[Int] = None
)

object Demand {

  /** Mean rounding error of Hikari's usage time, in ms: it counts whole milliseconds, rounded down
    * (`PoolEntry.getMillisSinceBorrowed`). Less on macOS, whose clock only has milliseconds.
    */
  private val roundedDownMs = 0.5

  /** None where no request was answered, or one of the `parts` that a request uses was not sampled; `alone` are metrics
    * of the time in which requests came one by one.
    */
  def of(preparation: Preparation, alone: PartFigures, parts: Set[String] = Set.empty): Option[Demand] = {
    val light = preparation.demands.filter(slice => slice.requests > 0 && parts.forall(slice.own(_).isDefined))
    val requests = light.map(_.requests).sum
    def ms(of: Slice => Option[Double]): Option[Double] =
      Option.when(requests > 0 && light.forall(of(_).isDefined)) {
        light.map(slice => of(slice).getOrElse(0.0) * slice.seconds).sum * 1000 / requests
      }
    val single = preparation.alone
    val answered = single.map(_.requests).sum
    val costs = light.flatMap(_.allOwnMs).toArray
    for {
      all <- ms(slice => Some(slice.allOwn)).filter(_ > 0)
      service <- ms(_.own("service"))
    } yield Demand(
      all,
      service,
      Option.when(answered > 0)(single.map(_.responseMs).sum.toDouble / answered),
      ms(_.own("database")),
      Option.when(answered > 0)(answered).flatMap(connectionMs(alone, _)),
      ms(_.own("generator")),
      Option.when(costs.length > 2)(math.sqrt(StatUtils.variance(costs: _*) / costs.length)),
      Option.when(costs.length > 2)(costs.length - 1)
    )
  }

  private def connectionMs(alone: PartFigures, requests: Long): Option[Double] = for {
    held <- alone(PartMetrics.held)
    times <- alone(PartMetrics.acquired)
  } yield (held + roundedDownMs) * times / requests
}
