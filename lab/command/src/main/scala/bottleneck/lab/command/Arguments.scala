package bottleneck.lab.command

import bottleneck.lab.figures.Problem

/** An option of the command line. The name of its value is empty for a switch. */
private[command] final case class Flag(name: String, value: String, about: String) {
  def usage: String = if (value.isEmpty) name else s"$name $value"
}

/** A command with its operands, as the usage names them, and its options. */
private[command] final case class Verb(
    name: String,
    operands: String,
    count: Range,
    about: String,
    flags: Vector[Flag]
) {
  def usage: String = s"$name $operands".trim
}

/** Words after a verb: operands, and the values of each option in their order. */
private[command] final case class Arguments(operands: Vector[String], values: Map[String, Vector[String]]) {
  def has(flag: Flag): Boolean = values.contains(flag.name)
  def all(flag: Flag): Vector[String] = values.getOrElse(flag.name, Vector.empty)
  def one(flag: Flag): Option[String] = all(flag).headOption
  def some(flags: Flag*): Vector[(Flag, String)] = flags.toVector.flatMap(flag => one(flag).map(flag -> _))
}

private[command] object Arguments {

  /** Options may stand anywhere; `--name=value` is `--name value`, and what follows `--` are operands. */
  def of(verb: Verb, words: List[String]): Either[Problem, Arguments] =
    read(verb, words, Arguments(Vector.empty, Map.empty)).flatMap { read =>
      val twice = verb.flags.find(flag => read.all(flag).size > 1 && flag != Verbs.expect)
      if (twice.isDefined) Left(Problem(s"${twice.fold("")(_.name)} is given twice: give it once."))
      else if (verb.count.contains(read.operands.size)) Right(read)
      else
        Left(Problem(s"${verb.name} takes ${verb.operands}, not ${operands(read.operands)}: see 'help ${verb.name}'."))
    }

  private def operands(words: Vector[String]): String =
    if (words.isEmpty) "nothing" else words.map(word => s"'$word'").mkString(" ")

  private def read(verb: Verb, words: List[String], done: Arguments): Either[Problem, Arguments] = words match {
    case Nil => Right(done)
    case "--" :: operands => Right(done.copy(operands = done.operands ++ operands))
    case word :: rest if word.startsWith("-") && word != "-" =>
      val (name, attached) = word.split("=", 2) match {
        case Array(name, value) if name.startsWith("--") => (name, Some(value))
        case _ => (word, None)
      }
      verb.flags.find(_.name == name) match {
        case None =>
          val near = closest(name, verb.flags.map(_.name))
          Left(Problem(s"${verb.name} has no option $name$near: see 'help ${verb.name}'."))
        case Some(flag) if flag.value.isEmpty && attached.isEmpty => read(verb, rest, added(done, flag, ""))
        case Some(flag) if flag.value.isEmpty => Left(Problem(s"${flag.name} takes no value."))
        case Some(flag) =>
          attached.map(_ -> rest).orElse(rest.headOption.filterNot(_.startsWith("--")).map(_ -> rest.tail)) match {
            case Some((value, others)) if value.nonEmpty => read(verb, others, added(done, flag, value))
            case _ => Left(Problem(s"${flag.name} needs a value: ${flag.usage}, ${flag.about}"))
          }
      }
    case word :: rest => read(verb, rest, done.copy(operands = done.operands :+ word))
  }

  private def added(done: Arguments, flag: Flag, value: String): Arguments =
    done.copy(values = done.values.updated(flag.name, done.all(flag) :+ value))

  /** `; did you mean --html?` for the name among `known` that few letters change into `word`. */
  def closest(word: String, known: Vector[String]): String =
    Problem.nearest(word, known).headOption.filter(_._2 <= math.max(2, word.length / 3)).fold("") { case (name, _) =>
      s"; did you mean $name?"
    }
}
