package bottleneck.threadpool

import bottleneck.lab.explain.result.ErrorKind
import bottleneck.lab.target.{Burst, WarmUp}
import bottleneck.lab.{Experiment, Workload}
import scala.concurrent.duration._

/** 50 simultaneous requests for 10 threads, whose clients give up after one and a half batches (tomcat/zombie-work). */
final class ZombieWork
    extends Experiment(
      ZombieWorkStudy.trial,
      TomcatSetting(ZombieWork.threads, ZombieWork.threads).computing(Computing.quick),
      _.choose(
        quick = ZombieWork.load(Computing.quick.time, 14.seconds),
        full = ZombieWork.load(Computing.published, 60.seconds)
      )
    ) {
  measure(
    Workload(
      Computing.request(ZombieWork.patience(settings.scale.choose(Computing.quick.time, Computing.published))),
      Vector(someAnswer),
      expectedFailures = Vector(ErrorKind.requestTimedOut)
    )
  )
}

object ZombieWork {
  private val threads = 10
  private[threadpool] val requests = 50

  /** On 2 cores a batch of 10 takes 5 times as long as one request alone. */
  private def patience(alone: FiniteDuration): FiniteDuration = alone * 15 / 2

  /** Watched until all the work is done, on 2 cores with some seconds to spare. */
  private def load(alone: FiniteDuration, warmUp: FiniteDuration): Burst =
    Burst(requests, patience(alone), Some(WarmUp(users = 2, warmUp)), after = alone * 25)
}
