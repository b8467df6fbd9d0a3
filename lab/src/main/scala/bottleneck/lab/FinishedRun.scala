package bottleneck.lab

import bottleneck.lab.explain.balancer.BalancerLog
import bottleneck.lab.explain.log.LogError
import bottleneck.lab.explain.result._
import bottleneck.lab.explain.series.{Metrics, MetricsError}
import bottleneck.lab.explain.stats.{BatchMeans, GeneratorGap, RunStatistics, ServiceOrder, Slo, Window}
import bottleneck.lab.settings.Settings
import bottleneck.lab.target.{Cache, CpuLimits, Installed, Load, Step, Target}
import com.sun.management.OperatingSystemMXBean
import java.lang.management.ManagementFactory
import java.nio.file.Path
import java.time.Instant

/** A run that is over: what was asked for, and what became of the parts.
  *
  * @param folder
  *   Gatling's, with all that the run left
  * @param installed
  *   what was started; nothing where the target ran already
  * @param ended
  *   a sentence for every part that ended unplanned
  * @param steps
  *   what was done to the database under load
  */
private final case class FinishedRun(
    folder: Path,
    trial: Trial,
    target: Target,
    load: Load,
    workload: Workload,
    installed: Option[Installed],
    ended: Vector[String],
    steps: Vector[Step] = Vector.empty
) {
  private val judged = new JudgedLoad(load)

  private def log: Path = folder.resolve("simulation.log")

  /** What simulation.log says, of the part that is judged. */
  def statistics: Either[LogError, RunStatistics] = judged.read(log)

  /** How fast the machine was; the error is a sentence. */
  def speed(data: Path): Either[String, Option[Speed]] = Speed.read(folder, data)

  /** What the run was, what it measured, and whether it counts. */
  def result(statistics: RunStatistics, settings: Settings, published: Published): Result = {
    val metrics = Metrics.read(folder.resolve("metrics.csv"))
    val window = statistics.measurement.window
    val server = metrics.fold(_ => Server.unknown, use(_, statistics, window, judged.quietMs))
    val forecast = Forecast.of(folder, target, load, workload, limits, cpus)
    val prediction = forecast.prediction
    val total = statistics.measurement.total
    val intervention = steps.map(InterventionStep.of(_, statistics.log.run.start))
    val shortfall = for {
      limit <- prediction
      tolerance <- workload.tolerance
      missing <- Shortfall.of(limit, tolerance, total.throughput, server.cpu, cpus)
    } yield missing
    val checks = Validity.judge(
      statistics,
      circumstances(metrics, server, settings, intervention, shortfall, forecast)
    )
    Result(
      Result.schema,
      run(statistics, settings),
      machine(statistics).copy(speed = speed(settings.layout.data).toOption.flatten),
      description,
      judged.description,
      WindowBounds(window.fromMs, window.toMs),
      statistics.measurement.requests,
      total,
      statistics.wholeRun.outcome,
      statistics.perSecond.filter(_ => judged.isOneState).map(BatchMeans.interval(_)),
      server,
      prediction,
      prediction.filter(_ => judged.isAllLoad).map(total.throughput / _.perSecond),
      trial.published.map(published.of),
      checks,
      forecast.demand,
      statistics.burst,
      for { others <- workload.disturbance; from <- statistics.disturbedFromMs } yield Disturbance(others.users, from),
      BalancerReading.read(folder.resolve(BalancerLog.file), statistics.log.run.start, window),
      order = workload.line.flatMap(ServiceOrder.read(log, window, _).toOption.flatten),
      staircase = StaircaseReading.of(statistics.levels, Slo(settings.sloP95.toMillis.toDouble)),
      stalls = statistics.stalls,
      firstFailure = statistics.firstFailure,
      intervention = intervention,
      warmUp = forecast.preparation.map(WarmUpReading.of),
      generatorGap = if (judged.isClosed) GeneratorGap.of(statistics.occupancy, load.thinkTime) else None
    )
  }

  private def circumstances(
      metrics: Either[MetricsError, Metrics],
      server: Server,
      settings: Settings,
      intervention: Vector[InterventionStep],
      shortfall: Option[Shortfall],
      forecast: Forecast
  ): Circumstances = {
    val missing = metrics.left.toOption
      .map(_.message)
      .orElse(Option.when(server.cpu.generator.isEmpty)("metrics.csv does not cover the window"))
      .orElse(forecast.damage)
    val external =
      if (installed.isEmpty) Some("the target")
      else
        Option
          .when(target.database.isDefined && settings.database.isDefined)("the database")
          .orElse(target.cache.collect { case _: Cache.Redis if settings.redis.isDefined => "Redis" })
    Circumstances(
      server,
      missing,
      cpus,
      load.thinkTime,
      ended,
      external,
      judged.burst,
      judged.arrivals,
      description.serviceCores,
      description.cpus.database,
      workload.intervention.map(_ => intervention),
      shortfall,
      forecast.preparation,
      speed(settings.layout.data).toOption.flatten.filter(_ => forecast.prediction.exists(_.isOfCores))
    )
  }

  private def run(statistics: RunStatistics, settings: Settings): RunDescription = RunDescription(
    folder.getFileName.toString,
    statistics.log.run.simulation,
    trial.study.id,
    trial.variant,
    trial.factor,
    settings.scale.name,
    Instant.ofEpochMilli(statistics.log.run.start).toString,
    Checkout.commit(settings.layout.project),
    settings.repetition,
    settings.attempt
  )

  private def machine(statistics: RunStatistics): Machine = Machine(
    cpus,
    memoryBytes,
    Vector("os.name", "os.version", "os.arch").map(System.getProperty).mkString(" "),
    System.getProperty("java.version"),
    installed.map(_.java),
    statistics.log.run.gatlingVersion,
    installed.flatMap(_.postgres),
    installed.fold(Map.empty[String, String])(_.database),
    installed.flatMap(_.balancer),
    installed.flatMap(_.redis)
  )

  /** Of what the lab did not start it knows nothing. */
  private def description: TargetDescription = installed match {
    case Some(started) =>
      val database = target.database.fold(Map.empty[String, String]) { wanted =>
        Map("index" -> wanted.index.name) ++ started.database.get("max_connections").map("max_connections" -> _) ++
          Option.when(wanted.readers > 0)("readers" -> wanted.readers.toString)
      }
      TargetDescription(
        target.instances,
        target.properties,
        started.jvm,
        database,
        limits,
        target.balancer.map(BalancerDescription.of),
        started.cpuLimitBy,
        target.cache.map(CacheDescription.of)
      )
    case None => TargetDescription(0, Map.empty, Vector.empty, Map.empty, CpuLimits.none)
  }

  private def use(metrics: Metrics, statistics: RunStatistics, window: Window, quietMs: Int): Server = {
    val start = statistics.log.run.start
    new ServerReading(metrics, start + window.fromMs, start + window.toMs, quietMs.toLong).server
  }

  /** Of what the lab started. */
  private def limits: CpuLimits = if (installed.isDefined) target.cpus.below(cpus) else CpuLimits.none

  private def cpus: Int = Runtime.getRuntime.availableProcessors

  private def memoryBytes: Long = ManagementFactory.getOperatingSystemMXBean match {
    case system: OperatingSystemMXBean => system.getTotalMemorySize
    case _ => 0
  }
}
