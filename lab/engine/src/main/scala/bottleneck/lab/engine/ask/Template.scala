package bottleneck.lab.engine.ask

import bottleneck.lab.figures.Problem
import java.time.Instant
import java.util.UUID
import java.util.concurrent.ThreadLocalRandom

/** A text with placeholders, `{{name}}` or `{{$random.integer(1,100)}}`, parsed once and rendered for each request. */
final class Template private (parts: Vector[Template.Part]) {

  val names: Vector[String] = parts.collect { case Template.Variable(name) => name }.distinct

  /** The text of a request; a variable without a value stays as it is written. */
  def render(variables: String => Option[String]): String = parts.map {
    case Template.Literal(plain) => plain
    case Template.Variable(name) => variables(name).getOrElse(s"{{$name}}")
    case Template.Generated(next) => next()
  }.mkString
}

object Template {
  private sealed trait Part
  private final case class Literal(text: String) extends Part
  private final case class Variable(name: String) extends Part
  private final case class Generated(next: () => String) extends Part

  /** A placeholder that cannot be understood, as it is written, and why. */
  private[ask] final case class Fault(fragment: String, sentence: String)

  private val letters = ('a' to 'z') ++ ('A' to 'Z')
  private val lettersAndDigits = letters ++ ('0' to '9')
  private val name = """([A-Za-z_][\w.-]*)""".r
  private val call = """(\$[A-Za-z.]*)(?:\(([^()]*)\)|\s+(.*))?""".r
  private val integer = """(-?\d{1,18})""".r
  private val lengths = 1L to 10000L

  private val forms =
    Vector("$random.integer(1,100)", "$random.uuid", "$random.alphabetic(8)", "$random.alphanumeric(8)") ++
      Vector("$randomInt", "$timestamp", "$uuid", "$guid")

  def of(text: String): Either[Problem, Template] = parsed(text).left.map(fault => Problem(fault.sentence))

  private[ask] def parsed(text: String): Either[Fault, Template] = {
    val pieces = text.split("""\{\{""", -1).toVector
    Problem
      .each[String, Fault, Vector[Part]](pieces.tail)(piece =>
        piece.indexOf("}}") match {
          case -1 => Left(Fault(s"{{${piece.linesIterator.nextOption().getOrElse("")}", "{{ has no }} after it."))
          case end => placeholder(piece.take(end)).map(Vector(_, Literal(piece.drop(end + 2))))
        }
      )
      .map(placed => new Template((Literal(pieces.head) +: placed.flatten).filterNot(_ == Literal(""))))
  }

  private def placeholder(written: String): Either[Fault, Part] = {
    def fault(why: String) = Fault(s"{{$written}}", s"{{${written.trim}}} $why")
    written.trim match {
      case name(variable) => Right(Variable(variable))
      case call(function, inBrackets, after) =>
        val arguments = Vector(inBrackets, after).flatMap(Option(_)).flatMap(_.split("[,\\s]+")).filter(_.nonEmpty)
        val numbers = arguments.collect { case integer(digits) => digits.toLong }
        val found = if (numbers.size == arguments.size) generator(function, numbers) else None
        val (near, distance) = Problem.nearest(function, forms.map(nameOf).sorted).head
        val why = if (distance == 0) "has arguments that it does not take" else "is unknown"
        found.map(Generated(_)).toRight(fault(s"$why: write {{${forms.find(nameOf(_) == near).mkString}}}."))
      case _ => Left(fault("is no variable: write {{name}}; a field of an answer is taken by # @take name = $.field."))
    }
  }

  private def nameOf(form: String): String = form.takeWhile(_ != '(')

  private def generator(function: String, numbers: Vector[Long]): Option[() => String] =
    Some((function, numbers)).collect {
      case ("$random.integer" | "$randomInt", Vector(from, until)) if from < until =>
        () => bits.nextLong(from, until).toString
      case ("$randomInt", Vector()) => () => bits.nextInt(1000).toString
      case ("$random.uuid" | "$uuid" | "$guid", Vector()) => () => version4().toString
      case ("$random.alphabetic", Vector(length)) if lengths.contains(length) => () => characters(letters, length)
      case ("$random.alphanumeric", Vector(length)) if lengths.contains(length) =>
        () => characters(lettersAndDigits, length)
      case ("$timestamp", Vector()) => () => Instant.now.getEpochSecond.toString
    }

  private def bits: ThreadLocalRandom = ThreadLocalRandom.current

  /** A random UUID. Its bits need not be secret, so no lock of SecureRandom is taken. */
  private def version4(): UUID =
    new UUID((bits.nextLong() & ~0xf000L) | 0x4000L, (bits.nextLong() >>> 2) | Long.MinValue)

  private def characters(of: IndexedSeq[Char], length: Long): String =
    Iterator.fill(length.toInt)(of(bits.nextInt(of.size))).mkString
}
