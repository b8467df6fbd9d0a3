package bottleneck.threadpool

/** 50 simultaneous requests on at most 50 threads, of which some are there beforehand (tomcat/min-spare). */
abstract class MinSpare(spare: Int)
    extends ComputingBurst(
      MinSpareStudy.trial(spare),
      TomcatSetting(threads = MinSpare.threads, spare, acceptCount = 100).computing(Computing.quick),
      users = MinSpare.threads,
      repeats = MinSpareStudy.repeats
    )

object MinSpare {
  private[threadpool] val threads = 50
}

final class MinSpare10 extends MinSpare(10)
final class MinSpare30 extends MinSpare(30)
final class MinSpare50 extends MinSpare(50)
