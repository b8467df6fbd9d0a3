package bottleneck.threadpool

import bottleneck.lab.model.Numbers
import bottleneck.lab.explain.published.PublishedSetting
import bottleneck.lab.explain.record._
import bottleneck.lab.explain.verdict._

/** Study: timeouts of users on a server with many threads. */
object HeldConnectionsStudy {

  val study: Study = Study(
    id = "held-connections",
    title = "One server with many threads: which requests time out?",
    question = "Do the first requests of a server with many threads starve, or do the last users find no connection?",
    factor = "max-connections",
    answer = Vector(
      "With max-connections 819 {failed.all[max-connections 819]} requests failed, with 1,200 {failed.all[max-connections 1,200]}. Both answered what the threads allow: {throughput[max-connections 819]} and {throughput[max-connections 1,200]}."
    ),
    advice = Vector(
      "Set max-connections above the number of users that are connected at once: requests/s × (response time + pause of a user), here {throughput[max-connections 1,200]} × {mean[max-connections 1,200]}, which says {throughput[max-connections 1,200] × mean[max-connections 1,200] as whole} for the {users[max-connections 1,200]} users. A connection needs no thread until a request of it is worked on.",
      s"Set ${ListenQueue.rule} It is no place to wait in, as nobody answers there."
    ),
    order = Vector(some, all).map(name) ++ Vector(1, 5).map(manyName)
  )

  private def some: Int = HeldConnections.default
  private def all: Int = HeldConnections.enough
  private def manyName(instances: Int): String = {
    val threads = s"${Numbers.count(HeldConnections.manyThreads.toDouble / instances)} threads"
    if (instances == 1) threads else s"$instances × $threads"
  }
  private[threadpool] def name(connections: Int): String = s"max-connections ${Numbers.count(connections)}"

  def trial(connections: Int): Trial = Trial(
    study.id,
    name(connections),
    published = Option.when(connections == some)(PublishedSetting("tuning/threads", "1000 threads"))
  )

  /** Trial: the source's number of threads, at quick scale too, on one instance or five. */
  def many(instances: Int): Trial = Trial(
    study.id,
    manyName(instances),
    published = Option.when(instances == 1)(PublishedSetting("tuning/threads", "1000 threads"))
  )
}
