package bottleneck.latency

import bottleneck.lab.explain.record.{ErrorKind, Expectation}
import bottleneck.lab.explain.theory.Prediction
import bottleneck.ServiceProperties
import bottleneck.lab.{Setup, Simulated, Workload}
import bottleneck.lab.target.{Burst, Target}
import scala.concurrent.duration._

/** More requests at once than the threads can answer while clients wait (tuning/random-latency). Each user sends one:
  * whoever gave up and came again would find the threads at work for requests that nobody waits for, and nothing could
  * be predicted.
  */
object TimeOuts {
  def setup: Setup = Setup(
    LatencyStudy.atOnce,
    target,
    _ => Burst(setting.users, RandomLatency.timeout + 2.seconds, setting.warmUp, arrival = 1.second),
    _ =>
      Workload(
        RandomLatency.requests(""),
        Expectation(
          Vector(Prediction.threads(setting.threads, 1, Sleeping.mean).sampled(Sleeping.cv, RandomLatency.timeout)),
          failures = Vector(ErrorKind.requestTimedOut)
        ),
        warmUp = Some(RandomLatency.requests("?millis=0"))
      )
  )

  /** A tenth of the source's threads and users, so that by Little's law all times stay. */
  private[latency] val setting =
    Sleeping(instances = 1, RandomLatency.threads / 10, RandomLatency.sourcesUsers / 10)

  /** With a listen queue for all of them: only threads are to be waited for. */
  private def target: Target = {
    val target = setting.target
    target.copy(properties = target.properties + (ServiceProperties.acceptCount -> setting.users.toString))
  }
}

final class UsersAtOnce extends Simulated(TimeOuts.setup)
