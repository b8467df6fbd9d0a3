package bottleneck.threadpool

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
    answer = Vector(
      "They wait for their turn, not for a handshake: all 50 requests were answered after {last.ok[10 connections]} through 10 connections and after {last.ok[50 connections]} through 50; with 10 {established[10 connections]} were established at once, {backlog[10 connections]} of them in the listen queue, and {resent[10 connections]} first packets of handshakes were sent again."
    ),
    advice = Vector(
      "Close a connection that is not needed any more, where connections are few. Clients that kept theirs open after the answer, as the source's do for 15 s by default, made all 50 requests take {last.ok[10 connections, kept open by the clients]} instead of {last.ok[10 connections]}: 4 pauses, in which every connection was idle. The published gaps of about 17 s would fit such a pause and the 2 s of a computation.",
      "max-connections is how many requests a service works on or has ready; those beyond it wait in the kernel, connected. It is no help against handshakes, which the kernel has done by then: set it above the number of users at once, or low where the service shall not be asked for more than it can do."
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
}
