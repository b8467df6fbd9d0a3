package bottleneck.lab.claims.verdict

import bottleneck.lab.figures.Expr.Vocabulary
import bottleneck.lab.figures.Quantity._
import bottleneck.lab.figures.reading.Sent
import bottleneck.lab.figures.record.{BalancedServer, Result}
import bottleneck.lab.figures.series.{PartMetric, PartMetrics}
import bottleneck.lab.figures.{ErrorKind, Estimate, Metric, Metrics, Numbers, Outcome, Quantity}

/** A figure of a run that a criterion may name, of one of its requests where one is named; none where it was not
  * measured. `follows` says how it changes where the run is faster.
  */
private[lab] final case class RunMetric(
    name: String,
    quantity: Quantity,
    about: String,
    follows: RunMetric.Follows = RunMetric.nothing
)(val of: (Result, Option[String]) => Option[Estimate]) {

  /** The value of a run, with its unit; none where it has none. */
  def text(run: Result): Option[String] = of(run, None).map(value => RunMetric.text(value.value, quantity))
}

private[lab] object RunMetric {
  def text(value: Double, quantity: Quantity): String = quantity match {
    case Quantity.Time => Numbers.millis(value)
    case Quantity.Percent => Numbers.percent(value / 100)
    case Quantity.PerSecond => Numbers.rate(value)
    case Quantity.Count => if (value == math.rint(value)) Numbers.count(value) else Numbers.plain(value)
  }

  /** Factor of a metric where the machine is `machine` times as fast for the whole run, and `window` times beside that
    * for its window.
    */
  type Follows = (Result, Double, Double) => Double

  val nothing: Follows = (_, _, _) => 1
  val rate: Follows = (run, machine, window) => oftener(run, machine * window)
  val time: Follows = (_, machine, window) => 1 / (machine * window)

  /** CPU time in the calibration. */
  val cost: Follows = (_, machine, _) => 1 / machine

  /** CPU time in the window, of cores that stay as busy. */
  val perRequest: Follows = (run, machine, window) => 1 / rate(run, machine, window)
  val perCost: Follows = (run, machine, window) => machine / rate(run, machine, window)

  /** An overloaded queue of an open load is served faster, but not faster than its arrivals, which others meet already.
    */
  private def oftener(run: Result, factor: Double): Double = {
    val throughput = run.total.throughput
    run.load.perSecond.fold(factor)(perSecond =>
      if (throughput <= 0 || throughput >= overloaded * perSecond) 1.0 else math.min(factor, perSecond / throughput)
    )
  }

  /** Share of the arrival rate below which a load is overloaded; the rest may be in flight at the window's ends. */
  private val overloaded = 0.95
}

/** The metrics that criteria name, and `min`, `max` and `median` of each over the runs of a variant. */
object RunMetrics extends Vocabulary {
  import RunMetric._

  /** Ratio of two variants by turns, in one run: `turns[one ÷ other]`. */
  private[verdict] val turns = "turns"

  private[verdict] val runs = "runs"

  /** Half of the interval of a share of a quota, in percentage points. A quota period is 100 ms, an error of 1.25
    * points for both ends of a window of 16 s; the rest is for the clocks.
    */
  private val ofQuota = 2.0

