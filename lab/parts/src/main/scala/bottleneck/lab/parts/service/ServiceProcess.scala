package bottleneck.lab.parts.service

import bottleneck.lab.figures.settings.{DatabaseAccess, Properties, Refused}
import bottleneck.lab.parts.host.{FreePorts, Http}
import bottleneck.lab.parts.limit.{CpuLimit, CpuLimiters, LimitedProcess}
import bottleneck.lab.parts.postgres.EmptyPostgres
import bottleneck.lab.parts.process.{ChildProcess, Command}
import bottleneck.lab.parts.sources.{ProcessSource, SocketSource}
import java.net.URI
import java.nio.file.{Files, Path}
import scala.annotation.tailrec
import scala.concurrent.duration._

/** The service that is asked about: started here, at the URL `place` or at a port of its own, or found running.
  */
private[lab] final class ServiceProcess private (
    place: URI,
    process: Option[ChildProcess],
    limit: Option[CpuLimit],
    val conditions: Vector[String],
    health: Option[String],
    actuator: URI
) extends AutoCloseable {
  import ServiceProcess._

  /** Where it listens instead, once that is known. */
  @volatile private var own: Option[URI] = None

  def url: URI = own.getOrElse(place)

  /** The URL before `/actuator`. */
  def management: URI = own.filter(_ => actuator == place).getOrElse(actuator)

  def pid: Option[Long] = process.map(_.pid)

  private def hasEnded: Boolean = process.exists(_.hasEnded)

  private def cause: String =
    process.flatMap(child => ServiceLog.cause(child.log)).getOrElse("its log says nothing")

  /** Waits until it is ready: by its health endpoint or, where it has none that says so, by any answer to a request,
    * about which it returns a note. [[Refused]] when it ends before, does nothing any more, or takes too long.
    */
  def awaitReady(first: String): Option[String] = {
    val deadline = within.fromNow

    @tailrec def poll(said: Option[Int], used: Double, since: Deadline): Option[String] = {
      if (hasEnded) throw new Refused(s"The service ended during its start: $cause")
      val status = Http.status(at(healthPath), silent)
      val now = pid.flatMap(ProcessSource.ofThisSystem.cpuSeconds).getOrElse(0.0)
      val isIdle = math.abs(now - used) <= noticeable
      val idleSince = if (isIdle) since else Deadline.now
      if (status.isEmpty && own.isEmpty && (idleSince + moves).isOverdue())
        own = Some(elsewhere).collect { case Vector(only) => only }.filter(Http.status(_, silent).isDefined)
      // a part that it hardly needs may be down for ever
      val isDownForLong = status.contains(503) && (deadline - down).isOverdue()
      def request: Option[Int] = Http.status(new URI(s"$url${fixed(first)}"), silent)
      def answers: Boolean =
        status.exists(unhelpful) && request.isDefined || isDownForLong && request.exists(_ < 500)
      val answer: Option[Option[String]] =
        if (status.exists(_ / 100 == 2)) Some(None)
        else
          Option.when(health.isEmpty && answers) {
            Some(s"${at(healthPath)} answered ${status.mkString}: an answer to ${fixed(first)} counted as ready.")
          }
      def refuse(why: String): Nothing = throw new Refused(why)
      answer match {
        case Some(note) =>
          note.orElse(own.map(url => s"The service listens at $url, and not on the port that it was given."))
        case None if process.isEmpty && status.isEmpty =>
          refuse(s"Nothing answers at -Dtarget.url=$url: start it first, or name a jar with -Dservice.jar=.")
        case None if health.isDefined && status.exists(unhelpful) =>
          refuse(s"${at(healthPath)} answered ${status.mkString}: name another path with -Dservice.health=.")
        case None if deadline.isOverdue() =>
          refuse(s"The service was not ready ${within.toSeconds} s after its start${unready(status.orElse(said))}")
        case None if status.isEmpty && pid.isDefined && (idleSince + patience).isOverdue() =>
          val why = s"for ${patience.toSeconds} s it has used no CPU time$ports${unready(said)}"
          refuse(s"The service does nothing: $why")
        case None =>
          Thread.sleep(pollEvery.toMillis)
          poll(status.orElse(said), if (isIdle) used else now, idleSince)
      }
    }
    poll(None, used = 0, since = Deadline.now)
  }

  private def unready(status: Option[Int]): String = {
    val answer = status.fold("does not answer")(code => s"answered $code")
    s": ${at(healthPath)} $answer. ${process.fold("")(child => s"Its log: ${child.log}.")}"
  }

  /** The service's own addresses: it need not read the port that it was given. */
  private def elsewhere: Vector[URI] =
    pid.toVector.flatMap(SocketSource.ports).map(port => new URI(s"http://127.0.0.1:$port"))

  private def ports: String = Option(elsewhere).filter(_.nonEmpty).fold("") { all =>
    s", and it listens on ${all.map(_.getPort).mkString(" and ")} without an answer: give it the port by {port}, $$PORT or $$SERVER_PORT"
  }

  private def healthPath: String = health.getOrElse(usualHealth)

  private def at(path: String): URI = new URI(s"${if (health.isEmpty) management else url}$path")

  /** Refuses a service that has ended; keeps its log below a bound, so that one that fails does not fill the disk. */
  def check(): Unit = {
    process.foreach(child => ServiceLog.bound(child.log))
    if (hasEnded) throw new Refused(s"The service ended: $cause")
  }

  override def close(): Unit =
    try process.foreach(_.close())
    finally limit.foreach(_.close())
}

