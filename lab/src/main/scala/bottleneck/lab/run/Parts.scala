package bottleneck.lab.run

import bottleneck.lab.run.metrics.{Recording, WatchedDatabase}
import bottleneck.lab.run.postgres.{ServerSettings, TargetDatabase}
import bottleneck.lab.run.service.{Service, ServiceLaunch}
import bottleneck.lab.target.Installed
import java.io.IOException
import java.net.URI
import java.nio.file.Path
import java.sql.SQLException

/** The parts of a fleet that is ready, as they are watched until the load ends. */
private final class Parts(
    service: Service,
    database: Option[TargetDatabase],
    val installed: Installed,
    val recording: Recording,
    progress: String => Unit
) extends AutoCloseable {

  /** Writes plan.txt to `folder`, where there is a database that tells its plans. */
  def recordPlans(requests: Vector[URI], folder: Path): Unit =
    try database.foreach(_.recordPlans(requests, folder.resolve("plan.txt")))
    catch {
      case failure @ (_: SQLException | _: IOException) => progress(s"the plans cannot be told: ${failure.getMessage}")
    }

  /** A sentence for every part that has ended although nobody asked it to. */
  def endedEarly: Vector[String] = Vector(
    Option.when(database.exists(_.hasEnded))("The database ended during the run; see logs/postgres.log."),
    Option.when(service.ended > 0)(
      s"${service.ended} of ${service.size} instances of the service ended during the run; see logs/service-*.log."
    )
  ).flatten

  override def close(): Unit = recording.close()
}

private object Parts {

  /** Asks the parts what they are and begins to record what they do. */
  def watched(service: Service, database: Option[TargetDatabase], launch: ServiceLaunch, folder: Path)(
      progress: String => Unit
  ): Parts = {
    val settings = database.fold(Map.empty[String, String])(part => ServerSettings.read(part.watchAccess))
    val installed =
      Installed(launch.jdk.version, launch.jvm, settings.get(ServerSettings.version), settings - ServerSettings.version)
    val watched = database.map(part => WatchedDatabase(part.watchAccess, part.pid))
    new Parts(service, database, installed, Recording.start(service.watched, watched, folder)(progress), progress)
  }
}
