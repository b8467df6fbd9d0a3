package bottleneck.lab.figures.settings

import bottleneck.lab.figures.Problem
import java.nio.file.Path
import java.time.Instant
import scala.concurrent.duration._

/** Settings of a run, read once from system properties and, for passwords, the environment. Without `java` the newest
  * LTS found is the service's JDK; with `recordsArchive` a start-up archive of it is recorded whatever that costs the
  * run; `history` is a folder of earlier runs that the site shows too, or a file with a result in each line; `sloP95`
  * is the maximum 95th percentile at a sustained level of a staircase; without `injector` this one sends the whole
  * load; `seed` is that of the order of turns, else they have one of the clock.
  */
final case class Settings(
    scale: Scale,
    layout: Layout,
    running: RunningParts = RunningParts(),
    java: Option[Path] = None,
    recordsArchive: Boolean = false,
    runs: RunNumbers = RunNumbers(),
    history: Option[Path] = None,
    sloP95: FiniteDuration = Settings.usualP95,
    injector: Option[Injector] = None,
    seed: Option[Long] = None
) {

  /** The same with no fewer repeats, for what one run alone cannot show; several injectors send one load once. */
  def repeatedAtLeast(fewest: Int): Settings =
    if (injector.isDefined) this else copy(runs = runs.copy(repeats = math.max(runs.repeats, fewest)))

  /** Settings that differ from their defaults, without passwords. */
  def changed: Vector[(String, String)] = Vector(
    Properties.scale -> Option.when(scale != Scale.Quick)(scale.name),
    Properties.targetUrls -> Option.when(running.targetUrls.nonEmpty)(running.targetUrls.mkString(", ")),
    Properties.databaseUrl -> running.database.map(_.url),
    Properties.redisUrl -> running.redis,
    Properties.java -> java,
    Properties.archive -> Option.when(recordsArchive)(recordsArchive),
    Properties.repeat -> Option.when(runs.repeats > 1)(s"${runs.repeats} (this is run ${runs.repetition})"),
    Properties.history -> history,
    Properties.sloP95 -> Option.when(sloP95 != Settings.usualP95)(s"${sloP95.toMillis} ms"),
    Properties.injector -> injector.map(_.name),
    Properties.start -> injector.map(_.start),
    Properties.seed -> seed
  ).flatMap { case (property, value) => value.map(property.name -> _.toString) }
}

object Settings {
  private val usualP95 = 500.millis

  /** Reads `properties`, or says in one sentence what is wrong with them. */
  def read(
      properties: Map[String, String],
      environment: Map[String, String] = sys.env,
      now: Instant = Instant.now()
  ): Either[Problem, Settings] = {
    val set = properties.filter { case (_, value) => value.nonEmpty }
    for {
      _ <- Properties.known(set, "lab.")
      scale <- Properties.scale.or(set)
      running <- RunningParts.read(set, environment)
      java <- Properties.java.in(set)
      archive <- Properties.archive.or(set)
      runs <- RunNumbers.read(set)
      history <- Properties.history.in(set)
      slo <- Properties.sloP95.or(set)
      injector <- Injector.read(set, running, runs, now)
      seed <- Properties.seed.in(set)
      layout <- Layout.read(set, running)
    } yield Settings(scale, layout, running, java, archive, runs, history, slo.millis, injector, seed)
  }
}
