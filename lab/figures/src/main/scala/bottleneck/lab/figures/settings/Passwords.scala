package bottleneck.lab.figures.settings

import bottleneck.lab.figures.Problem

/** Where a part's password may be given: a variable, or a property, which everybody on the machine can read. */
private[settings] final case class PasswordSource(part: String, variable: String, property: String) {

  /** The password, if there is one; refused if the environment and the property, `exposed`, both have it. */
  def read(exposed: Option[String], environment: Map[String, String]): Either[Problem, Option[String]] =
    (environment.get(variable).filter(_.nonEmpty), exposed) match {
      case (Some(_), Some(_)) =>
        Left(Problem(s"The password of $part is given twice ($variable, -D$property=): give it once."))
      case (hidden, _) => Right(hidden.orElse(exposed))
    }

  def warning: String =
    s"everybody on this machine can read the password in -D$property=: give it by the environment variable $variable"
}

/** Passwords on their way to other processes. */
object Passwords {

  /** Environment variables that have them: no part that the lab starts needs these. */
  val variables: Vector[String] = Vector(DatabaseAccess.password, RedisAccess.password).map(_.variable)

  /** JVM options and environment in place of `option`: everybody on the machine can read a command line. */
  def hidden(option: String): (Vector[String], Map[String, String]) = option match {
    case property(Properties.databasePassword.name, text) =>
      (Vector.empty, Map(DatabaseAccess.password.variable -> text).filter(_._2.nonEmpty))
    case property(Properties.redisUrl.name, text) =>
      val (url, password) = RedisAccess.withoutPassword(text)
      (Vector(s"-D${Properties.redisUrl.name}=$url"), password.map(RedisAccess.password.variable -> _).toMap)
    case _ => (Vector(option), Map.empty)
  }

  private val property = "(?s)-D([^=]+)=(.*)".r
}

/** Values that are never printed. */
object Secrets {
  private val named =
    """(?i)([\w.-]*(?:password|passwd|secret|token|api[._-]?key|credential|private[._-]?key)[\w.-]*)("?\s*[=:]\s*"?)([^\s"',;&]+)""".r
  private val bearer = """(?i)\b(bearer|basic)\s+[\w.+/=~-]{8,}""".r
  private val jwt = """\beyJ[\w-]{8,}\.[\w.-]+""".r
  private val login = """(://)[^/\s:@]*:[^/\s@]+@""".r

  /** Text without the values of what is named as a secret, tokens and logins of URLs. */
  def masked(text: String): String =
    login.replaceAllIn(jwt.replaceAllIn(bearer.replaceAllIn(named.replaceAllIn(text, "$1$2…"), "$1 …"), "…"), "$1…@")
}