  private[lab] val groups: Vector[(String, Vector[RunMetric])] = Vector(
    "Requests" -> Vector(
      outcome("throughput", PerSecond, "OK responses per second of the window", rate)(of => Some(of.throughput)),
      outcome("ok", Count, "requests of the window that were answered OK")(of => Some(of.ok.toDouble)),
      outcome("failed", Count, "requests of the window that failed")(of => Some(of.ko.toDouble)),
      outcome("failed%", Percent, "the same, as a part of all")(of => Some(100 * of.failed)),
      ofOk(Metrics.mean),
      ofOk(Metrics.p50),
      ofOk(Metrics.p95),
      ofOk(Metrics.p99),
      ofOk(Metrics.max),
      ofFailed(Metrics.p50),
      ofFailed(Metrics.p99),
      outcome("max.any", Time, "longest answer or failure of the window", time)(longest),
      outcome("p99.any", Time, "p99, or that of the failures where over 1 % fail and theirs is longer", time)(slowest),
      outcome("abandoned%", Percent, "failed but not refused at once, as a part of what was not refused")(abandoned),
      failures("failed.pool", "failed for want of a database connection", ErrorKind.noDatabaseConnection),
      failures("failed.timeout", "timed out waiting for their answer", ErrorKind.requestTimedOut),
      failures("refused", "whose connection was refused", ErrorKind.connectionRefused),
      failures("unconnected", "without a connection", ErrorKind.connectionRefused, ErrorKind.connectionTimedOut),
      RunMetric("stall", Time, "longest time in which a request waited and none was answered", time)((of, request) =>
        request.flatMap(of.stalls.get).map(ms => Estimate(ms.toDouble))
      ),
      run("first.failure", Count, "users at the first failure; one more than all where none failed")(of =>
        of.firstFailure.fold(Option(of.load.users + 1.0))(_.users.map(_.toDouble))
      ),
      early("timed.out.first%", "of requests sent in the first half of the arrivals those that timed out")(timedOut)(
        _._1
      ),
      early("timed.out.last%", "the same of the second half")(timedOut)(_._2),
      early("unanswered.first%", "of those of the first half those that timed out while connected")(unanswered)(_._1),
      early("unanswered.last%", "the same of the second half")(unanswered)(_._2)
    ),
    "Whole run" -> Vector(
      run("users", Count, "users of the load")(of => Some(of.load.users.toDouble)),
      whole("failed.all", Count, "requests of the whole run that failed")(of => Some(of.ko.toDouble)),
      whole("failed.pool.all", Count, "the same, for want of a database connection")(of => Some(pool(of).toDouble)),
      whole("failed.pool.all%", Percent, "the same, as a part of all")(of => Some(100.0 * pool(of) / of.count)),
      whole("max.all", Time, "longest answer or failure of the whole run", time)(longest)
    ),
    "Theory and demand" -> Vector(
      run("published", PerSecond, "throughput in the source")(_.published.flatMap(_.throughput)),
      run("predicted", PerSecond, "throughput by theory")(_.prediction.map(_.perSecond)),
      run("cpu.request", Time, "CPU time of a request in the calibration, over all parts", cost)(_.demand.map(_.cpuMs)),
      run("connection", Time, "time that a request of the calibration held a connection")(
        _.demand.flatMap(_.connectionMs)
      ),
      run("alone", Time, "response time of requests that come one by one", time)(_.demand.flatMap(_.responseMs)),
      run("price", Count, "published price of its tier, in USD an hour")(_.published.flatMap(_.price))
    ),
    "Cores" -> (
      run("cores", Count, "cores of the machine")(of => Some(of.machine.cpus.toDouble)) +:
        parts(PartMetrics.cpu) ++: Vector(
          share("cpu.service%", "part of its quota, or of the machine, that the service used")(of =>
            of.figures(PartMetrics.service).map(_ / of.target.serviceCores.getOrElse(of.machine.cpus.toDouble))
          ),
          share("cpu.database%", "part of its quota that the database used")(of =>
            for { quota <- of.target.cpus.database; cores <- of.figures(PartMetrics.database) } yield cores / quota
          ),
          run("cpu.service.request", Time, "the service's CPU time for a request of the window", perRequest)(ofRequest),
          run(
            "cpu.work%",
            Percent,
            "the service's CPU time for a request of the window ÷ that in the calibration",
            perCost
          )(of => for { now <- ofRequest(of); alone <- of.demand } yield 100 * now / alone.serviceCpuMs),
          run("switches", Count, "context switches of the service for a request", perRequest)(of =>
            of.figures(PartMetrics.switches).map(_ / of.total.throughput)
          )
        )
    ),
    "Connection pools" -> (
      run("pool.max", Count, "connections that the pools may open")(_.target.connections) +: parts(PartMetrics.pools)
    ),
    "Connections and threads" -> parts(PartMetrics.connections),
    "Bursts" -> Vector(
      run("last.ok", Time, "time until the last OK response of a burst", time)(lastOk),
      run("last.answer", Time, "the same; none where a request failed", time)(of =>
        lastOk(of).filter(_ => of.wholeRun.ko == 0)
      ),
      run("mean.work", Count, "mean response time ÷ what a request costs in this JVM")(of =>
        for { times <- of.total.latencyMs; cost <- of.demand } yield times.mean / cost.cpuMs
      ),
      run("later%", Percent, "time in work of the requests from the 31st on, as a part of that of the first 30")(later)
    ),
    "Staircases" -> Vector(
      run("saturated", PerSecond, "throughput from which more users bring hardly any more", rate)(
        _.staircase.flatMap(_.saturation).map(_.throughput)
      ),
      run("saturated.users", Count, "users there")(_.staircase.flatMap(_.saturation).map(_.users.toDouble)),
      run("sustained", PerSecond, "throughput up to which a staircase meets its objective")(
        _.staircase.flatMap(_.sustained).map(_.throughput)
      )
    ),
    "Cache" -> parts(PartMetrics.cache),
    "Replicas" -> parts(PartMetrics.replication),
    "Observers" -> (parts(PartMetrics.observers) ++ Vector(
      run("down", Time, "time until the busy instance was marked down, or the window's end")(afterBusy(_)(_.downAtMs)),
      run("last.request", Time, "time until the busy instance got its last request")(afterBusy(_)(_.lastReceivedMs)),
      run("steps.failed", Count, "steps of the change under load that failed, or that its end cut short")(of =>
        Some(of.intervention).filter(_.nonEmpty).map(_.count(!_.isOk).toDouble)
      ),
      run("build", Time, "time that an index took")(
        _.intervention.headOption.filter(_.isOk).flatMap(_.durationMs).map(_.toDouble)
      )
    )),
    "States of threads" -> parts(PartMetrics.threads)
  )

