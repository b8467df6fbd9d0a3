package bottleneck.lab.explain.page

import bottleneck.lab.explain.page.Columns.Cell
import bottleneck.lab.explain.record._
import scalatags.Text.all._

/** Connections by the service and the kernel, and threads by the JVM; nothing where no run has any of it. */
private[page] object ConnectionTable extends RunTable("connections and threads", "connections numbers") {

  override protected def isOf(run: Result): Boolean =
    run.server.network.isDefined || run.server.service.handler.isDefined

  override protected def reading(runs: Vector[Result]): Vector[String] = {
    val networks = runs.map(_.server.network)
    Vector(
      sources + (if (networks.contains(None)) missing else ""),
      queue(networks.flatten.flatMap(_.somaxconn).distinct)
    )
  }

  private val sources =
    "Of all instances together. Accepted connections (with the one that Tomcat waits for), requests and threads come from the service's metrics; the " +
      "listen queue, established connections and context switches from Linux (/proc). " +
      "Overflows, drops and SYN retransmits are of the whole machine, or of the container's network namespace. The time " +
      "in the handler begins when a request thread takes the request; the response time is that of OK responses at the user. Instances that only sleep observe neither requests nor states of threads."

  private val missing =
    " A dash: the operating system does not provide it."

  private def queue(limits: Vector[Double]): String = {
    val somaxconn = if (limits.isEmpty) "" else s" (${limits.map(Numbers.count).mkString(", ")})"
    "Linux completes the TCP handshake of connections in the listen queue by itself: clients see them as open, " +
      s"though Tomcat has not accepted them yet. The queue holds one more than the service asks for, or than somaxconn$somaxconn if that is smaller."
  }

  override protected val columns: Columns = Columns.of("variant")(
    Columns.group("connections, at most")("accepted by Tomcat", "in the listen queue", "established"),
    Columns.group("of the whole machine")("listen overflows", "listen drops", "SYN retransmits"),
    Columns.alone("requests handled"),
    Columns.group("mean time, ms")("in the handler", "response"),
    Columns.alone("context switches per second"),
    Columns.group("threads, least–most")("runnable", "waiting", "timed waiting")
  )

  override protected def rows(result: Result): Seq[Frag] = {
    val server = result.server
    import server.network
    import server.service.{handler, jvm, threads, tomcat}
    Vector(
      row(
        result,
        Vector(tomcat.map(_.connectionsMax), network.map(_.backlogMax), network.map(_.establishedMax))
          .map(RunTable.whole) ++
          Vector(network.map(_.listenOverflows), network.map(_.listenDrops), network.map(_.synRetransmits))
            .map(RunTable.whole) ++
          Vector(RunTable.whole(handler.map(_.requests))) ++
          Vector(handler.map(_.meanMs), result.total.latencyMs.map(_.mean))
            .map(ms => Page.number(ms.map(Numbers.plain))) ++
          Vector(RunTable.whole(jvm.flatMap(_.contextSwitchesPerSecond))) ++
          Vector(threads.map(_.runnable), threads.map(_.waiting), threads.map(_.timedWaiting)).map(spanned)
      )
    )
  }

  private def spanned(threads: Option[Span]): Cell =
    Page.number(threads.map(span => s"${Numbers.count(span.least)}–${Numbers.count(span.most)}"))
}
