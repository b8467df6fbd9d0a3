package bottleneck.tomcat

import bottleneck.Dsl._
import bottleneck.lab.claims.verdict.Study

/** The states of a service's threads before, during and after as many requests as it has threads
  * (tomcat/thread-states).
  */
final class ThreadStates extends Experiment("thread-states", "20 requests for 20 threads") {
  private val threads = 20

  /** Work per request, long enough for samples once a second. */
  private val work = Computing(600.millis)

  override def target =
    TomcatSetting(threads, spareThreads = 10, maxConnections = 100, acceptCount = 10).computing(work)
  override def load = Burst(threads, 60.seconds, Some(Computing.warmUp), after = 4.seconds)
  override def fullLoad = Burst(threads, 15.minutes, Some(Computing.warmUp), after = 30.seconds)
  override def requests(run: RunContext) = Computing.request(15.minutes)
}

/** Study: states of threads. */
object ThreadStatesStudy {
  val study: Study = Study(
    id = "thread-states",
    title = "Tomcat: the states of threads",
    question = "What do the states of a service's threads show?",
    factor = "requests",
    answer = Vector(
      "Little: runnable {runnable.least[20 requests for 20 threads]} to {runnable.most[20 requests for 20 threads]}, waiting {waiting.least[20 requests for 20 threads]} to {waiting.most[20 requests for 20 threads]}, timed-waiting {timed.least[20 requests for 20 threads]} to {timed.most[20 requests for 20 threads]}, blocked {blocked.least[20 requests for 20 threads]} to {blocked.most[20 requests for 20 threads]} threads, from rest to work. Tomcat's busy threads show how many requests are in work."
    ),
    advice = Vector(
      "Do not alarm on thread states. Runnable threads at rest are those that wait for the network (acceptor, poller) and the JVM's own: RUNNABLE includes a system call that waits.",
      "An idle thread of the pool waits without a limit while there are no more than min-spare, and for at most 60 s (TIMED_WAITING) while there are more: then it ends. A request that sleeps or waits with a timeout is TIMED_WAITING as well. So the state does not say whether a thread works: watch tomcat.threads.busy against tomcat.threads.config.max."
    )
  )
}
