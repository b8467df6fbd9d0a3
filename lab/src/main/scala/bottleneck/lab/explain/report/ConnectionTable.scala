package bottleneck.lab.explain.report

import bottleneck.lab.explain.result._
import scalatags.Text.all._

/** What service and kernel tell of connections, and the JVM of its threads, in the newest run of each variant; nothing
  * where no run has any of it.
  */
private[report] object ConnectionTable extends RunTable("connections and threads", "connections numbers") {

  override protected def isOf(run: Result): Boolean = run.server.network.isDefined || run.server.handler.isDefined

  override protected def reading(runs: Vector[Result]): Vector[String] = {
    val networks = runs.map(_.server.network)
    Vector(
      sources + (if (networks.contains(None)) missing else ""),
      queue(networks.flatten.flatMap(_.somaxconn).distinct)
    )
  }

  private val sources =
    "Of all instances together. Accepted connections (Tomcat counts the one that it waits for too), requests and threads are what the service tells of itself, the " +
      "listen queue, established connections and context switches what Linux tells of its ports and threads (/proc). " +
      "Overflows, drops and SYN retransmits are of the whole machine, or container (its network namespace). The time " +
      "in the handler begins when a request thread takes the request; the response time is what users saw of OK responses. Instances that only sleep observe neither requests nor the states of threads."

  private val missing =
    " Where a run lacks them, its operating system does not tell them."

  private def queue(limits: Vector[Double]): String = {
    val somaxconn = if (limits.isEmpty) "" else s" (${limits.map(Numbers.count).mkString(", ")})"
    "Linux completes the TCP handshake of connections in the listen queue by itself: to their users they are open, " +
      s"though Tomcat has not accepted them yet. The queue holds one more than the service asks for, or than somaxconn$somaxconn if that is less."
  }

  override protected val header: Frag = frag(
    tr(
      th(rowspan := 2, cls := "text")("variant"),
      Page.group(3, "connections, at most"),
      Page.group(3, "of the whole machine"),
      th(rowspan := 2)("requests handled"),
      Page.group(2, "mean time, ms"),
      th(rowspan := 2)("context switches per second"),
      Page.group(3, "threads, least–most")
    ),
    tr(
      Vector("accepted by Tomcat", "in the listen queue", "established").map(th(_)),
      Vector("listen overflows", "listen drops", "SYN retransmits").map(th(_)),
      Vector("in the handler", "response").map(th(_)),
      Vector("runnable", "waiting", "timed waiting").map(th(_))
    )
  )

  override protected def rows(result: Result): Seq[Frag] = {
    val server = result.server
    import server.{handler, jvm, network, threads, tomcat}
    Vector(
      RunTable.row(
        result,
        Vector(tomcat.map(_.connectionsMax), network.map(_.backlogMax), network.map(_.establishedMax))
          .map(RunTable.whole),
        Vector(network.map(_.listenOverflows), network.map(_.listenDrops), network.map(_.synRetransmits))
          .map(RunTable.whole),
        RunTable.whole(handler.map(_.requests)),
        Vector(handler.map(_.meanMs), result.total.latencyMs.map(_.mean)).map(ms => Page.number(ms.map(Numbers.plain))),
        RunTable.whole(jvm.flatMap(_.contextSwitchesPerSecond)),
        Vector(threads.map(_.runnable), threads.map(_.waiting), threads.map(_.timedWaiting)).map(spanned)
      )
    )
  }

  private def spanned(threads: Option[Span]): Frag =
    Page.number(threads.map(span => s"${Numbers.count(span.least)}–${Numbers.count(span.most)}"))
}
