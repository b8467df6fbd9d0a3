package bottleneck.lab.figures

import bottleneck.lab.figures.Expr._
import bottleneck.lab.figures.Problem.each
import fastparse.MultiLineWhitespace._
import fastparse._

/** The language of criteria, such as `p95["GET /orders"] < 1.1 × baseline and ko% < 1%`.
  *
  *   - `or`, `and`, `not`, brackets
  *   - comparisons `< <= > >= =`, also in a chain: `100 < p95 < 500`; `p95 = 400 ± 10` or `± 5%`, a percentage of the
  *     right side
  *   - `+ - × ÷` (or `* /`); numbers such as `500`, `500 ms`, `1.5 s`, `5%`, `100/s`. A number without a unit takes the
  *     other side's; a percentage that multiplies is a part of 1
  *   - metrics by name, of one request or group too: `p95["GET /orders"]` or `p95[GET /orders]`
  *   - `baseline`: the comparison's one metric in an earlier run
  *   - `a in 1 .. 2`; `a < b given c`; `all # in 5, 10: p95[# users] < 9`, which is `and` over the numbers for `#`
  *   - `min`, `max` or `median` before a metric, over the runs of a variant, and `pairs of a < b`, where there are such
  */
private object ExprParser {
  private val mostCharacters = 4000

  /** Brackets within brackets: a parser's stack is finite. */
  private val mostDepth = 100

  private final case class Mistake(at: Int, sentence: String)

  /** A part of the text; numbers, metrics and `baseline` have no parts themselves. */
  private final case class Node(from: Int, to: Int, kind: Kind, parts: Vector[Node] = Vector.empty) {
    val leaves: Vector[Node] = if (parts.isEmpty) Vector(this) else parts.flatMap(_.leaves)
  }

  private object Node {
    def apply(kind: Kind, parts: Node*): Node = Node(parts.head.from, parts.last.to, kind, parts.toVector)
  }

  private sealed trait Kind

  private object Kind {
    final case class Logic(word: String) extends Kind
    final case class Chain(symbols: Vector[String]) extends Kind
    final case class Arithmetic(symbol: String) extends Kind
    final case class Number(value: Double, quantity: Option[Quantity]) extends Kind
    final case class Name(metric: String, of: Option[String]) extends Kind
    case object Baseline extends Kind

    /** A condition for each of the numbers. */
    final case class All(numbers: Vector[String]) extends Kind
  }

  def parse(text: String, words: Vocabulary): Either[Problem, Expr] =
    read(text, fastparse.parse(text, Grammar.whole(_)))(new Checker(_, words).criterion(_))

  def formula(text: String, words: Vocabulary): Either[Problem, Formula] =
    read(text, fastparse.parse(text, Grammar.number(_)))(new Checker(_, words).formula(_))

  private def read[A](text: String, parsed: => Parsed[Node])(
      check: (String, Node) => Either[Mistake, A]
  ): Either[Problem, A] = {
    val depths =
      text.scanLeft(0)((depth, char) => if (char == '(') depth + 1 else if (char == ')') depth - 1 else depth)
    if (text.length > mostCharacters || depths.max > mostDepth)
      Left(Problem(s"An expression has at most $mostCharacters characters, and $mostDepth brackets within brackets."))
    else
      (parsed match {
        case Parsed.Success(node, _) => check(text.map(char => if (char.isWhitespace) ' ' else char), node)
        case failure: Parsed.Failure => Left(Mistake(failure.index, expected(text.drop(failure.index), failure)))
      }).left.map(pointed(text, _))
  }

  private def expected(rest: String, failure: Parsed.Failure): String = {
    val terminals = failure.trace().terminalAggregateString
    val what = Grammar.labels.find(terminals.contains).getOrElse("an operator, \"and\", \"or\" or the end")
    val found = if (rest.isEmpty) "The expression ends" else s""""${rest.takeWhile(!_.isWhitespace).take(20)}" stands"""
    s"$found where $what must be."
  }

  /** The sentence, and the line with a caret; a part of it where it is long. */
  private def pointed(text: String, mistake: Mistake): Problem = {
    val from = math.max(0, math.min(mistake.at - 50, text.length - 100))
    val line = text.slice(from, from + 100).map(char => if (char.isWhitespace || char.isControl) ' ' else char)
    Problem(s"${mistake.sentence}\n  $line\n  ${" " * (mistake.at - from)}^")
  }

  private object Grammar {
    private val operand = "a number or a metric"
    private val name = "the name of a request and ]"
    private val closing = "a closing bracket"
    val labels: Vector[String] = Vector(operand, name, closing)

    private val units = Map[String, (Double, Quantity)](
      "ms" -> (1.0 -> Quantity.Time),
      "s" -> (1000.0 -> Quantity.Time),
      "/s" -> (1.0 -> Quantity.PerSecond),
      "%" -> (1.0 -> Quantity.Percent)
    )

