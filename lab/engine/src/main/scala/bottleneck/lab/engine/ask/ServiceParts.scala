package bottleneck.lab.engine.ask

import bottleneck.lab.figures.settings.Refused
import bottleneck.lab.parts.host.FreePorts
import bottleneck.lab.parts.postgres.{EmptyPostgres, SqlStatement}
import bottleneck.lab.parts.service.{Program, ServiceCommand, ServiceJar, ServiceProcess}
import bottleneck.lab.parts.sources.SocketSource
import java.net.URI
import java.nio.file.Path
import scala.concurrent.duration._

/** A service that is asked about, with the database that it gets, and the folder of their logs; they must be closed. */
private[ask] final class ServiceParts(settings: AskSettings, logs: Path, say: String => Unit) extends AutoCloseable {
  private val answerWithin = 10.seconds
  private val databaseUrl = "(?i)(datasource|r2dbc)[._-](jdbc[._-]?)?url".r

  private val database: Option[EmptyPostgres] = Option.when(wantsDatabase) {
    say("starting an empty PostgreSQL")
    val started = EmptyPostgres.start(settings.work.resolve("cache"), settings.work, logs)
    settings.schema.foreach(started.run)
    started
  }

  private val place = FreePorts.choose(1).head
  @volatile private var service = start(settings.service)

  private def start(command: ServiceCommand): ServiceProcess = ServiceProcess.start(command, database, logs, place)

  def url: URI = service.url

  /** Ends the service, and starts it anew: as it was, or with what is to be tried. */
  def restart(advice: Option[Advice]): Unit = {
    service.close()
    for { of <- advice; index <- of.index; base <- database } base.change(index)
    service = start(advice.fold(settings.service)(_.in(settings.service)))
  }

  def conditions: Vector[String] =
    service.conditions ++
      database.map(_ => "The service has an empty PostgreSQL of the lab, in a database that it owns.")

  /** Returns when the first answers are good: a note about its health endpoint, if there is something to say. */
  def awaitReady(): Option[String] = {
    val note = service.awaitReady(settings.question.repeated.head.target)
    FirstLook(url, settings.question, answerWithin).left.foreach(problem => throw new Refused(problem.sentence))
    note
  }

  def watch(): Watch = new Watch(
    service.pid.orElse(if (settings.service.program.isHere) SocketSource.listener(port) else None),
    port,
    service.management,
    database.map(_.pid),
    settings.work.resolve("cache")
  )

  def databaseWaits: Map[String, Int] = database.fold(Map.empty[String, Int])(_.waits())

  def statements: Option[Map[String, SqlStatement]] = database.flatMap(_.statements())

  /** The statements of the window, with the plan of the one that takes longest. */
  def use(window: Level): Option[DatabaseUse] = Option.when(window.statements.nonEmpty) {
    val slowest = window.statements.head
    DatabaseUse(window.statements, database.flatMap(_.plans(slowest.query, slowest.rows / slowest.perRequest)))
  }

  def check(): Unit = service.check()

  override def close(): Unit =
    try service.close()
    finally database.foreach(_.close())

  private def port: Int =
    if (url.getPort > 0) url.getPort else if (url.getScheme == "https") 443 else 80

  private def wantsDatabase: Boolean = settings.schema.nonEmpty || (settings.service.program match {
    case Program.Jar(path) =>
      val names = settings.service.arguments ++ settings.service.environment.keys ++ sys.env.keys
      val isNamed = names.exists(databaseUrl.findFirstIn(_).isDefined)
      !isNamed && ServiceJar.open(path).exists(_.wantsPostgres)
    case _ => false
  })
}
