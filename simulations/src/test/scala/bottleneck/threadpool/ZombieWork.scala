package bottleneck.threadpool

import bottleneck.lab.explain.record.{ErrorKind, Expectation}
import bottleneck.lab.{Setup, Simulated, Workload}
import bottleneck.lab.target.{Burst, WarmUp}
import scala.concurrent.duration._

/** 50 simultaneous requests for 10 threads, whose clients give up after one and a half batches (tomcat/zombie-work). */
final class ZombieWork extends Simulated(ZombieWork.setup)

object ZombieWork {
  def setup: Setup = Setup(
    ZombieWorkStudy.trial,
    TomcatSetting(threads, threads).computing(Computing.quick),
    _.choose(
      quick = load(Computing.quick.time, Computing.warmUp),
      full = load(Computing.published, Computing.warmUp)
    ),
    context =>
      Workload(
        Computing.request(patience(context.scale.choose(Computing.quick.time, Computing.published))),
        Expectation(failures = Vector(ErrorKind.requestTimedOut))
      )
  )

  private val threads = 10
  private[threadpool] val requests = 50

  /** How long as many requests as there are threads take together. */
  private def batch(alone: FiniteDuration): FiniteDuration =
    alone * threads / math.min(threads, Runtime.getRuntime.availableProcessors).toLong

  private def patience(alone: FiniteDuration): FiniteDuration = batch(alone) * 3 / 2

  /** Watched until all the work is done, as long as that takes and half as long again. */
  private def load(alone: FiniteDuration, warmUp: WarmUp): Burst =
    Burst(requests, patience(alone), Some(warmUp), after = batch(alone) * 6)
}