    def whole[$: P]: P[Node] = P(Start ~ joined("given", or, most = 2) ~ End)

    def number[$: P]: P[Node] = P(Start ~ sum ~ End)

    private def or[$: P]: P[Node] = joined("or", joined("and", prefixed))

    private def joined[$: P](by: String, part: => P[Node], most: Int = Int.MaxValue): P[Node] =
      part.rep(1, word(by)./, most).map(parts => if (parts.size == 1) parts.head else Node(Kind.Logic(by), parts: _*))

    /** Without recursion, as a text may have hundreds of `not`. */
    private def prefixed[$: P]: P[Node] =
      P((Index ~ all).rep ~ ((Index ~ pairs).rep(exactly = 1) | (Index ~ negation).rep) ~ comparison).map {
        case (outer, inner, of) =>
          (outer ++ inner).foldRight(of) { case ((from, kind), node) => Node(from, node.to, kind, Vector(node)) }
      }

    private def all[$: P]: P[Kind] =
      P(word("all") ~ "#" ~/ word("in") ~ digits.!.rep(1, ",") ~ ":").map(numbers => Kind.All(numbers.toVector))

    private def pairs[$: P]: P[Kind] = P(word("pairs") ~ word("of")./).map(_ => Kind.Logic("pairs"))
    private def negation[$: P]: P[Kind] = P(word("not")).map(_ => Kind.Logic("not"))

    private def comparison[$: P]: P[Node] = P(sum ~ (range | chain)).map { case (first, rest) =>
      if (rest.isEmpty) first else Node(Kind.Chain(rest.map(_._1).toVector), first +: rest.map(_._2): _*)
    }

    private def range[$: P]: P[Seq[(String, Node)]] =
      P(word("in") ~/ sum ~ ".." ~ sum).map { case (low, high) => Seq("in" -> low, ".." -> high) }

    private def chain[$: P]: P[Seq[(String, Node)]] =
      P((StringIn("<=", ">=", "<", ">", "=", "≤", "≥", "±", "+-", "+/-").!.map(plain) ~/ sum).rep)

    private def sum[$: P]: P[Node] =
      P(product ~ ((("+" ~~ !("-" | "/-")).! | "-".!) ~/ product).rep).map((arithmetic _).tupled)

    private def product[$: P]: P[Node] =
      P(factor ~ (CharIn("*×/÷").!.map(plain) ~/ factor).rep).map((arithmetic _).tupled)

    private def factor[$: P]: P[Node] =
      P(inBrackets | (Index ~~ (constant | baseline | metric) ~~ Index).map { case (from, kind, to) =>
        Node(from, to, kind)
      })

    private def inBrackets[$: P]: P[Node] = P(Index ~ "(" ~/ or ~ ")".opaque(closing) ~~ Index).map {
      case (from, node, to) => node.copy(from = from, to = to)
    }

    private def constant[$: P]: P[Kind] = P((digits ~~ ("." ~~ digits).?).!.opaque(operand) ~ unit.?).map {
      case (number, unit) => Kind.Number(number.toDouble * unit.fold(1.0)(_._1), unit.map(_._2))
    }

    private def digits[$: P]: P[Unit] = P(CharIn("0-9").repX(1, max = 15))
    private def unit[$: P]: P[(Double, Quantity)] = P((StringIn("ms", "s", "/s") ~~ !letter | "%").!).map(units)

    private def baseline[$: P]: P[Kind] = P(word("baseline")).opaque(operand).map(_ => Kind.Baseline)
    private def metric[$: P]: P[Kind] = P((ofRuns | metricName).opaque(operand) ~ request.?).map(Kind.Name.tupled)

    private def ofRuns[$: P]: P[String] =
      P(StringIn("min", "max", "median").! ~~ " ".repX(1) ~~ metricName).map { case (which, name) => s"$which $name" }

    private def metricName[$: P]: P[String] =
      P(!(StringIn("and", "or", "not", "in", "given") ~~ !letter) ~~ (letter.repX(1).repX(1, ".") ~~ "%".?).!)

    private def request[$: P]: P[String] = P("[" ~/ (quoted | bare).opaque(name) ~ "]".opaque(name))

    private def quoted[$: P]: P[String] =
      P("\"" ~~ ("\\" ~~ AnyChar | CharPred(!"\"\\".contains(_))).repX.! ~~ "\"").map(_.replaceAll("(?s)\\\\(.)", "$1"))

    private def bare[$: P]: P[String] = P(CharPred(!"\"[]".contains(_)).repX(1).!).map(_.trim)

    /** A word of the language, and not the beginning of another. */
    private def word[$: P](text: String): P[Unit] = P(text ~~ !letter)

    private def letter[$: P]: P[Unit] = P(CharPred(char => char.isLetterOrDigit || char == '_'))

