package bottleneck.threadpool

import bottleneck.Dsl._

/** 50 simultaneous requests on at most 50 threads, of which some are there beforehand (tomcat/min-spare). */
abstract class MinSpare(spare: Int) extends ComputingBurst(MinSpareStudy.trial(spare), users = 50) {
  override def target: Target = TomcatSetting(threads = 50, spare, acceptCount = 100).computing(Computing.quick)
  override def repeats: Int = 4
}

final class MinSpare10 extends MinSpare(10)
final class MinSpare30 extends MinSpare(30)
final class MinSpare50 extends MinSpare(50)

/** Study: spare threads, created before they are needed. */
object MinSpareStudy {

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
    s"$spare spare threads",
    Some(Factor("spare threads", spare.toDouble)),
    Some(PublishedSetting("tomcat/min-spare", s"$spare spare threads"))
  )
}
