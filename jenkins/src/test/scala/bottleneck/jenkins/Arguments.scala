package bottleneck.jenkins

import bottleneck.jenkins.Kind._
import bottleneck.jenkins.Node._

/** Whether a call has the arguments that its word takes. */
object Arguments {
  def problems(word: Word, call: Call): Vector[Problem] = {
    val (named, plain) = call.arguments.partition(_.name.isDefined)
    val wrong =
      if (named.nonEmpty && plain.nonEmpty)
        Vector(Problem(call.line, s"${call.name} has arguments with and without a name: name all."))
      else if (plain.nonEmpty) positional(word, call)
      else namedProblems(unwrapped(word, call), call)
    wrong ++ block(word, call)
  }

  /** The values by the names of the word, of a call without problems. */
  def byName(word: Word, call: Call): Map[String, Value] = {
    val inner = unwrapped(word, call)
    if (call.arguments.exists(_.name.isEmpty))
      call.arguments.map(_.value) match {
        case Vector(Entries(entries)) if mapped(word).isDefined => named(entries)
        case values => word.required.map(_._1).zip(values).toMap
      }
    else
      named(call.arguments) match {
        case values if inner eq word =>
          values.collect { case (_, Entries(entries)) => named(entries) }.headOption.getOrElse(values)
        case values => values
      }
  }

  private def named(arguments: Vector[Argument]): Map[String, Value] =
    arguments.collect { case Argument(Some(name), value) => name -> value }.toMap

  private def mapped(word: Word): Option[Word] = word.required match {
    case Vector((_, Mapped(inner))) => Some(inner)
    case _ => None
  }

  /** Jenkins lets the only argument be written without its brackets: `publishHTML(reportName: …)`. */
  private def unwrapped(word: Word, call: Call): Word =
    mapped(word).filterNot(_ => call.arguments.exists(_.name.exists(word.parameters.contains))).getOrElse(word)

  private def positional(word: Word, call: Call): Vector[Problem] =
    if (word.required.size == 1 && call.arguments.size == 1)
      value(word.required.head._2, call.arguments.head.value, call, word.required.head._1)
    else Vector(Problem(call.line, s"${call.name} takes its arguments by name: ${known(word)}."))

  private def namedProblems(word: Word, call: Call): Vector[Problem] = {
    val names = call.arguments.flatMap(_.name)
    val twice = names.diff(names.distinct).distinct.map(name => Problem(call.line, s"${call.name} has $name twice."))
    val unknown = names.distinct
      .filterNot(word.parameters.contains)
      .map(name => Problem(call.line, s"${call.name} has no argument $name: it takes ${known(word)}."))
    val missing = word.required
      .map(_._1)
      .diff(names)
      .map(name => Problem(call.line, s"${call.name} lacks its argument $name."))
    val wrong = call.arguments.flatMap(argument =>
      argument.name.toVector.flatMap(name =>
        word.parameters.get(name).toVector.flatMap(value(_, argument.value, call, name))
      )
    )
    // what is missing may be what is misspelt
    twice ++ wrong ++ (if (unknown.nonEmpty) unknown else missing)
  }

  private def known(word: Word): String =
    if (word.parameters.isEmpty) "none" else (word.required ++ word.optional).map(_._1).mkString(", ")

  private def value(kind: Kind, asked: Value, call: Call, name: String): Vector[Problem] = (kind, asked) match {
    case (Built(words @ _*), Nested(inner)) =>
      words
        .find(_.name == inner.name)
        .fold(Vector(Problem(call.line, s"${inner.name} is no $name of ${call.name}: use ${names(words)}.")))(
          problems(_, inner)
        )
    case (Mapped(word), Entries(entries)) => namedProblems(word, call.copy(arguments = entries))
    case _ =>
      Option.unless(fits(kind, asked))(Problem(call.line, s"$name of ${call.name} must be ${said(kind)}.")).toVector
  }

  private def fits(kind: Kind, asked: Value): Boolean = (kind, asked) match {
    case (Text, Literal(_: String)) => true
    case (Flag, Literal(_: Boolean)) => true
    case (Number, Literal(_: Int)) => true
    case (OneOf(values @ _*), Literal(text: String)) => values.contains(text)
    case (Texts, Items(values)) => values.nonEmpty && values.forall(fits(Text, _))
    case (Text | OneOf(_*), Computed(_, _)) => true
    case (Flag | Number, Computed(_, text)) => !text
    case _ => false
  }

  private def said(kind: Kind): String = kind match {
    case Text => "a text in quotes"
    case Flag => "true or false"
    case Number => "a whole number"
    case Texts => "a list of texts"
    case OneOf(values @ _*) => s"one of ${values.mkString(", ")}"
    case Built(words @ _*) => s"${names(words)}(…)"
    case Mapped(word) => s"a map of ${known(word)}"
  }

  private def names(words: Seq[Word]): String = words.map(_.name).mkString(" or ")

  private def block(word: Word, call: Call): Vector[Problem] =
    if (word.block && call.block.isEmpty) Vector(Problem(call.line, s"${call.name} lacks its block."))
    else if (!word.block && call.block.isDefined) Vector(Problem(call.line, s"${call.name} takes no block."))
    else Vector.empty
}