  private[verdict] val all: Vector[RunMetric] = groups.flatMap(_._2)

  private[lab] def described: Vector[(String, String)] = all.map { metric =>
    metric.name -> (metric.about + (if (metric.quantity.unit.isEmpty) "" else s", in ${metric.quantity.unit}"))
  }

  private val byName = all.map(metric => metric.name -> metric).toMap
  private val overRuns = Vector("min ", "max ", "median ")

  private[verdict] def metric(name: String): Option[RunMetric] =
    byName.get(overRuns.find(name.startsWith).fold(name)(name.stripPrefix))

  def quantity(name: String): Option[Quantity] =
    if (name == turns || name == runs) Some(Count) else metric(name).map(_.quantity)

  def unknown(name: String): String = {
    val known = Vector(turns, runs) ++ all.map(_.name)
    Vocabulary.nearTo(name, known).getOrElse(s"$name is no metric: there are ${known.mkString(", ")}.")
  }

  /** Of the whole run: a request has none. */
  private def run(
      name: String,
      quantity: Quantity,
      about: String,
      follows: Follows = nothing
  )(of: Result => Option[Double]): RunMetric =
    RunMetric(name, quantity, about, follows)((run, request) =>
      of(run).filter(value => request.isEmpty && java.lang.Double.isFinite(value)).map(Estimate(_))
    )

  private def parts(metrics: Vector[PartMetric]): Vector[RunMetric] = metrics.map { metric =>
    val follows = if (metric.byMachine) time else if (metric.quantity == PerSecond) rate else nothing
    run(metric.name, metric.quantity, metric.about, follows)(_.figures(metric))
  }

  private def outcome(name: String, quantity: Quantity, about: String, follows: Follows = nothing)(
      of: Outcome => Option[Double]
  ): RunMetric = RunMetric(name, quantity, about, follows)((run, request) =>
    request.fold(Option(run.total))(run.requests.get).flatMap(of).map(Estimate(_))
  )

  private def ofOk(of: Metric): RunMetric = times(of.name, Metrics.ofOk(of))

