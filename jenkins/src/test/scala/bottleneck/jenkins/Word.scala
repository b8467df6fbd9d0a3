package bottleneck.jenkins

/** A name that a Jenkinsfile may use, and what it takes: as the plugin declares that owns it.
  *
  * @param required
  *   arguments that must be there; one alone may be asked without its name
  * @param block
  *   whether it has a block of steps
  */
final case class Word(
    name: String,
    required: Vector[(String, Kind)] = Vector.empty,
    optional: Vector[(String, Kind)] = Vector.empty,
    block: Boolean = false
) {
  val parameters: Map[String, Kind] = (required ++ optional).toMap
}

/** What an argument must be. */
sealed trait Kind

object Kind {
  case object Text extends Kind
  case object Flag extends Kind
  case object Number extends Kind
  case object Texts extends Kind
  final case class OneOf(values: String*) extends Kind

  /** One of these calls, such as `logRotator(…)`. */
  final case class Built(words: Word*) extends Kind

  /** Named values in brackets; without brackets where this is the only argument. */
  final case class Mapped(word: Word) extends Kind
}
