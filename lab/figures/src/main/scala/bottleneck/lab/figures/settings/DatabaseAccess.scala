package bottleneck.lab.figures.settings

import bottleneck.lab.figures.Problem

/** Login to a PostgreSQL; `toString` leaves the password out. */
final case class DatabaseAccess(url: String, user: String, password: String) {
  override def toString: String = s"$user at $url"
}

object DatabaseAccess {
  import Properties.{databasePassword, databaseUrl, databaseUser}

  private[settings] val password = PasswordSource("the database", "LAB_DATABASE_PASSWORD", databasePassword.name)

  private[lab] def read(
      set: Map[String, String],
      environment: Map[String, String]
  ): Either[Problem, Option[DatabaseAccess]] =
    if (!Vector(databaseUrl, databaseUser, databasePassword).exists(_.is(set))) Right(None)
    else
      for {
        login <- set.get(databaseUrl.name).zip(set.get(databaseUser.name)).toRight(incomplete)
        url <- url(login._1)
        secret <- password.read(set.get(databasePassword.name), environment)
      } yield Some(DatabaseAccess(url, login._2, secret.getOrElse("")))

  /** URL that is printed, and that others can read on the command line of the service. */
  private def url(text: String): Either[Problem, String] = {
    val shown = withoutLogin(text)
    if (!text.startsWith("jdbc:postgresql://"))
      Left(databaseUrl.wrong(shown, "is no JDBC URL of a PostgreSQL: use jdbc:postgresql://HOST:PORT/DATABASE."))
    else if (shown != text)
      Left(
        databaseUrl.wrong(
          "",
          s"is printed, and must have no login in it: name the user with -D${databaseUser.name}= " +
            s"and give its password by ${password.variable}."
        )
      )
    else Right(text)
  }

  private val passwordParameter = "(?i)[?&][^=&]*password=".r

  private def incomplete: Problem = Problem(
    s"A database of yours needs both -D${databaseUrl.name}= and -D${databaseUser.name}= (and a password where it asks for one)."
  )

  private def withoutLogin(url: String): String =
    passwordParameter.split(url).head.replaceFirst("^([^/?]*//)?[^/?]*@", "$1…@")
}
