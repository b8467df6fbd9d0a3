package bottleneck.jenkins

import bottleneck.jenkins.Node._

/** The arguments of a step that runs. */
final case class Values(named: Map[String, Value]) {
  def text(name: String, otherwise: String = ""): String =
    named.get(name).collect { case Literal(text: String) => text }.getOrElse(otherwise)

  def flag(name: String): Boolean = named.get(name).contains(Literal(true))

  def number(name: String): Int = named.get(name).collect { case Literal(number: Int) => number }.getOrElse(0)

  def texts(name: String): Vector[String] = named.get(name).toVector.flatMap {
    case Items(texts) => texts.collect { case Literal(text: String) => text }
    case _ => Vector.empty
  }

  /** The arguments of a call that is an argument, such as `selector: specific('3')`. */
  def built(name: String, words: Vector[Word]): Option[(String, Values)] =
    named
      .get(name)
      .collect { case Nested(call) => call }
      .flatMap(call => words.find(_.name == call.name).map(call.name -> Values.of(_, call)))
}

object Values {

  /** Those of a call, or the step fails with what is wrong with them. */
  def of(word: Word, call: Call): Values = {
    Arguments.problems(word, call).headOption.foreach(problem => throw new StepFailed(problem.sentence))
    Values(Arguments.byName(word, call))
  }
}
