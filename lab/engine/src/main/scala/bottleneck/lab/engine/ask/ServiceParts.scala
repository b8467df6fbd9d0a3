package bottleneck.lab.engine.ask

import bottleneck.lab.figures.settings.{Properties, Refused}
import bottleneck.lab.parts.host.FreePorts
import bottleneck.lab.parts.postgres.{EmptyPostgres, WatchedPostgres}
import bottleneck.lab.parts.service.{Program, ServiceJar, ServiceProcess}
import bottleneck.lab.parts.sources.{DatabasePeer, ForeignPostgres, SocketSource}
import java.net.URI
import java.nio.file.Path
import scala.concurrent.duration._

/** A service that is asked about, as it is or with an `advice`, with the database that it gets, and the folder of their
  * logs; they must be closed.
  */
private[ask] final class ServiceParts(
    settings: AskSettings,
    logs: Path,
    say: String => Unit,
    place: Int = FreePorts.choose(1).head,
    advice: Option[Advice] = None
) extends AutoCloseable {
  private val answerWithin = 10.seconds
  private val databaseUrl = "(?i)(datasource|r2dbc)[._-](jdbc[._-]?)?url".r

  private val yours: Option[WatchedPostgres] = settings.database.map { access =>
    ForeignPostgres
      .open(access)
      .fold(
        why => throw new Refused(s"-D${Properties.databaseUrl.name}=${access.url} cannot be looked into: $why"),
        identity
      )
  }

  private val database: Option[EmptyPostgres] = Option.when(wantsDatabase) {
    say("starting an empty PostgreSQL")
    val started = EmptyPostgres.start(settings.work.resolve("cache"), settings.work, logs)
    settings.schema.foreach(started.run)
    started
  }

  private val command = advice.fold(settings.service)(_.in(settings.service))

  @volatile private var service = start()

  private def start(): ServiceProcess = ServiceProcess.start(command, database, logs, place)

  def url: URI = service.url

  /** Ends the service, and starts it anew. */
  def restart(): Unit = {
    service.close()
    service = start()
  }

  def conditions: Vector[String] =
    service.conditions ++
      database.map(_ => "The service has an empty PostgreSQL of the lab, in a database that it owns.")

  /** Returns when the first answers are good: a note about its health endpoint, if there is something to say. */
  def awaitReady(): Option[String] = {
    val note = service.awaitReady(settings.question.repeated.head.target)
    FirstLook(url, settings.question, answerWithin).left.foreach(problem => throw new Refused(problem.sentence))
    // the service may have made its tables meanwhile
    for { of <- advice; index <- of.index; base <- database } base.change(index)
    note
  }

  def watch(): Watch = new Watch(
    pid,
    port,
    service.management,
    database.map(_.pid),
    settings.work.resolve("cache"),
    yours.orElse(database),
    opened
  )

  private def opened(peer: DatabasePeer): Either[String, WatchedPostgres] =
    pid.toRight("").flatMap(ForeignPostgres.open(peer, _, configuration))

  private def pid: Option[Long] =
    service.pid.orElse(if (settings.service.program.isHere) SocketSource.listener(port) else None)

  private def configuration: String = settings.service.program match {
    case Program.Jar(path) => ServiceJar.open(path).fold("")(_.configuration)
    case _ => ""
  }

  def check(): Unit = service.check()

  override def close(): Unit =
    try service.close()
    finally database.foreach(_.close())

  private def port: Int =
    if (url.getPort > 0) url.getPort else if (url.getScheme == "https") 443 else 80

  private def wantsDatabase: Boolean =
    settings.schema.nonEmpty || settings.database.isEmpty && (settings.service.program match {
      case Program.Jar(path) =>
        val names = settings.service.arguments ++ settings.service.environment.keys ++ sys.env.keys
        val isNamed = names.exists(databaseUrl.findFirstIn(_).isDefined)
        !isNamed && ServiceJar.open(path).exists(_.wantsPostgres)
      case _ => false
    })
}
