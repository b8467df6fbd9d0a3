package bottleneck.threadpool

import bottleneck.lab.{Setup, Simulated}
import bottleneck.lab.explain.published.PublishedSetting
import bottleneck.lab.explain.record._
import bottleneck.lab.explain.verdict._

/** Study: spare threads, created before they are needed. */
object MinSpareStudy {
  private[threadpool] val repeats = 4

  val study: Study = Study(
    id = "min-spare",
    title = "Tomcat: spare threads",
    question =
      "Do threads that exist before the requests arrive shorten the response times of 50 requests that compute?",
    factor = "spare threads",
    answer = Vector(
      "50 requests took {mean[10 spare threads]} on average with 10 spare threads and {mean[50 spare threads]} with 50."
    ),
    advice = Vector(
      "Leave min-spare at its default of 10: a thread is made once, and then kept. What 50 requests that compute wait for is a core."
    )
  )

  def trial(spare: Int): Trial = Trial(
    study.id,
    name(spare),
    Some(Factor("spare threads", spare.toDouble)),
    Some(PublishedSetting("tomcat/min-spare", name(spare)))
  )

  private def name(spare: Int): String = s"$spare spare threads"
}

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
