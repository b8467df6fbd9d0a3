package bottleneck.threadpool

import bottleneck.lab.model.Numbers
import bottleneck.lab.explain.published.PublishedSetting
import bottleneck.lab.explain.record._
import bottleneck.lab.explain.verdict._

/** Study: accepted connections and connections in the listen queue. */
object MaxConnectionsStudy {
  private val (few, many) = (10, 50)

  /** Smallest ratio that is longer in the handler, and largest that is shorter in total. */
  private val longer = 2.0
  private val shorter = 0.95

  val study: Study = Study(
    id = "max-connections",
    title = "Tomcat: max-connections",
    question = "What do connections cost that the service does not accept yet?",
    factor = "max-connections",
    Conclusions(
      Vector(
        Statement("tomcat/max-connections#handler-time", Verdict.Reproduced, compared(isLonger)),
        Statement("tomcat/max-connections#total-time", Verdict.Reproduced, compared(isShorter)),
        Statement(
          "tomcat/max-connections#handshakes",
          Verdict.Refuted,
          _.counted(keptName(few)).map(newHandshakes).merge
        )
      ),
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

  /** Judgement of runs whose clients keep connections open, as the source's do. */
  private def compared(judgement: (Evidence, Result, Result) => Option[Judgement])(evidence: Evidence): Judgement =
    evidence.judge(keptName(few), keptName(many))((few, many) =>
      CpuBound.judged(evidence)(judgement(evidence, few, many))
    )

  private def isLonger(evidence: Evidence, few: Result, many: Result): Option[Judgement] = for {
    inFew <- few.server.service.handler
    inMany <- many.server.service.handler
  } yield Judgement.of(inMany.meanMs >= longer * inFew.meanMs)(
    s"inside the handler a request took ${CpuBound.handler(few)} with 10 connections and ${CpuBound.handler(many)} with 50, as 5 times as many share the cores; ${CpuBound.text(evidence, many)}"
  )

  private def isShorter(evidence: Evidence, few: Result, many: Result): Option[Judgement] = for {
    one <- CpuBound.totalWork(few)
    other <- CpuBound.totalWork(many)
  } yield Judgement.of(other < shorter * one)(
    s"all 50 took ${CpuBound.total(few)} with 10 connections and ${CpuBound.total(many)} with 50, ${Numbers.percent(other / one)} in units of what a request costs in each JVM${closing(evidence)}; ${CpuBound.text(evidence, many)}"
  )

  /** Every client asks for its connection at once: one that is made later was not made by the kernel alone. */
  private def newHandshakes(run: Result): Judgement = run.server.network match {
    case Some(seen) if seen.establishedMax < MaxConnections.requests => Judgement(Verdict.Reproduced, handshakes(run))
    case Some(seen) if seen.synRetransmits == 0 => Judgement(Verdict.Refuted, handshakes(run))
    case _ => Judgement.undecided(handshakes(run))
  }

  /** Total time where clients close connections, so that none is idle. */
  private def closing(evidence: Evidence): String = evidence
    .counted(name(few))
    .fold(
      _ => "",
      closed => s"; clients that close theirs after the answer took ${CpuBound.total(closed)} with $few"
    )

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
