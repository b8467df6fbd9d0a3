package bottleneck.lab.explain.theory

import scala.concurrent.duration._

/** How long users wait in a closed system. */
object ResponseTime {

  /** The least that the mean can be, R = max(S, N ÷ X − Z), where `limit` is that of the resources without the users: a
    * lower bound, and nearly the mean where the users ask for far more or far less than that (Denning & Buzen 1978;
    * Lazowska et al. 1984, §5.2).
    */
  def bound(
      users: Int,
      limit: Prediction,
      serviceTime: FiniteDuration,
      thinkTime: FiniteDuration = Duration.Zero
  ): FiniteDuration = serviceTime.max(LittlesLaw.responseTime(users, limit.perSecond, thinkTime))
}
