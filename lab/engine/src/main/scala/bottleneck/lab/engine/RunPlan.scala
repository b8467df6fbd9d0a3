package bottleneck.lab.engine

import bottleneck.lab.engine.prepare.Preparing
import bottleneck.lab.figures.record.{Host, InjectorShare, RunIdentity, RunRecord, RunSetup}
import bottleneck.lab.figures.settings.{Refused, Settings}
import bottleneck.lab.figures.target._
import bottleneck.lab.parts.host.Executables
import com.sun.management.OperatingSystemMXBean
import java.lang.management.ManagementFactory
import java.net.{InetAddress, URI}
import scala.util.Try

/** Plan of a run of a class `simulation`: a variant, with the target and the load that the settings make of it. */
private final case class RunPlan(simulation: String, variant: Variant, settings: Settings, target: Target, load: Load) {

  /** Commit that is checked out; none without git, or outside a checkout. */
  private lazy val commit = Executables
    .says("git", "-C", settings.layout.project.toString, "rev-parse", "HEAD")
    .flatMap(_.linesIterator.find(_.matches("[0-9a-f]{40,64}")))

  def name: String = simulation.drop(simulation.lastIndexOf('.') + 1)

  /** Number of users that this run injects, of a total. */
  def share(users: Int): Int = settings.injector.fold(users)(_.share(users))

  def context(instanceUrls: Vector[URI]): RunContext =
    RunContext(settings.scale, target, load, settings.layout.data, instanceUrls)

  /** Throws [[bottleneck.lab.figures.settings.Refused]] unless each injector has a user from the beginning. */
  def refuseTooManyInjectors(): Unit = {
    val users = load match {
      case stairs: Staircase => stairs.levels.head
      case _: ClosedLoad | _: Burst | _: OpenLoad | _: SlicedLoad => load.users
    }
    for (injector <- settings.injector if users < injector.of)
      throw new Refused(
        s"$users users cannot be shared by ${injector.of} injectors: use at most $users, -Dlab.injector=1/$users."
      )
  }

  /** Warm-up of the target, which one of several injectors does for all. */
  def warmUp: Option[WarmUp] = load.warmUp.filter(_ => settings.injector.forall(_.isFirst))

  /** Index of the lab's own database during the warm-up, where it differs from the variant's. */
  def warmUpIndex: Option[Index] = load.warmUp
    .filter(
      _.onKeyset && settings.running.database.isEmpty && settings.running.targetUrls.isEmpty &&
        target.database.exists(_.index != Index.Keyset)
    )
    .map(_ => Index.Keyset)

  /** Users who come before the load; none where parts are to be cold. The demand of a request is unknown of a target
    * that is not the lab's own.
    */
  def preparing(workload: Workload, isOwn: Boolean)(say: String => Unit): Option[Preparing] =
    warmUp.map { wanted =>
      val users = if (isOwn) wanted else wanted.copy(calibrated = false)
      new Preparing(users, load.users, Preparing.boundAt(settings.scale), workload.rounds)(say)
    }

  /** Record of the run, as it is left in its folder; installed is nothing where the target ran already.
    */
  def record(
      loaded: Load,
      workload: Workload,
      installed: Option[Installed],
      criteria: Map[String, String]
  ): RunRecord = RunRecord(
    RunIdentity(
      simulation,
      variant.trial.study,
      variant.trial.variant,
      variant.trial.factor,
      settings.scale.name,
      commit,
      settings.runs.repetition
    ),
    RunPlan.host,
    RunSetup(
      target,
      loaded,
      workload.expectation,
      variant.trial.published,
      settings.sloP95.toMillis.toDouble,
      workload.intervention,
      workload.disturbance.map(_.users),
      settings.injector.map(one => InjectorShare(one.number, one.of, RunPlan.hostName)).toVector
    ),
    if (installed.isEmpty) Some("the target") else external,
    installed,
    criteria = criteria
  )

  private def external: Option[String] = Option
    .when(target.database.isDefined && settings.running.database.isDefined)("the database")
    .orElse(target.cache.collect { case _: Cache.Redis if settings.running.redis.isDefined => "Redis" })
}

private object RunPlan {

  /** Or why the variant cannot be run yet: a sentence; `sustained` is a variant's rate in earlier runs, in OK
    * responses/s.
    */
  def of(simulation: String, variant: Variant, settings: Settings)(
      sustained: String => Option[Double]
  ): Either[String, RunPlan] = variant
    .loadAt(settings.scale)
    .load(sustained)
    .map(RunPlan(simulation, variant, settings, variant.target.at(settings.scale), _))

  private def host: Host = Host(
    Runtime.getRuntime.availableProcessors,
    memoryBytes,
    Vector("os.name", "os.version", "os.arch").map(System.getProperty).mkString(" "),
    System.getProperty("java.version")
  )

  private def hostName: String = Try(InetAddress.getLocalHost.getHostName).getOrElse("localhost")

  private def memoryBytes: Long = ManagementFactory.getOperatingSystemMXBean match {
    case system: OperatingSystemMXBean => system.getTotalMemorySize
    case _ => 0
  }
}