    private def arithmetic(first: Node, rest: Seq[(String, Node)]): Node =
      rest.foldLeft(first) { case (left, (symbol, right)) => Node(Kind.Arithmetic(symbol), left, right) }

    private def plain(symbol: String): String =
      Map("*" -> "×", "/" -> "÷", "≤" -> "<=", "≥" -> ">=", "+-" -> "±", "+/-" -> "±").getOrElse(symbol, symbol)
  }

  /** A term and its unit; none for a number that takes the other side's. */
  private final case class Measure(node: Node, quantity: Option[Quantity], term: Term) {
    def isPlain: Boolean = quantity.forall(_ == Quantity.Count)

    /** A percentage that multiplies or divides something is a part of 1. */
    def beside(other: Measure): Measure = node.kind match {
      case Kind.Number(value, Some(Quantity.Percent)) if other.quantity.nonEmpty =>
        Measure(node, None, _ => value / 100)
      case _ => this
    }
  }

  /** Checks names and units of a parsed text. */
  private final class Checker(text: String, words: Vocabulary) {
    private type Checked[A] = Either[Mistake, A]

    def criterion(node: Node): Checked[Expr] = node.kind match {
      case Kind.Logic("not") => criterion(node.parts.head).map(Not)
      case Kind.Logic("given") => each(node.parts)(criterion).map(parts => Given(parts.head, parts.last))
      case Kind.Logic("pairs") =>
        criterion(node.parts.head).flatMap(of =>
          allow(of.references.size == 2, node, "pairs are of two variants.").map(_ => Pairs(of))
        )
      case Kind.All(numbers) =>
        each(numbers)(number => criterion(numbered(node.parts.head, number))).map(Logic(isAnd = true, _))
      case Kind.Logic(word) => each(node.parts)(criterion).map(Logic(word == "and", _))
      case Kind.Chain(symbols) => comparison(node, symbols)
      case _ => wrong(node, s"${shown(node)} is no condition: compare it, as in p95 < 500.")
    }

    def formula(node: Node): Checked[Formula] = for {
      own <- each(node.leaves)(metric).map(_.flatten.distinct)
      _ <- allow(own.nonEmpty && !node.leaves.exists(_.kind == Kind.Baseline), node, s"${shown(node)} has no metric.")
      measure <- term(node, own.head)
    } yield Formula(own, measure.quantity.getOrElse(Quantity.Count), measure.term)

    private def numbered(node: Node, number: String): Node = {
      val kind = node.kind match {
        case name: Kind.Name => name.copy(of = name.of.map(_.replace("#", number)))
        case other => other
      }
      node.copy(kind = kind, parts = node.parts.map(numbered(_, number)))
    }

    private def comparison(node: Node, symbols: Vector[String]): Checked[Expr] = {
      val hasTolerance = symbols == Vector("=", "±")
      val (by, isPart) = node.parts.last.kind match {
        case Kind.Number(value, Some(Quantity.Percent)) if hasTolerance => (value / 100, true)
        case Kind.Number(value, _) if hasTolerance => (value, false)
        case _ => (Double.NaN, false)
      }
      for {
        own <- each(node.leaves)(metric).map(_.flatten.distinct)
        _ <- allow(own.nonEmpty, node, s"${shown(node)} has no metric to compare.")
        ofOne = s"baseline is of the one metric beside it, not of ${own.map(_.text).mkString(" and ")}."
        _ <- each(node.leaves.filter(_.kind == Kind.Baseline))(allow(own.size == 1, _, ofOne))
        _ <- each(node.parts.zip("" +: symbols).filter(_._2 == "±"))(part =>
          allow(!by.isNaN, part._1, "± needs a number and stands only after =, as in p95 = 400 ± 5%.")
        )
        typed <- each(if (isPart) node.parts.init else node.parts)(term(_, own.head))
        quantity <- agreed(typed, "compared")
      } yield {
        val terms = typed.map(_.term)
        def end(sign: Int): Term = values => {
          val middle = terms(1)(values)
          middle + sign * by * (if (isPart) math.abs(middle) else 1)
        }
        val relations = symbols match {
          case Vector("=", "±") => Vector(Relation(terms(0), ">=", end(-1)), Relation(terms(0), "<=", end(1)))
          case Vector("in", "..") => Vector(Relation(terms(0), ">=", terms(1)), Relation(terms(0), "<=", terms(2)))
          case _ => symbols.zip(terms.zip(terms.tail)).map { case (is, (left, right)) => Relation(left, is, right) }
        }
        val shown = if (hasTolerance) node.parts.init else node.parts
        val operands = shown.zip(shown.head.from +: shown.map(_.to)).zip(terms).map { case ((side, last), term) =>
          Operand(text.slice(last, side.from), template(side, own.head), term)
        }
        val after = text.slice(shown.last.to, node.parts.last.to)
        Inequality(operands, after, relations, quantity.getOrElse(Quantity.Count))
      }
    }

