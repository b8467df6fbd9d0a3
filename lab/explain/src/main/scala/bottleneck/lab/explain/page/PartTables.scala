package bottleneck.lab.explain.page

import bottleneck.lab.model.Numbers
import bottleneck.lab.explain.balancer.BalancerRecord
import bottleneck.lab.explain.page.Columns.Cell
import bottleneck.lab.explain.record._
import bottleneck.lab.explain.statistics.LevelReading
import bottleneck.lab.explain.verdict.Variant
import scalatags.Text.all._

/** Load balancer numbers in the newest run of each variant; empty where no run has one. */
private[page] object BalancerTable extends RunTable("load balancer", "balancer numbers") {
  override protected val columns: Columns =
    Columns.plain("instance", "requests", "in the window", "5xx of its own", "last request", "marked down")

  override protected def reading(runs: Vector[Result]): Vector[String] = Vector(
    "By the balancer's log: what it received for each instance, and answered itself with 5xx, such as 504 where an " +
      s"instance was silent for too long. Times are since the start of the run. ${BalancerRecord.noServer} is what no instance was left for."
  )

  override protected def rows(run: Result): Seq[Frag] = run.measured.balancer.toVector.flatMap { reading =>
    val used = run.server.cpu.balancer.map(cores => s": the balancer used ${Numbers.cores(cores)} cores")
    group(run, used.getOrElse("")) +: reading.servers.map(row)
  }

  private def row(server: BalancedServer): Frag = part(
    server.name,
    Vector(server.requests, server.inWindow, server.failed).map(n => Page.number(Some(Numbers.count(n)))) ++
      Vector(server.lastReceivedMs, server.downAtMs).map(ms => Page.number(ms.map(Numbers.millis(_))))
  )
}

/** Hits and misses of the service's caches in the newest run of each variant; empty where no run has one. */
private[page] object CacheTable extends RunTable("cache", "cache numbers") {
  override protected def isOf(run: Result): Boolean = run.server.service.cache.isDefined || run.target.cache.isDefined

  override protected def reading(runs: Vector[Result]): Vector[String] = Vector(
    "Lookups of all instances together. A request that waits for the value that another request reads counts as a miss, and later as a hit. " +
      "Each acquired connection is a transaction: what the misses cost the database. A cache within the service uses the service's cores."
  )

  override protected val columns: Columns = Columns.of("variant")(
    Columns.group("lookups")("hits", "misses", "hit rate"),
    Columns.alone("connections acquired"),
    Columns.group("cores in use")("service", "cache", "database")
  )

  override protected def rows(result: Result): Seq[Frag] = {
    val (use, cpu) = (result.server.service.cache, result.server.cpu)
    Vector(
      row(
        result,
        Vector(use.map(_.hits), use.map(_.misses)).map(RunTable.whole) ++
          Vector(
            Page.number(use.flatMap(_.hitRate).map(Numbers.percent)),
            RunTable.whole(result.server.service.hikari.flatMap(_.acquired))
          ) ++ Vector(cpu.service, cpu.cache, cpu.database).map(used => Page.number(used.map(Numbers.cores)))
      )
    )
  }
}

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

/** The connection pools of the newest run of each variant; nothing where no run has one. */
private[page] object PoolTable extends RunTable("connection pools", "pools numbers") {
  override protected def isOf(run: Result): Boolean = run.server.service.hikari.isDefined

  override protected def reading(runs: Vector[Result]): Vector[String] = Vector(
    "Of all instances together, the most at once. The p99 lies at or below the bound shown. " +
      "A pool opens its connections one after the other: the time is from the first to the last."
  )

  override protected val columns: Columns = Columns.of("variant")(
    Columns.group("connections")("configured", "open", "in use"),
    Columns.alone("peak pending"),
    Columns.group("of a connection, ms")("acquire, mean", "acquire, p99", "held, mean"),
    Columns.alone("opening all, ms"),
    Columns.alone("database, cores")
  )

  override protected def rows(result: Result): Seq[Frag] = {
    val pool = result.server.service.hikari
    Vector(
      row(
        result,
        Vector(result.target.connections, pool.flatMap(_.sizeMax), pool.map(_.activeMax)).map(counted) ++
          Vector(
            Page.number(
              pool.map(used => Numbers.count(used.pendingMax)),
              result.expected.published.flatMap(_.pending).map(requests => s"published ${Numbers.count(requests)}")
            ),
            timed(pool.flatMap(_.acquireMeanMs)),
            counted(pool.flatMap(_.acquireP99Ms)),
            timed(pool.flatMap(_.usageMeanMs)),
            timed(result.server.database.flatMap(_.openingMs)),
            Page.number(result.server.cpu.database.map(Numbers.cores))
          )
      )
    )
  }

  private def counted(value: Option[Double]): Cell = Page.number(value.map(Numbers.count))

  private def timed(ms: Option[Double]): Cell = Page.number(ms.map(Numbers.plain))
}

