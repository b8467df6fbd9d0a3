package bottleneck.lab.run.service

import bottleneck.lab.run.process.StopSignal
import bottleneck.lab.settings.DatabaseAccess
import java.nio.file.Path

/** How every instance of one service is started.
  *
  * @param stop
  *   what ends an instance: it has no state that an orderly end would save
  */
final case class ServiceLaunch(
    program: ServiceProgram,
    jdk: Jdk,
    jvm: Vector[String],
    properties: Map[String, String],
    database: Option[ServiceDatabase],
    logs: Path,
    stop: StopSignal = StopSignal.Kill,
    cache: ServiceCache = ServiceCache.none
)

/** @param readersUrl
  *   where read-only transactions go, with the user of `access`; none: to that
  */
final case class ServiceDatabase(access: DatabaseAccess, readersUrl: Option[String] = None)
