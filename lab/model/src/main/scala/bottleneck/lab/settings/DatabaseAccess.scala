package bottleneck.lab.settings

/** Login to a PostgreSQL; `toString` leaves the password out. */
final case class DatabaseAccess(url: String, user: String, password: String) {
  override def toString: String = s"$user at $url"
}

object DatabaseAccess {
  private val urlName = "lab.database.url"
  private val userName = "lab.database.user"
  private[settings] val passwordName = "lab.database.password"

  private[settings] val password = PasswordSource("the database", "LAB_DATABASE_PASSWORD", passwordName)

  private[settings] val names = Vector(urlName, userName, passwordName)

  private[settings] def read(
      properties: Map[String, String],
      environment: Map[String, String]
  ): Either[Refused, Option[DatabaseAccess]] =
    if (!names.exists(properties.contains)) Right(None)
    else
      for {
        login <- properties.get(urlName).zip(properties.get(userName)).toRight(incomplete)
        url <- url(login._1)
        secret <- password.read(properties.get(passwordName), environment)
      } yield Some(DatabaseAccess(url, login._2, secret.getOrElse("")))

  /** URL that is printed, and that others can read on the command line of the service. */
  private def url(text: String): Either[Refused, String] = {
    val shown = withoutLogin(text)
    def refused(why: String): Left[Refused, String] = Left(new Refused(s"-D$urlName=$why"))
    if (!text.startsWith("jdbc:postgresql://"))
      refused(s"$shown is no JDBC URL of a PostgreSQL: use jdbc:postgresql://HOST:PORT/DATABASE.")
    else if (shown != text)
      refused(
        s" is printed, and must have no login in it: name the user with -D$userName= and give its password by ${password.variable}."
      )
    else Right(text)
  }

  private val passwordParameter = "(?i)[?&][^=&]*password=".r

  private def incomplete: Refused = new Refused(
    s"A database of yours needs both -D$urlName= and -D$userName= (and a password where it asks for one)."
  )

  private def withoutLogin(url: String): String =
    passwordParameter.split(url).head.replaceFirst("^([^/?]*//)?[^/?]*@", "$1…@")
}
