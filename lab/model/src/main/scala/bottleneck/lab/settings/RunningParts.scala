package bottleneck.lab.settings

import java.net.URI
import scala.util.Try

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
  private val urlsName = "target.url"

  private[settings] val names = DatabaseAccess.names :+ RedisAccess.name

  private[settings] def read(
      properties: Map[String, String],
      environment: Map[String, String]
  ): Either[Refused, RunningParts] = for {
    urls <- targetUrls(properties)
    database <- DatabaseAccess.read(properties, environment)
    redis <- RedisAccess.read(properties, environment)
  } yield RunningParts(urls, database, redis, exposed(properties))

  private def exposed(properties: Map[String, String]): Vector[String] = Vector(
    Option.when(properties.contains(DatabaseAccess.passwordName))(DatabaseAccess.password),
    Option.when(RedisAccess.exposes(properties))(RedisAccess.password)
  ).flatten.map(_.warning)

  private def targetUrls(properties: Map[String, String]): Either[Refused, Vector[URI]] = {
    val urls = properties.get(urlsName).fold(Vector.empty[String])(_.split(",", -1).toVector.map(_.trim))
    val (refused, read) = urls.partitionMap(targetUrl)
    refused.headOption.toLeft(read)
  }

  private def targetUrl(text: String): Either[Refused, URI] =
    Try(new URI(text.stripSuffix("/"))).toOption
      .filter(isBaseUrl)
      .toRight(
        new Refused(
          s"-D$urlsName has '$text', which is no base URL: use one or several like http://127.0.0.1:8080, separated by commas."
        )
      )

  private def isBaseUrl(uri: URI): Boolean =
    Set("http", "https").contains(uri.getScheme) && Option(uri.getHost).isDefined && uri.getPort <= 65535 &&
      Vector(uri.getRawQuery, uri.getRawFragment, uri.getRawUserInfo).forall(Option(_).isEmpty)
}