private[lab] object ServiceProcess {
  private val usualHealth = "/actuator/health"
  private val within = 120.seconds
  private val patience = 8.seconds

  /** Time after which a service that does nothing may have a port of its own. */
  private val moves = 3.seconds
  private val down = within - 20.seconds
  private val silent = 5.seconds
  private val pollEvery = 200.millis

  /** CPU time in seconds: a JVM that waits uses less in a poll. */
  private val noticeable = 0.03

  /** Statuses of an endpoint that does not tell whether the service is ready. */
  private def unhelpful(status: Int): Boolean = status != 503 && status / 100 != 2

  private def fixed(path: String): String = path.takeWhile(letter => letter != '?' && letter != '{')

  /** Starts the service on this port, or takes the one that runs; it must be closed. */
  def start(command: ServiceCommand, database: Option[EmptyPostgres], logs: Path, port: Int): ServiceProcess =
    command.program match {
      case Program.Running(url, _) => new ServiceProcess(url, None, None, Vector.empty, command.health, url)
      case Program.Jar(path) => child(command, ofJar(path, command, logs, port), database, logs, port)
      case Program.CommandLine(text) =>
        val launch = Launch(Vector("sh", "-c", s"$text \"$$@\"", "service"), port.toString)
        child(command, launch, database, logs, port)
    }

  /** A command line without the user's arguments, port and path of Actuator, and a folder for temporary files. */
  private final case class Launch(
      line: Vector[String],
      management: String,
      conditions: Vector[String] = Vector.empty,
      scratch: Option[Path] = None
  )

  private def ofJar(path: Path, command: ServiceCommand, logs: Path, port: Int): Launch = {
    val jar = ServiceJar.open(path).filter(_.isBoot)
    val own = command.arguments.collectFirst { case managementArgument(number) => number.toInt }
    val free = if (own.isEmpty && jar.exists(_.hasManagementPort)) FreePorts.choose(1) else Vector.empty
    val asked = command.arguments.collectFirst { case contextArgument(folder) => folder }
    val context = asked.orElse(jar.flatMap(_.contextPath)).fold("")(_.stripSuffix("/"))
    val moved = free.map(port => s"--management.server.port=$port")
    val added = jar.toVector.flatMap { _ =>
      Vector(s"--server.port=$port", "--server.address=127.0.0.1") ++ figures ++ moved
    }
    val jdk = Jdk.choose(command.java, Properties.serviceJava.name)
    val tmp = Files.createDirectories(logs.resolve("service-files"))
    Launch(
      Vector(jdk.java.toString, s"-Djava.io.tmpdir=$tmp", "-jar", path.toString) ++ added,
      (own ++ free).headOption.fold(s"$port$context")(_.toString),
      s"The service runs on JDK ${jdk.version} (${jdk.home})." +:
        Option.when(added.nonEmpty)(s"The lab adds ${added.mkString(" ")}.").toVector,
      Some(tmp)
    )
  }

  private def child(
      command: ServiceCommand,
      launch: Launch,
      database: Option[EmptyPostgres],
      logs: Path,
      port: Int
  ): ServiceProcess = {
    FreePorts.refuseTaken(port, "the service")
    val limiter = command.cpus.map { cores =>
      cores -> CpuLimiters.found(Vector(cores)).getOrElse(throw new Refused(CpuLimiters.missing(Vector(cores))))
    }
    val environment =
      place(port) ++ database.fold(Map.empty[String, String])(of => login(of.access)) ++ command.environment
    val line = (launch.line ++ command.arguments).map(_.replace("{port}", port.toString))
    val log = logs.resolve("service.log")
    val process = ChildProcess.start(Command("the service", line, log, environment, scratch = launch.scratch))
    val limit = limiter.map { case (cores, limiter) =>
      val limit = limiter.limitOf(Vector(LimitedProcess("service", process.pid, cores)))
      limit.putOn()
      limit
    }
    val bound = limiter.map { case (cores, limiter) =>
      s"The service may use ${CpuLimiters.text(Vector(cores))}, by ${limiter.name}."
    }
    new ServiceProcess(
      new URI(s"http://127.0.0.1:$port"),
      Some(process),
      limit,
      launch.conditions ++ bound,
      command.health,
      new URI(s"http://127.0.0.1:${launch.management}")
    )
  }

  /** Port and host as Spring Boot, Quarkus, Micronaut and others read them. */
  private def place(port: Int): Map[String, String] =
    Vector("PORT", "SERVER_PORT", "QUARKUS_HTTP_PORT", "MICRONAUT_SERVER_PORT").map(_ -> port.toString).toMap ++
      Vector("QUARKUS_HTTP_HOST", "MICRONAUT_SERVER_HOST").map(_ -> "127.0.0.1")

  private val contextArgument = """--server\.servlet\.context-path=(/.*)""".r
  private val managementArgument = """--management\.server\.port=(\d{1,5})""".r

  /** Figures that Spring Boot has switched off. */
  private val figures = Vector(
    "--server.tomcat.mbeanregistry.enabled=true",
    "--spring.datasource.hikari.register-mbeans=true",
    "--management.endpoints.web.exposure.include=health,metrics"
  )

  /** In the environment, which others on this machine cannot read. */
  private def login(access: DatabaseAccess): Map[String, String] = Map(
    "SPRING_DATASOURCE_URL" -> access.url,
    "SPRING_DATASOURCE_USERNAME" -> access.user,
    "SPRING_DATASOURCE_PASSWORD" -> access.password,
    "SPRING_R2DBC_URL" -> access.url.replaceFirst("^jdbc:", "r2dbc:"),
    "SPRING_R2DBC_USERNAME" -> access.user,
    "SPRING_R2DBC_PASSWORD" -> access.password
  )
}
