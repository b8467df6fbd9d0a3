package bottleneck.lab.figures.settings

import bottleneck.lab.figures.Problem
import java.net.URI

/** Parts of the user's, which run already; the lab starts the others. `targetUrls` are base URLs of a whole target;
  * `exposed` has a sentence for each password that everybody on the machine can read.
  */
final case class RunningParts(
    targetUrls: Vector[URI] = Vector.empty,
    database: Option[DatabaseAccess] = None,
    redis: Option[RedisAccess] = None,
    exposed: Vector[String] = Vector.empty
)

object RunningParts {
  private[settings] def read(
      set: Map[String, String],
      environment: Map[String, String]
  ): Either[Problem, RunningParts] = for {
    urls <- Properties.targetUrls.all(set)
    database <- DatabaseAccess.read(set, environment)
    redis <- RedisAccess.read(set, environment)
    exposed = Vector(
      DatabaseAccess.password -> Properties.databasePassword.is(set),
      RedisAccess.password -> RedisAccess.exposes(set)
    )
  } yield RunningParts(urls, database, redis, exposed.collect { case (password, true) => password.warning })
}
