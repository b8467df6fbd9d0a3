package bottleneck.lab.settings

/** Passwords on their way to other processes. */
object Passwords {

  /** Environment variables that have them: no part that the lab starts needs these. */
  val variables: Vector[String] = Vector(DatabaseAccess.password, RedisAccess.password).map(_.variable)

  /** What a JVM gets instead of `option`: passwords in an environment variable, as everybody on the machine can read a
    * command line.
    */
  def hidden(option: String): (Vector[String], Map[String, String]) = option match {
    case property(DatabaseAccess.passwordName, text) =>
      (Vector.empty, Map(DatabaseAccess.password.variable -> text).filter(_._2.nonEmpty))
    case property(RedisAccess.name, text) =>
      val (url, password) = RedisAccess.withoutPassword(text)
      (Vector(s"-D${RedisAccess.name}=$url"), password.map(RedisAccess.password.variable -> _).toMap)
    case _ => (Vector(option), Map.empty)
  }

  private val property = "(?s)-D([^=]+)=(.*)".r
}
