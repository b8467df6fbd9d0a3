package bottleneck.lab.figures.settings

import bottleneck.lab.figures.Problem
import java.net.URI
import scala.util.Try

/** Login to a Redis; `toString` leaves the password out. */
final case class RedisAccess(host: String, port: Int, user: Option[String] = None, password: Option[String] = None) {
  override def toString: String = s"redis://${user.fold("")(_ + "@")}$host:$port"
}

object RedisAccess {
  private val name = Properties.redisUrl.name
  private[settings] val password = PasswordSource("Redis", "LAB_REDIS_PASSWORD", name)

  private[settings] def read(
      properties: Map[String, String],
      environment: Map[String, String]
  ): Either[Problem, Option[RedisAccess]] =
    properties.get(name) match {
      case None => Right(None)
      case Some(text) =>
        for {
          url <- url(text).toRight(noUrl(text))
          login <- login(url).toRight(noUrl(text))
          secret <- password.read(login._2, environment)
          _ <- Either.cond(login._1.isEmpty || secret.isDefined, (), noUrl(text))
        } yield Some(RedisAccess(url.getHost, url.getPort, login._1, secret))
    }

  private[settings] def exposes(properties: Map[String, String]): Boolean =
    properties.get(name).exists(withoutPassword(_)._2.isDefined)

  private[settings] def withoutPassword(text: String): (String, Option[String]) = (for {
    url <- url(text)
    (user, secret) <- login(url)
    if secret.isDefined
  } yield {
    val place = new URI(url.getScheme, user.orNull, url.getHost, url.getPort, url.getPath, null, null)
    (place.toString, secret)
  }).getOrElse((text, None))

  private def url(text: String): Option[URI] = Try(new URI(text)).toOption.filter { uri =>
    Option(uri.getHost).isDefined && uri.getScheme == "redis" &&
    uri.getPort > 0 && uri.getPort <= 65535 && Set("", "/")(uri.getPath) &&
    Vector(uri.getRawQuery, uri.getRawFragment).forall(Option(_).isEmpty)
  }

  /** A user, who may have no name, and a password, which may be given in another way. */
  private def login(url: URI): Option[(Option[String], Option[String])] =
    Option(url.getUserInfo).getOrElse("").split(":", 2) match {
      case Array(user, secret) => Option.when(secret.nonEmpty)((Some(user).filter(_.nonEmpty), Some(secret)))
      case user => Some((user.headOption.filter(_.nonEmpty), None))
    }

  private def noUrl(text: String): Problem = Properties.redisUrl.wrong(
    withoutUserInfo(text),
    "is no URL of a Redis: use redis://HOST:PORT, or redis://USER@HOST:PORT with a password by " +
      s"${password.variable}."
  )

  private def withoutUserInfo(text: String): String = text.replaceFirst("^([a-z]+://)?.*@", "$1…@")
}