    /** The text of a side, with its metrics for their names. */
    private def template(side: Node, own: Reference): Vector[Either[String, Reference]] = {
      val (names, last) = side.leaves.foldLeft((Vector.empty[Either[String, Reference]], side.from)) {
        case ((done, from), leaf) =>
          reference(leaf, own).fold((done, from))(of =>
            (done :+ Left(text.slice(from, leaf.from)) :+ Right(of), leaf.to)
          )
      }
      (names :+ Left(text.slice(last, side.to))).filterNot(_ == Left(""))
    }

    private def metric(node: Node): Checked[Option[Reference]] = node.kind match {
      case Kind.Name(name, of) =>
        words
          .quantity(name)
          .map(quantity => Some(Reference(name, quantity, of)))
          .toRight(Mistake(node.from, words.unknown(name)))
      case _ => Right(None)
    }

    /** @param own the metric that `baseline` stands for */
    private def reference(node: Node, own: Reference): Option[Reference] =
      if (node.kind == Kind.Baseline) Some(own.copy(ofBaseline = true)) else metric(node).toOption.flatten

    private def term(node: Node, own: Reference): Checked[Measure] = node.kind match {
      case Kind.Number(value, quantity) => Right(Measure(node, quantity, _ => value))
      case Kind.Arithmetic(symbol) =>
        for {
          left <- term(node.parts(0), own)
          right <- term(node.parts(1), own)
          typed <- operation(node, left, symbol, right)
        } yield typed
      case _ =>
        reference(node, own)
          .map(of => Measure(node, Some(of.quantity), _(of).fold(_ => Double.NaN, _.value)))
          .toRight(Mistake(node.from, s"${shown(node)} is a condition, where a number or a metric must be."))
    }

    private def operation(node: Node, one: Measure, symbol: String, other: Measure): Checked[Measure] = {
      val right = if ("×÷".contains(symbol)) other.beside(one) else other
      val left = if (symbol == "×") one.beside(right) else one
      val compute = operators(symbol)
      def is(one: Quantity, other: Quantity): Boolean = left.quantity.contains(one) && right.quantity.contains(other)
      (symbol match {
        case "+" => agreed(Vector(left, right), "added").map(_ -> 1.0)
        case "-" => agreed(Vector(left, right), "subtracted").map(_ -> 1.0)
        // Little's law: requests/s × seconds is a number, a number ÷ requests/s is a time
        case "×" if is(Quantity.PerSecond, Quantity.Time) || is(Quantity.Time, Quantity.PerSecond) =>
          Right(Some(Quantity.Count) -> 0.001)
        case "÷" if is(Quantity.Count, Quantity.PerSecond) => Right(Some(Quantity.Time) -> 1000.0)
        case "×" if left.isPlain => Right(right.quantity.orElse(left.quantity) -> 1.0)
        case "×" if right.isPlain => Right(left.quantity -> 1.0)
        case "÷" if right.isPlain => Right(left.quantity.orElse(right.quantity) -> 1.0)
        case "÷" if left.quantity == right.quantity => Right(Some(Quantity.Count) -> 1.0)
        case _ => disagree(left, right, "multiplied or divided")
      }).map { case (quantity, unit) =>
        Measure(node, quantity, values => compute(left.term(values), right.term(values)) * unit)
      }
    }

    private val operators =
      Map[String, (Double, Double) => Double]("+" -> (_ + _), "-" -> (_ - _), "×" -> (_ * _), "÷" -> (_ / _))

    private def agreed(all: Vector[Measure], what: String): Checked[Option[Quantity]] = {
      val units = all.filter(_.quantity.nonEmpty)
      units.find(_.quantity != units.head.quantity) match {
        case Some(other) => disagree(units.head, other, what)
        case None => Right(units.headOption.flatMap(_.quantity))
      }
    }

    private def disagree(one: Measure, other: Measure, what: String): Either[Mistake, Nothing] =
      wrong(other.node, s"${noun(one)} and ${noun(other)} cannot be $what.")

    private def noun(typed: Measure): String = shown(typed.node) + (typed.quantity match {
      case Some(Quantity.Time) => " (a time)"
      case Some(Quantity.Percent) => " (a percentage)"
      case Some(Quantity.PerSecond) => " (a rate)"
      case _ => " (a number without a unit)"
    })

    private def allow(condition: Boolean, node: Node, otherwise: String): Checked[Unit] =
      if (condition) Right(()) else wrong(node, otherwise)

    private def wrong(node: Node, sentence: String): Either[Mistake, Nothing] = Left(Mistake(node.from, sentence))

    private def shown(node: Node): String = text.slice(node.from, node.to)
  }
}