  private def ofFailed(of: Metric): RunMetric = times(s"failed.${of.name}", Metrics.ofFailed(of))

  /** Response times, as the registry of metrics defines them. */
  private def times(name: String, of: Metric): RunMetric =
    outcome(name, of.quantity, s"${of.about.head.toLower}${of.about.tail.init}", time)(of.of(_).map(_.value))

  private def whole(name: String, quantity: Quantity, about: String, follows: Follows = nothing)(
      of: Outcome => Option[Double]
  ): RunMetric = run(name, quantity, about, follows)(run => of(run.wholeRun))

  private def failures(name: String, about: String, kinds: String*): RunMetric =
    outcome(name, Count, s"requests of the window $about")(of =>
      Some(kinds.map(ErrorKind.times(of.errors, _)).sum.toDouble)
    )

  private def share(name: String, about: String)(of: Result => Option[Double]): RunMetric =
    RunMetric(name, Percent, about)((run, _) =>
      of(run).map(part => Estimate(100 * part, Some((100 * part - ofQuota, 100 * part + ofQuota))))
    )

  /** A part of the requests that were sent in one half of the users' arrival, with its binomial interval. */
  private def early(name: String, about: String)(failed: Sent => Long)(
      half: ((Vector[Sent], Vector[Sent])) => Vector[Sent]
  ): RunMetric = RunMetric(name, Percent, about) { (run, _) =>
    run.order.map { order =>
      val arriving = order.sent.filter(_.second * 1000 < run.load.arrivalMs)
      val sent = half(arriving.partition(_.second * 1000 < run.load.arrivalMs / 2.0))
      val all = math.max(1, sent.map(one => one.ok + one.ko).sum)
      val part = sent.map(failed).sum.toDouble / all
      val margin = 1.96 * math.sqrt(part * (1 - part) / all)
      Estimate(100 * part, Some((100 * (part - margin), 100 * (part + margin))))
    }
  }

  /** Without a connection or without an answer: a refused connection is no time-out. */
  private def timedOut(sent: Sent): Long = ErrorKind.times(sent.errors, ErrorKind.connectionTimedOut) + unanswered(sent)

  private def unanswered(sent: Sent): Long = ErrorKind.times(sent.errors, ErrorKind.requestTimedOut)

  private def pool(of: Outcome): Long = ErrorKind.times(of.errors, ErrorKind.noDatabaseConnection)

  private def longest(of: Outcome): Option[Double] = (of.latencyMs ++ of.failedLatencyMs).map(_.max).maxOption

  private def lastOk(run: Result): Option[Double] = run.burst.flatMap(_.allAnsweredMs).map(_.toDouble)

  private def slowest(of: Outcome): Option[Double] = of.latencyMs.map(times =>
    (times.p99 +: of.failedLatencyMs.filter(_ => of.ko > of.count / 100).map(_.p99).toVector).max
  )

  private def abandoned(of: Outcome): Option[Double] = {
    val givenUp = of.ko - ErrorKind.times(of.errors, ErrorKind.bulkheadFull)
    Option.when(of.ok + givenUp > 0)(100.0 * givenUp / (of.ok + givenUp))
  }

  private def ofRequest(run: Result): Option[Double] =
    run.figures(PartMetrics.service).filter(_ => run.total.throughput > 0).map(_ / run.total.throughput * 1000)

  private def later(run: Result): Option[Double] = {
    val (first, others) = run.handledMs.splitAt(30)
    Option.when(others.nonEmpty && first.sum > 0 && run.wholeRun.ko == 0)(
      100 * (others.sum.toDouble / others.size) / (first.sum.toDouble / first.size)
    )
  }

  /** Of the instance that others made busy, since then; of what never came the end of the window. */
  private def afterBusy(run: Result)(event: BalancedServer => Option[Long]): Option[Double] = for {
    since <- run.disturbance.map(_.fromMs)
    server <- run.balancer.flatMap(_.servers.find(_.name == "service-1"))
  } yield event(server).fold(run.window.toMs.toDouble)(_.toDouble) - since
}
