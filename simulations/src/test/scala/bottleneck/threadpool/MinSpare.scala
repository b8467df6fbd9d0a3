package bottleneck.threadpool

import bottleneck.lab.{Setup, Simulated}

/** 50 simultaneous requests on at most 50 threads, of which some are there beforehand (tomcat/min-spare). */
object MinSpare {
  def of(spare: Int): Setup = ComputingBurst.of(
    MinSpareStudy.trial(spare),
    TomcatSetting(threads, spare, acceptCount = 100).computing(Computing.quick),
    users = threads,
    repeats = MinSpareStudy.repeats
  )

  private[threadpool] val threads = 50
}

final class MinSpare10 extends Simulated(MinSpare.of(10))
final class MinSpare30 extends Simulated(MinSpare.of(30))
final class MinSpare50 extends Simulated(MinSpare.of(50))
