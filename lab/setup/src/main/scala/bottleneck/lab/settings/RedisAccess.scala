package bottleneck.lab.settings

import java.net.URI
import scala.util.Try

/** How to log in to a Redis; `toString` leaves the password out. */
final case class RedisAccess(host: String, port: Int, user: Option[String] = None, password: Option[String] = None) {
  override def toString: String = s"${user.fold("")(_ + "@")}$host:$port"
}

object RedisAccess {
  private[settings] val name = "lab.redis.url"

  private[settings] def read(properties: Map[String, String]): Either[Refused, Option[RedisAccess]] =
    properties.get(name) match {
      case None => Right(None)
      case Some(text) =>
        Try(new URI(text)).toOption
          .flatMap(of)
          .map(Some(_))
          .toRight(
            new Refused(
              s"-D$name=${withoutUserInfo(text)} is no URL of a Redis: use redis://HOST:PORT, or redis://USER:PASSWORD@HOST:PORT (USER may be empty)."
            )
          )
    }

  private def of(uri: URI): Option[RedisAccess] = for {
    host <- Option(uri.getHost)
    if uri.getScheme == "redis" && uri.getPort > 0 && uri.getPort <= 65535 && Set("", "/")(uri.getPath)
    if Vector(uri.getRawQuery, uri.getRawFragment).forall(Option(_).isEmpty)
    login <- Option(uri.getUserInfo).fold[Option[Vector[String]]](Some(Vector.empty))(userInfo)
  } yield RedisAccess(host, uri.getPort, login.headOption.filter(_.nonEmpty), login.lift(1))

  /** A user, who may have no name, and a password. */
  private def userInfo(text: String): Option[Vector[String]] =
    Some(text.split(":", 2).toVector).filter(parts => parts.size == 2 && parts.last.nonEmpty)

  private def withoutUserInfo(text: String): String = text.replaceFirst("^([a-z]+://)?.*@", "$1…@")
}
