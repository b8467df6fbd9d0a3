package bottleneck.tomcat

import bottleneck.Dsl._
import bottleneck.lab.figures.files.AccessLog
import bottleneck.lab.claims.verdict.Study

/** 100 simultaneous requests on a fixed number of threads (tomcat/ready-threads). */
abstract class ReadyThreads(threads: Int)
    extends ComputingBurst(
      Trial("ready-threads", s"$threads threads", published = published("tomcat/ready-threads", s"$threads threads")),
      users = 100
    ) {
  override def target = ReadyThreads.target(threads)
}

private[tomcat] object ReadyThreads {

  /** Target with a log of each request's service time. */
  def target(threads: Int): Target = {
    val computing = TomcatSetting(threads, spareThreads = threads).computing(Computing.quick)
    computing.copy(properties = computing.properties + AccessLog.asked)
  }
}

final class ReadyThreads030 extends ReadyThreads(30)
final class ReadyThreads050 extends ReadyThreads(50)
final class ReadyThreads100 extends ReadyThreads(100)

/** A virtual thread for each of them. */
final class ReadyThreadsVirtual extends ComputingBurst(Trial("ready-threads", "virtual threads"), users = 100) {
  override def target = ServiceProperties.virtual(ReadyThreads.target(100))
}

abstract class ReadyThreadsCold(threads: Int)
    extends FirstComputing(Trial("ready-threads", s"$threads threads, first requests of the JVM"), users = 100) {
  override def target = ReadyThreads.target(threads)
}

final class ReadyThreads030Cold extends ReadyThreadsCold(30)
final class ReadyThreads100Cold extends ReadyThreadsCold(100)

/** Study: best number of concurrent computing requests. */
object ReadyThreadsStudy {
  val study: Study = Study(
    id = "ready-threads",
    title = "Tomcat: threads for requests that compute",
    question = "How many threads should work on 100 simultaneous requests that compute?",
    factor = "threads",
    answer = Vector(
      "For the last of them it makes no difference, for the others fewer are better: on 30 threads 100 requests were answered after {mean[30 threads]} on average and {last.ok[30 threads]} at most, on 100 after {mean[100 threads]} and {last.ok[100 threads]}."
    ),
    advice = Vector(
      "Threads = cores ÷ the part of its time that a request is on a CPU: for one that only computes that is a thread per core. More of them only make everybody wait for the last: the cores are shared, and the work is the same.",
      "Warm a service up before it gets requests, and before you measure it: on a new JVM threads worked on the requests 31 to 100 for {later%[30 threads, first requests of the JVM]} of the time that they worked on the first 30, on average. The source's loop sums in a boxed Long, and what is compiled while it runs makes an object in each round; only the next call runs what is compiled as a whole.",
      "Virtual threads (spring.threads.virtual.enabled, JDK 21 or later) make the number of threads moot where requests wait. Where they compute nothing is gained: {last.ok[virtual threads]} for all 100, and {last.ok[100 threads]} on 100 platform threads."
    ),
    order = Vector(30, 50, 100).map(n => s"$n threads") ++ Vector("virtual threads") ++
      Vector(30, 100).map(n => s"$n threads, first requests of the JVM")
  )
}
