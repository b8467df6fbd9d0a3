package bottleneck.tomcat

import bottleneck.Dsl._
import bottleneck.lab.claims.verdict.Study

/** 50 simultaneous requests on at most 50 threads, of which some are there beforehand (tomcat/min-spare). */
abstract class MinSpare(spare: Int)
    extends ComputingBurst(
      Trial(
        "min-spare",
        s"$spare spare threads",
        Some(Factor("spare threads", spare)),
        Some(PublishedSetting("tomcat/min-spare", s"$spare spare threads"))
      ),
      users = 50
    ) {
  override def target = MinSpare.target(spare)
  override def repeats: Int = 4
}

private[tomcat] object MinSpare {
  def target(spare: Int): Target = TomcatSetting(threads = 50, spare, acceptCount = 100).computing(Computing.quick)
}

final class MinSpare10 extends MinSpare(10)
final class MinSpare30 extends MinSpare(30)
final class MinSpare50 extends MinSpare(50)

/** The first requests of JVMs differ by several times: fewer runs would say even less. */
abstract class MinSpareCold(spare: Int)
    extends FirstComputing(Trial("min-spare", s"$spare spare threads, first requests of the JVM"), users = 50) {
  override def target = MinSpare.target(spare)
  override def repeats: Int = 6
}

final class MinSpare10Cold extends MinSpareCold(10)
final class MinSpare30Cold extends MinSpareCold(30)
final class MinSpare50Cold extends MinSpareCold(50)

/** A thread for each request, behind a proxy that waits for half of the time that all of them take: its 504 is what is
  * asked for.
  */
final class MinSpare50Proxied extends ComputingBurst(Trial("min-spare", "50 spare threads, 504 by a proxy"), 50) {
  private val users = 50
  private val together = Computing.quick.time * users / math.min(users, cores).toLong
  private val check = HealthCheck("/health", 1.second, timeout = 1.minute, fall = 3, rise = 2)

  override def target =
    MinSpare.target(users).copy(balancer = Some(Balancer(Policy.RoundRobin, check, serverTimeout = together / 2)))
  override def requests(run: RunContext) = exec(http("GET /cal").get("/cal").check(status.is(504)))
  override def warmUpRequests(run: RunContext) = Some(super.requests(run))
  override def load = uncalibrated(super.load)
  override def fullLoad = uncalibrated(super.fullLoad)
  override protected def failures: Vector[String] = Vector("status 200")

  /** No throughput is predicted. */
  private def uncalibrated(load: Burst) = load.copy(warmUp = load.warmUp.map(_.copy(calibrated = false)))
}

/** Study: spare threads, created before they are needed. */
object MinSpareStudy {
  val study: Study = Study(
    id = "min-spare",
    title = "Tomcat: spare threads",
    question =
      "Do threads that exist before the requests arrive shorten the response times of 50 requests that compute?",
    factor = "spare threads",
    answer = Vector(
      "On a warm JVM 50 requests took {mean[10 spare threads]} on average with 10 spare threads and {mean[50 spare threads]} with 50. On a new one that is between {min mean[10 spare threads, first requests of the JVM]} and {max mean[10 spare threads, first requests of the JVM]} with 10, and between {min mean[50 spare threads, first requests of the JVM]} and {max mean[50 spare threads, first requests of the JVM]} with 50.",
      "50 requests took {mean[10 spare threads]} on average with 10 spare threads and {mean[50 spare threads]} with 50.",
      "On new JVMs 50 requests took between {min mean[10 spare threads, first requests of the JVM]} and {max mean[10 spare threads, first requests of the JVM]} on average with 10 spare threads, and between {min mean[50 spare threads, first requests of the JVM]} and {max mean[50 spare threads, first requests of the JVM]} with 50."
    ),
    advice = Vector(
      "Leave min-spare at its default of 10: a thread is made once, and then kept. What 50 requests that compute wait for is a core.",
      "A thread for each request does not keep a proxy's time-out: it answered 504 to {ok[50 spare threads, 504 by a proxy]} of 50, though Tomcat finished {handled[50 spare threads, 504 by a proxy]}. Split long work up, or answer at once and let the client ask for the result.",
      "Do not compare settings by one start of a JVM each: with 10 spare threads the same first 50 requests took {min mean[10 spare threads, first requests of the JVM]} on average in one and {max mean[10 spare threads, first requests of the JVM]} in another."
    ),
    order = Vector(10, 30, 50).map(n => s"$n spare threads") ++
      Vector(10, 30, 50).map(n => s"$n spare threads, first requests of the JVM") :+
      "50 spare threads, 504 by a proxy"
  )
}
