package bottleneck.connectionpool

import bottleneck.lab.explain.record.{Expectation, Trial}
import bottleneck.lab.explain.theory.PoolLimit
import bottleneck.lab.{Setup, Workload}
import bottleneck.lab.settings.Scale
import bottleneck.lab.target.{ClosedLoad, Load}
import scala.concurrent.duration._

/** Requests that hold a connection for a known time, of more users than the pool has connections (hikari/pool-300ms,
  * hikari/pool-50ms). The pool is the limit, then the threads, then the users: the prediction names which.
  */
object ConnectionPool {

  /** So many connections, with the other settings of the study.
    *
    * @param judged
    *   at quick scale
    */
  def of(study: HoldingStudy, connections: Int, judged: FiniteDuration): Setup =
    of(study.trial(connections), PoolSetting(connections), study.holding, load(study.holding, judged))

  def of(trial: Trial, setting: PoolSetting, holding: Holding, loadAt: Scale => Load): Setup = Setup(
    trial,
    setting.target,
    loadAt,
    context =>
      Workload(
        holding.requests,
        if (holding.waits)
          Expectation(
            setting.limits(holding.time, context.load.users),
            Some(PoolLimit(setting.connections, holding.time)),
            Some(tolerance),
            AnswerCheck.expectedFailures
          )
        else Expectation(failures = AnswerCheck.expectedFailures),
        calibration = Some(holding.calibration)
      )
  )

  /** Relative tolerance around pool ÷ holding time, for wake-ups and for the reuse of returned connections. */
  private val tolerance = 0.03

  /** The source's 150 users, who come at once; in full as slowly as there.
    *
    * @param judged
    *   a multiple of the holding time, or more than a hundred of them, so that no window has a turn of the pool more
    *   than another that counts
    */
  private[connectionpool] def load(holding: Holding, judged: FiniteDuration)(scale: Scale): Load = scale.choose(
    quick = ClosedLoad(users = 150, 2.seconds, settle = 6.seconds, 6.seconds + judged, Some(holding.warmUp)),
    full = ClosedLoad(users = 150, 140.seconds, settle = 6.seconds, 66.seconds, Some(holding.warmUp))
  )
}
