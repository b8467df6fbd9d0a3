package bottleneck.lab.run.service

import bottleneck.lab.settings.DatabaseAccess
import java.nio.file.Path

/** How every instance of one service is started. */
final case class ServiceLaunch(
    program: ServiceProgram,
    jdk: Jdk,
    jvm: Vector[String],
    properties: Map[String, String],
    database: DatabaseAccess,
    logs: Path
)