/** Replication by the primary's own view, in the newest run of each variant; nothing where no run has readers. */
private[page] object ReaderTable extends RunTable("reader databases", "readers numbers") {

  override protected def reading(runs: Vector[Result]): Vector[String] = Vector(
    "From pg_stat_replication of the primary, sampled once a second: the fewest readers that streamed at once, and the lag of the slowest reader, " +
      "from the primary's flush of a change to its replay. A change between two samples may have lagged more. " +
      "Each reader receives the whole write-ahead log (WAL). Its cores include reads and replay."
  )

  override protected val columns: Columns = Columns.of("variant")(
    Columns.alone("readers"),
    Columns.group("replication lag")("mean", "max", "max, bytes"),
    Columns.alone("WAL, bytes per second"),
    Columns.group("cores in use")("primary", "all readers")
  )

  override protected def rows(result: Result): Seq[Frag] = result.server.replication.toVector.map { replication =>
    val cores = Vector(result.server.cpu.database, result.server.cpu.readers)
    row(
      result,
      Page.number(Some(Numbers.count(replication.readers))) +:
        (Vector(replication.lagMeanMs, replication.lagMaxMs).map(ms => Page.number(Some(Numbers.millis(ms)))) ++
          Vector(Some(replication.lagMaxBytes), replication.walBytesPerSecond).map(RunTable.whole) ++
          cores.map(used => Page.number(used.map(Numbers.cores))))
    )
  }
}

/** Interventions of the lab in the newest run of each variant, and the stalls that followed; empty where there were
  * none.
  */
private[page] object InterventionTable extends RunTable("interventions", "interventions numbers") {
  override protected val columns: Columns = Columns.plain("step", "began", "took", "outcome")

  override protected def reading(runs: Vector[Result]): Vector[String] = Vector(
    "Times are since the start of the run. A stall is the longest time of the window in which requests waited and none was answered."
  )

  override protected def rows(run: Result): Seq[Frag] = if (run.treatment.intervention.isEmpty) Vector.empty
  else {
    val stalls = run.measured.stalls.toVector.sorted.map { case (name, ms) => s"$name ${Numbers.millis(ms)}" }
    group(run, s": stalls of ${stalls.mkString(", ")}") +: run.treatment.intervention.map(step)
  }

  private def step(step: InterventionStep): Frag = part(
    step.name,
    Vector(Some(step.fromMs), step.durationMs).map(ms => Page.number(ms.map(Numbers.millis(_)))) :+
      Page.number(Some(step.outcome))
  )
}

/** The levels of the newest load staircase of each variant; nothing where no run has one. */
private[page] object StaircaseTable extends RunTable("levels", "levels numbers") {
  override protected val columns: Columns = Columns.plain("users", "OK/s", "p50", "p95", "errors")

  override protected def reading(runs: Vector[Result]): Vector[String] = Vector(
    "Sustained: the last level such that it and all before it meet the SLO. Saturation: the level from which more users " +
      "bring hardly more throughput (Kneedle)."
  )

  override protected def rows(run: Result): Seq[Frag] = run.measured.byLoad.staircase.toVector.flatMap { staircase =>
    val slo = s": SLO of p95 ${Numbers.millis(staircase.slo.p95Ms)} and ${Numbers.percent(staircase.slo.errors)} errors"
    group(run, slo) +: staircase.levels.map(level(_, staircase))
  }

  private def level(level: LevelReading, staircase: StaircaseReading): Frag = {
    val marks = Vector(
      Option.when(staircase.sustained.contains(level))("sustained"),
      Option.when(staircase.saturation.contains(level))("saturation")
    ).flatten
    part(
      frag(
        Numbers.count(level.users),
        if (marks.isEmpty) frag() else div(cls := "note")(marks.mkString(", "))
      ),
      Page.number(Some(Numbers.plain(level.throughput))) +:
        Vector(level.p50Ms, level.p95Ms).map(ms => Page.number(ms.map(Numbers.millis(_)))) :+
        Page.number(Some(Numbers.percent(level.errors)))
    )
  }
}

/** Share of each injector in a load that several sent together; empty where one sent all. */
private[page] object InjectorTable extends RunTable("injector", "injectors") {
  override protected val columns: Columns =
    Columns.plain("injector", "machine", "users", "requests", "began after", "cores used")

  override protected def reading(runs: Vector[Result]): Vector[String] = Vector(
    "The merged log has the times of each injector's own clock: NTP must keep them together."
  )

  override protected def rows(run: Result): Seq[Frag] = {
    val injectors = run.treatment.injectors
    if (injectors.isEmpty) Vector.empty else group(run, "") +: injectors.map(row)
  }

  private def row(share: InjectorShare): Frag = {
    def number(text: SentShare => Option[String]): Columns.Cell = Page.number(share.sent.flatMap(text))
    part(
      share.name,
      Vector(
        td(cls := "text")(share.host),
        number(sent => Some(Numbers.count(sent.users))),
        number(sent => Some(Numbers.count(sent.requests))),
        number(sent => Some(Numbers.millis(sent.beganMs))),
        number(sent => sent.generatorCores.map(cores => s"${Numbers.cores(cores)} of ${sent.cpus}"))
      )
    )
  }
}

/** Query plans of each variant: the first and the last side by side, the others folded. */
private[page] object QueryPlans {

  def of(files: Vector[(Variant, RunDetails)]): Vector[Frag] = {
    val plans = files.flatMap { case (variant, read) => read.plan.map(variant -> _) }
    val ends = (plans.headOption.toVector ++ plans.lastOption).distinct
    val between = plans.diff(ends)
    if (plans.isEmpty) Vector.empty
    else
      div(cls := "plans")(ends.map { case (variant, plan) => shown(variant, plan, attr("open").empty) }) +:
        between.map { case (variant, plan) => shown(variant, plan) }
  }

  private def shown(variant: Variant, plan: String, open: Modifier*): Frag =
    tag("details")(open)(tag("summary")(variant.name, " ", Badge.of(variant.shown)), pre(tabindex := 0)(plan))
}
