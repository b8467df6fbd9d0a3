package bottleneck.lab.settings

/** How to log in to a PostgreSQL; `toString` leaves the password out. */
final case class DatabaseAccess(url: String, user: String, password: String) {
  override def toString: String = s"$user at $url"
}

object DatabaseAccess {
  private[settings] val names = Vector("lab.database.url", "lab.database.user", "lab.database.password")

  private[settings] def read(properties: Map[String, String]): Either[Refused, Option[DatabaseAccess]] =
    names.map(properties.get) match {
      case Vector(None, None, None) => Right(None)
      case Vector(Some(url), _, _) if !url.startsWith("jdbc:postgresql://") =>
        Left(
          new Refused(
            s"-Dlab.database.url=$url is no JDBC URL of a PostgreSQL: use jdbc:postgresql://HOST:PORT/DATABASE."
          )
        )
      case Vector(Some(url), Some(user), password) => Right(Some(DatabaseAccess(url, user, password.getOrElse(""))))
      case _ =>
        Left(
          new Refused(
            "A database of yours needs both -Dlab.database.url= and -Dlab.database.user= (and -Dlab.database.password= where it asks for one)."
          )
        )
    }
}
