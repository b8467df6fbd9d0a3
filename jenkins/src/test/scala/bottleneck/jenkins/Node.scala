package bottleneck.jenkins

/** A statement of a Jenkinsfile, with its line. */
sealed trait Node {
  def line: Int
}

object Node {

  /** A section, directive or step: a name with arguments and perhaps a block in braces. */
  final case class Call(name: String, arguments: Vector[Argument], block: Option[Vector[Node]], line: Int) extends Node

  final case class Assignment(name: String, value: Value, line: Int) extends Node

  /** Any other Groovy, which only `script` may hold. */
  final case class Other(text: String, line: Int) extends Node

  /** @param name
    *   none: positional
    */
  final case class Argument(name: Option[String], value: Value)

  sealed trait Value

  /** A text, number or boolean. */
  final case class Literal(value: Any) extends Value
  final case class Name(name: String) extends Value
  final case class Items(values: Vector[Value]) extends Value
  final case class Entries(arguments: Vector[Argument]) extends Value
  final case class Nested(call: Call) extends Value

  /** A text with parts that are computed, when `text`, or any other expression. */
  final case class Computed(source: String, text: Boolean) extends Value
}
