package bottleneck.lab.settings

import java.nio.file.{Files, Path}
import scala.concurrent.duration._
import scala.util.Try

/** Settings of a run, read once from system properties and, for passwords, the environment. Without `java` the newest
  * LTS found is the service's JDK; `history` is a folder of earlier runs that the site shows too, or a file with a
  * result in each line; `sloP95` is the maximum 95th percentile at a sustained level of a staircase; without `injector`
  * this one sends the whole load.
  */
final case class Settings(
    scale: Scale,
    layout: Layout,
    running: RunningParts = RunningParts(),
    java: Option[Path] = None,
    runs: RunNumbers = RunNumbers(),
    history: Option[Path] = None,
    sloP95: FiniteDuration = Settings.usualP95,
    injector: Option[Injector] = None
) {

  /** The same with no fewer repeats, for what one run alone cannot show; several injectors send one load once. */
  def repeatedAtLeast(fewest: Int): Settings =
    if (injector.isDefined) this else copy(runs = runs.copy(repeats = math.max(runs.repeats, fewest)))

  /** Settings that differ from their defaults, without passwords. */
  def changed: Vector[(String, String)] = Vector(
    Option.when(scale != Scale.Quick)("scale" -> scale.name),
    Option.when(running.targetUrls.nonEmpty)("target.url" -> running.targetUrls.mkString(", ")),
    running.database.map("lab.database.url" -> _.url),
    running.redis.map("lab.redis.url" -> _.toString),
    java.map(Settings.javaName -> _.toString),
    Option.when(runs.repeats > 1)(RunNumbers.repeatName -> s"${runs.repeats} (this is run ${runs.repetition})"),
    Option.when(runs.attempts != RunNumbers().attempts)(RunNumbers.attemptsName -> runs.attempts.toString),
    history.map(Settings.historyName -> _.toString),
    Option.when(sloP95 != Settings.usualP95)(Settings.sloName -> s"${sloP95.toMillis} ms"),
    injector.map(Injector.injectorName -> _.name),
    injector.map(Injector.startName -> _.start.toString)
  ).flatten
}

object Settings {

  /** Reads `properties`, or says in one sentence what is wrong with them. */
  def read(properties: Map[String, String]): Either[Refused, Settings] = {
    val set = properties.filter { case (_, value) => value.nonEmpty }
    for {
      _ <- refuseUnknown(set.keySet)
      scale <- scale(set)
      running <- RunningParts.read(set, sys.env)
      java <- path(
        set,
        javaName,
        "is no JDK: it has no executable bin/java; give the folder that JAVA_HOME would name."
      )(home => Files.isExecutable(home.resolve("bin/java")))
      runs <- RunNumbers.read(set)
      history <- path(
        set,
        historyName,
        "is not there: name a folder with the folders of earlier runs, or a file with a result in each line."
      )(Files.exists(_))
      slo <- sloP95(set)
      injector <- Injector.read(set, running, runs)
      layout <- Layout.read(set, running)
    } yield Settings(scale, layout, running, java, runs, history, slo, injector)
  }

  val javaName = "lab.java"
  private val historyName = "lab.history"
  private val sloName = "lab.slo.p95"
  private val usualP95 = 500.millis
  private val mostP95Ms = 60000

  /** Time budget of a night, and the seed of its order: read by the command that runs it. */
  val budgetName = "lab.budget"
  val seedName = "lab.seed"

  /** Properties of a night, and not of its runs. */
  val nightNames: Set[String] = Set(budgetName, seedName)

  val names: Set[String] =
    Set(javaName, historyName, sloName) ++ nightNames ++ RunNumbers.names ++ RunningParts.names ++ Injector.names ++
      Layout.names

  private def refuseUnknown(set: Set[String]): Either[Refused, Unit] =
    set
      .filter(name => name.startsWith("lab.") && !names(name))
      .minOption
      .map(name =>
        new Refused(s"-D$name is no setting of the lab: allowed are ${names.toVector.sorted.mkString(", ")}.")
      )
      .toLeft(())

  private def scale(properties: Map[String, String]): Either[Refused, Scale] = {
    val name = properties.getOrElse("scale", Scale.Quick.name)
    Scale.all
      .find(_.name == name)
      .toRight(new Refused(s"-Dscale=$name is no scale: use ${Scale.all.map(_.name).mkString(" or ")}."))
  }

  private def sloP95(properties: Map[String, String]): Either[Refused, FiniteDuration] = {
    val text = properties.getOrElse(sloName, usualP95.toMillis.toString)
    text.toIntOption
      .filter(ms => 1 <= ms && ms <= mostP95Ms)
      .map(_.millis)
      .toRight(new Refused(s"-D$sloName=$text is no response time: use 1 to $mostP95Ms, in milliseconds."))
  }

  /** The path in this property; refused with what is `wrong` with one that is not `good`. */
  private def path(properties: Map[String, String], name: String, wrong: String)(
      good: Path => Boolean
  ): Either[Refused, Option[Path]] = properties.get(name) match {
    case None => Right(None)
    case Some(text) =>
      Try(Path.of(text)).toOption.filter(good).map(Some(_)).toRight(new Refused(s"-D$name=$text $wrong"))
  }
}
