package bottleneck.lab.explain.validity

import bottleneck.lab.explain.preparation.Preparation
import bottleneck.lab.explain.record.{InjectorShare, InterventionStep, Server, Speed}
import scala.concurrent.duration.FiniteDuration

/** What a run is judged by, apart from what it measured.
  *
  * @param metrics
  *   why there are none of the window, where there are none
  * @param ended
  *   a sentence for every part that ended unplanned
  * @param external
  *   what of the target the lab did not start, so that it cannot tell its use of the machine from others'; none:
  *   nothing
  * @param preparation
  *   what came before the load; none where parts were to be cold
  */
final case class Circumstances(
    server: Server,
    metrics: Option[String],
    ended: Vector[String],
    external: Option[String],
    asked: AskedLoad,
    capacity: Capacity,
    preparation: Option[Preparation] = None
)

/** What was asked of the load.
  *
  * @param thinkTime
  *   mean pause of a user between an answer and the next request
  * @param burst
  *   none where the load was another
  * @param arrivals
  *   of an open load; none where the load was another
  * @param intervention
  *   the steps of what was to be done to the target under load; none where it was to be left alone
  * @param cold
  *   whether no warm-up was to come before it
  */
final case class AskedLoad(
    thinkTime: FiniteDuration,
    burst: Option[Asked] = None,
    arrivals: Option[Arrivals] = None,
    intervention: Option[Vector[InterventionStep]] = None,
    cold: Boolean = false
)

/** What the machine could do.
  *
  * @param cpus
  *   its cores
  * @param serviceCores
  *   that all instances of the service may use together; none: all of the machine
  * @param databaseCores
  *   that the database may use; none: all of the machine
  * @param shortfall
  *   what the machine has no cores for, where the throughput of theory is to be met
  * @param speed
  *   of the machine, where cores are the limit by theory
  * @param injectors
  *   that sent the load together, each on its machine; empty where one sent all
  */
final case class Capacity(
    cpus: Int,
    serviceCores: Option[Double] = None,
    databaseCores: Option[Double] = None,
    shortfall: Option[Shortfall] = None,
    speed: Option[Speed] = None,
    injectors: Vector[InjectorShare] = Vector.empty
)
