package bottleneck.threadpool

import bottleneck.lab.model.Numbers
import bottleneck.lab.explain.published.PublishedSetting
import bottleneck.lab.explain.record._
import bottleneck.lab.explain.verdict._

/** Study: accepted connections and connections in the listen queue. */
object MaxConnectionsStudy {
  private val (few, many) = (10, 50)

  val study: Study = Study(
    id = "max-connections",
    title = "Tomcat: max-connections",
    question = "What do connections cost that the service does not accept yet?",
    factor = "max-connections",
    Conclusions(
      _.judged(name(few), name(many))((f, m) =>
        s"They wait for their turn, not for a handshake: all 50 requests were answered after ${CpuBound.total(f)} through $few connections and after ${CpuBound.total(m)} through $many; ${handshakes(f)}."
      ),
      evidence =>
        Vector(
          gap(evidence),
          Some(
            "max-connections is how many requests a service works on or has ready; those beyond it wait in the kernel, connected. It is no help against handshakes, which the kernel has done by then: " +
              "set it above the number of users at once, or low where the service shall not be asked for more than it can do."
          )
        ).flatten
    ),
    order = Vector(10, 20, 30, 50).map(name) ++ Vector(few, many).map(keptName)
  )

  private def name(connections: Int): String = s"$connections connections"
  private def keptName(connections: Int): String = s"${name(connections)}, kept open by the clients"

  def trial(connections: Int): Trial =
    Trial(
      study.id,
      name(connections),
      published = Some(PublishedSetting("tomcat/max-connections", s"$connections server connections"))
    )

  def keptOpen(connections: Int): Trial = Trial(study.id, keptName(connections))

  /** A handshake of 17 s would be one whose first packet was lost and sent again, a second later at the earliest (RFC
    * 6298, §2).
    */
  private def handshakes(run: Result): String =
    run.server.network.fold("the kernel's counters are not known here")(seen =>
      if (seen.synRetransmits == 0 && seen.establishedMax >= MaxConnections.requests)
        s"with $few connections no handshake needed a second packet, so each took less than a second, and ${Numbers.count(seen.establishedMax)} connections were established at once, ${Numbers.count(seen.backlogMax)} of them in the listen queue"
      else
        s"with $few connections ${Numbers.count(seen.synRetransmits)} first packets of handshakes were sent again, and ${Numbers.count(seen.establishedMax)} connections were established at once"
    )

  private def gap(evidence: Evidence): Option[String] = evidence.judged(name(few), keptName(few)) { (closed, kept) =>
    val batches = MaxConnections.requests / few - 1
    val idle = if (kept.run.identity.scale == "full") MaxConnections.publishedIdle else MaxConnections.quickIdle
    s"Close a connection that is not needed any more, where connections are few. Clients that kept theirs open for ${Numbers.millis(idle)} after the answer, as the source's does for 15 s by default, " +
      s"made all 50 requests take ${CpuBound.total(kept)} instead of ${CpuBound.total(closed)}: $batches pauses, in which every connection was idle. The published gaps of about 17 s would fit such a pause and the 2 s of a computation."
  }
}
