package bottleneck.lab.settings

import java.net.URI
import java.nio.file.{Files, Path}
import scala.concurrent.duration._
import scala.util.Try

/** What was asked for, read once from system properties.
  *
  * @param java
  *   home of the JDK for the service; none: the newest LTS found
  * @param history
  *   a folder of earlier runs that the site shows too
  * @param sloP95
  *   what 95 % of the responses may take at most for a level of a staircase to be sustained
  */
final case class Settings(
    scale: Scale,
    layout: Layout,
    running: RunningParts = RunningParts(),
    java: Option[Path] = None,
    runs: RunNumbers = RunNumbers(),
    history: Option[Path] = None,
    sloP95: FiniteDuration = Settings.usualP95
) {

  /** Whether a disturbed run is run once more. */
  def mayRunAgain: Boolean = runs.attempt < Settings.mostAttempts

  /** The same with no fewer repeats, for what one run alone cannot show. */
  def repeatedAtLeast(fewest: Int): Settings = copy(runs = runs.copy(repeats = math.max(runs.repeats, fewest)))

  /** Those that are not as by default, without passwords. */
  def changed: Vector[(String, String)] = Vector(
    Option.when(scale != Scale.Quick)("scale" -> scale.name),
    Option.when(running.targetUrls.nonEmpty)("target.url" -> running.targetUrls.mkString(", ")),
    running.database.map("lab.database.url" -> _.url),
    running.redis.map("lab.redis.url" -> _.toString),
    java.map("lab.java" -> _.toString),
    Option.when(runs.repeats > 1)(Settings.repeatName -> s"${runs.repeats} (this is run ${runs.repetition})"),
    history.map("lab.history" -> _.toString),
    Option.when(sloP95 != Settings.usualP95)(Settings.sloName -> s"${sloP95.toMillis} ms")
  ).flatten
}

/** Parts of the user's, which run already; the lab starts the others.
  *
  * @param targetUrls
  *   base URLs of a whole target
  * @param database
  *   a PostgreSQL
  * @param redis
  *   for caches
  */
final case class RunningParts(
    targetUrls: Vector[URI] = Vector.empty,
    database: Option[DatabaseAccess] = None,
    redis: Option[RedisAccess] = None
)

/** Which of the runs of a variant a run is.
  *
  * @param repeats
  *   how often the variant is run, each time in fresh JVMs
  * @param repetition
  *   which of those this run is, from 1
  * @param attempt
  *   2 where the run replaces one that was disturbed
  */
final case class RunNumbers(repeats: Int = 1, repetition: Int = 1, attempt: Int = 1)

object Settings {

  /** Reads `properties`, or says in one sentence what is wrong with them. */
  def read(properties: Map[String, String]): Either[Refused, Settings] = {
    val set = properties.filter { case (_, value) => value.nonEmpty }
    for {
      _ <- refuseUnknown(set.keySet)
      scale <- scale(set)
      urls <- targetUrls(set)
      database <- DatabaseAccess.read(set)
      java <- javaHome(set)
      repeats <- number(set, repeatName, mostRepeats)
      repetition <- number(set, repetitionName, repeats)
      history <- history(set)
      slo <- sloP95(set)
      redis <- RedisAccess.read(set)
      attempt <- number(set, attemptName, mostAttempts)
      layout <- Layout.read(set)
    } yield Settings(
      scale,
      layout,
      RunningParts(urls, database, redis),
      java,
      RunNumbers(repeats, repetition, attempt),
      history,
      slo
    )
  }

  /** How often each variant is run. */
  val repeatName = "lab.repeat"

  /** Which of its repeats a run is: set by the lab itself. */
  val repetitionName = "lab.repetition"

  /** Which attempt at a repeat a run is: set by the lab itself. */
  val attemptName = "lab.attempt"

  /** A disturbed run is run once more, and no more often: a machine that is busy stays so. */
  private val mostAttempts = 2

  /** How long a night may take, the seed of its order, and how often it runs everything: read by the command that runs
    * it.
    */
  val budgetName = "lab.budget"
  val seedName = "lab.seed"
  val blocksName = "lab.blocks"

  /** In milliseconds. */
  val sloName = "lab.slo.p95"

  private val usualP95 = 500.millis
  private val mostP95Ms = 60000

  private val mostRepeats = 100

  /** Every property of the lab. */
  val names: Set[String] =
    Set(
      "lab.java",
      repeatName,
      repetitionName,
      attemptName,
      "lab.history",
      sloName,
      RedisAccess.name,
      budgetName,
      seedName,
      blocksName
    ) ++
      DatabaseAccess.names ++ Layout.names

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

  private def targetUrls(properties: Map[String, String]): Either[Refused, Vector[URI]] = {
    val urls = properties.get("target.url").fold(Vector.empty[String])(_.split(",", -1).toVector.map(_.trim))
    urls.foldLeft[Either[Refused, Vector[URI]]](Right(Vector.empty))((sofar, url) =>
      sofar.flatMap(done => targetUrl(url).map(done :+ _))
    )
  }

  private def targetUrl(text: String): Either[Refused, URI] =
    Try(new URI(text.stripSuffix("/"))).toOption
      .filter(isBaseUrl)
      .toRight(
        new Refused(
          s"-Dtarget.url has '$text', which is no base URL: use one or several like http://127.0.0.1:8080, separated by commas."
        )
      )

  private def isBaseUrl(uri: URI): Boolean =
    Set("http", "https").contains(uri.getScheme) && Option(uri.getHost).isDefined && uri.getPort <= 65535 &&
      Vector(uri.getRawQuery, uri.getRawFragment, uri.getRawUserInfo).forall(Option(_).isEmpty)

  private def number(properties: Map[String, String], name: String, most: Int): Either[Refused, Int] = {
    val text = properties.getOrElse(name, "1")
    text.toIntOption
      .filter(n => 1 <= n && n <= most)
      .toRight(new Refused(s"-D$name=$text is no number of runs: use 1 to $most."))
  }

  private def sloP95(properties: Map[String, String]): Either[Refused, FiniteDuration] = {
    val text = properties.getOrElse(sloName, usualP95.toMillis.toString)
    text.toIntOption
      .filter(ms => 1 <= ms && ms <= mostP95Ms)
      .map(_.millis)
      .toRight(new Refused(s"-D$sloName=$text is no response time: use 1 to $mostP95Ms, in milliseconds."))
  }

  private def history(properties: Map[String, String]): Either[Refused, Option[Path]] =
    properties.get("lab.history") match {
      case None => Right(None)
      case Some(folder) if Try(Files.isDirectory(Path.of(folder))).getOrElse(false) => Right(Some(Path.of(folder)))
      case Some(folder) =>
        Left(new Refused(s"-Dlab.history=$folder is no folder: name one that holds the folders of earlier runs."))
    }

  private def javaHome(properties: Map[String, String]): Either[Refused, Option[Path]] =
    properties.get("lab.java") match {
      case None => Right(None)
      case Some(home) if Try(Files.isExecutable(Path.of(home, "bin", "java"))).getOrElse(false) =>
        Right(Some(Path.of(home)))
      case Some(home) =>
        Left(
          new Refused(
            s"-Dlab.java=$home is no JDK: it has no executable bin/java; give the folder that JAVA_HOME would name."
          )
        )
    }
}
