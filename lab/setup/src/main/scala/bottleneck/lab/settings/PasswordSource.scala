package bottleneck.lab.settings

/** How the password of a part of the user's may be given: by an environment variable or by a file, and by a property,
  * which everybody on the machine can read on the command line.
  *
  * @param part
  *   what sentences call it
  * @param variable
  *   the environment variable
  * @param fileName
  *   the property that names a file
  * @param exposedName
  *   the property that has it itself
  */
private[settings] final case class PasswordSource(
    part: String,
    variable: String,
    fileName: String,
    exposedName: String
) {

  /** @param exposed
    *   the password that the property has
    */
  def read(
      exposed: Option[String],
      properties: Map[String, String],
      environment: Map[String, String]
  ): Either[Refused, Option[String]] = {
    val ways = Vector(
      environment.get(variable).filter(_.nonEmpty).map(text => variable -> (() => Right(text))),
      properties.get(fileName).map(file => s"-D$fileName=" -> (() => PasswordFile.read(fileName, file))),
      exposed.map(text => s"-D$exposedName=" -> (() => Right(text)))
    ).flatten
    ways match {
      case Vector() => Right(None)
      case Vector((_, read)) => read().map(Some(_))
      case several =>
        Left(
          new Refused(
            s"The password of $part is given more than once (${several.map(_._1).mkString(", ")}): give it once."
          )
        )
    }
  }

  /** What is said of a password in the property. */
  def warning: String =
    s"everybody on this machine can read the password in -D$exposedName=: give it by the environment variable $variable or by -D$fileName="
}
