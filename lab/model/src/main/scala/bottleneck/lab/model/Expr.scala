package bottleneck.lab.model

import bottleneck.lab.model.Truth._

/** Truth value of Kleene's three-valued logic: what is undecided stays so unless the other side decides. */
sealed trait Truth {
  def and(other: Truth): Truth =
    if (this == No || other == No) No else if (this == Yes && other == Yes) Yes else Undecided

  def or(other: Truth): Truth = this.not.and(other.not).not

  def not: Truth = this match {
    case Yes => No
    case No => Yes
    case Undecided => Undecided
  }
}

object Truth {
  case object Yes extends Truth
  case object No extends Truth
  case object Undecided extends Truth
}

/** A metric in an expression: of all requests or, with `of`, of a request, a group or a variant.
  *
  * @param ofBaseline
  *   in the run that the expression calls `baseline`
  */
final case class Reference(metric: Metric, of: Option[String], ofBaseline: Boolean = false) {
  def text: String = if (ofBaseline) "baseline" else metric.name + of.fold("")(name => s"""["$name"]""")
}

object Reference {

  val needsBaseline: Problem = Problem("baseline needs an earlier run: give its JSON with --baseline.")

  /** Value in a run or in the baseline, or on the left of the second why there is none: a clause. A service that is
    * down has no record of a request, and an earlier run none of a new one.
    */
  def in(run: Run, baseline: Option[Run])(reference: Reference): Either[Problem, Either[String, Estimate]] = {
    val where = if (reference.ofBaseline) "the baseline" else "the run"
    for {
      read <- if (reference.ofBaseline) baseline.toRight(needsBaseline) else Right(run)
      outcome <- reference.of.fold[Either[Problem, Either[String, Outcome]]](Right(Right(read.total)))(name =>
        read.outcome(name).fold(absent(name, read, where))(outcome => Right(Right(outcome)))
      )
    } yield outcome.flatMap(reference.metric.of(_).toRight(s"no value: ${reference.text}"))
  }

  private def absent(name: String, run: Run, where: String): Either[Problem, Either[String, Outcome]] = {
    def quoted(names: Vector[String]): String = names.map(name => s""""$name"""").mkString(", ")
    val known = (run.requests ++ run.groups).map(_._1).distinct
    val same = known.filter(_.endsWith(Run.separator + name))
    val near = Problem.nearest(name, known).map(_._1).take(3)
    if (same.nonEmpty)
      Left(Problem(s"""${where.capitalize} has several requests "$name": write one of ${quoted(same)}."""))
    else
      Right(
        Left(s"""$where has no request or group "$name"${if (near.isEmpty) "" else s": near are ${quoted(near)}"}""")
      )
  }
}

/** Truth of a criterion, and its comparisons from left to right with their numbers: `p95 = 431 ms < 500 ms`. */
final case class Judgement(truth: Truth, evidence: Vector[String])

/** A criterion: one text that is parsed, shown and judged. See [[ExprParser]] for its language. */
sealed trait Expr {
  import Expr.Values

  /** The metrics that it needs. */
  def references: Vector[Reference]

  protected[model] def judgement(values: Values): Judgement

  /** @param read value of a metric, or why there is none: then its comparison is undecided */
  final def judge(read: Reference => Either[Problem, Either[String, Estimate]]): Either[Problem, Judgement] =
    Problem.each(references)(reference => read(reference).map(reference -> _)).map(all => judgement(all.toMap))

  final def judge(run: Run, baseline: Option[Run]): Either[Problem, Judgement] = judge(Reference.in(run, baseline)(_))
}

object Expr {

  /** On the left, why a metric has no value. */
  type Values = Map[Reference, Either[String, Estimate]]

  /** A number, a metric or an operation on them; not a number where a metric has no value. */
  type Term = Values => Double

  /** A problem is a sentence and, below it, the expression with a caret under the place. */
  def parse(text: String): Either[Problem, Expr] = ExprParser.parse(text)

  final case class Not(of: Expr) extends Expr {
    def references: Vector[Reference] = of.references

    protected[model] def judgement(values: Values): Judgement = {
      val judgement = of.judgement(values)
      judgement.copy(truth = judgement.truth.not)
    }
  }

  /** Parts joined by `and` or by `or`. */
  final case class Logic(isAnd: Boolean, parts: Vector[Expr]) extends Expr {
    def references: Vector[Reference] = parts.flatMap(_.references).distinct

    protected[model] def judgement(values: Values): Judgement = {
      val all = parts.map(_.judgement(values))
      Judgement(
        all.map(_.truth).reduce((one, other) => if (isAnd) one.and(other) else one.or(other)),
        all.flatMap(_.evidence)
      )
    }
  }

  /** A side of an inequality.
    *
    * @param before
    *   what stands between it and the one before
    * @param parts
    *   its text, with the metrics in it
    */
  final case class Operand(before: String, parts: Vector[Either[String, Reference]], term: Term)

  /** A comparison: relations that must all hold. Exact values decide, unless the comparison has `baseline`: then the
    * intervals of both runs do, see [[Relation]].
    *
    * @param after
    *   what stands after the last operand, such as ` ± 5%`
    * @param quantity
    *   of all operands
    */
  final case class Inequality(
      operands: Vector[Operand],
      after: String,
      relations: Vector[Relation],
      quantity: Quantity
  ) extends Expr {
    def references: Vector[Reference] = operands.flatMap(_.parts).flatMap(_.toOption).distinct

    protected[model] def judgement(all: Values): Judgement = {
      val isCompared = references.exists(_.ofBaseline)
      val values =
        if (isCompared) all else all.map { case (of, found) => of -> found.map(_.copy(interval = None)) }
      val truth = relations.map(_.truth(values)).reduce(_ and _)
      val exact = references.filter(values(_).exists(_.interval.isEmpty))
      val note = references.flatMap(values(_).left.toOption) match {
        case missing if missing.nonEmpty => s" (${missing.mkString("; ")})"
        case _ if !isCompared || exact.isEmpty => ""
        case _ if exact == references => " (no interval: the exact values decide)"
        case _ => s" (no interval: ${exact.map(_.text).mkString(", ")})"
      }
      Judgement(truth, Vector(operands.map(shown(_, values)).mkString + after + note))
    }

    private def shown(operand: Operand, values: Values): String = operand.before + (operand.parts match {
      case Vector(Right(only)) => s"${only.text} = ${shown(only, values)}"
      case Vector(Left(number)) => number
      case parts =>
        val text = parts.map(
          _.fold(identity, of => if (of.ofBaseline) shown(of, values) else s"(${of.text} = ${shown(of, values)})")
        )
        s"${text.mkString} = ${written(operand.term(values), quantity)}"
    })

    private def shown(reference: Reference, values: Values): String =
      values(reference).toOption.fold(Numbers.none) { estimate =>
        val interval = estimate.interval.fold("") { case (low, high) => s" (${digits(low)} to ${digits(high)})" }
        written(estimate.value, reference.metric.quantity) + interval
      }
  }

  /** `left operator right`, both of one quantity. It holds, or not, where the whole interval of their difference says
    * so.
    *
    * That interval is MOVER's (Zou and Donner 2008, Statistics in Medicine 27), for independent errors: on each side
    * the root of the sum of the squares of what the ends of each value's interval change. What has no interval is
    * exact.
    */
  final case class Relation(left: Term, operator: String, right: Term) {
    def truth(values: Values): Truth = {
      val exact = difference(values)
      val changes = for {
        (reference, found) <- values.toVector; (low, high) <- found.toOption.flatMap(_.interval)
      } yield Vector(low, high).map(end => difference(values.updated(reference, Right(Estimate(end)))) - exact)
      def root(of: Vector[Double]): Double = math.sqrt(of.map(change => change * change).sum)
      val low = exact - root(changes.map(ends => math.min(0, ends.min)))
      val high = exact + root(changes.map(ends => math.max(0, ends.max)))
      operator match {
        case _ if !java.lang.Double.isFinite(high - low) => Undecided // a value is missing, or divided by 0
        case "<" => decided(high < 0, low >= 0)
        case "<=" => decided(high <= 0, low > 0)
        case ">" => decided(low > 0, high <= 0)
        case ">=" => decided(low >= 0, high < 0)
        case _ => decided(low == 0 && high == 0, low > 0 || high < 0)
      }
    }

    private def decided(yes: Boolean, no: Boolean): Truth = if (yes) Yes else if (no) No else Undecided

    /** 0 for what differs by rounding alone: 1.15 × 100 is 115. */
    private def difference(values: Values): Double = {
      val (one, other) = (left(values), right(values))
      if (math.abs(one - other) / math.max(math.abs(one), math.abs(other)) <= 1e-12) 0 else one - other
    }
  }

  /** A value as the language writes it. */
  private def written(value: Double, quantity: Quantity): String = digits(value) match {
    case Numbers.none => Numbers.none
    case text if quantity == Quantity.Time => s"$text ms"
    case text if quantity == Quantity.PerSecond => s"$text/s"
    case text => text + quantity.unit
  }

  /** A whole number as it is, any other to six digits. */
  private def digits(value: Double): String =
    if (value == math.rint(value) || value.isNaN) Numbers.fixed(value, 0)
    else {
      val decimals = math.min(15, math.max(0, 5 - math.floor(math.log10(math.abs(value))).toInt))
      Numbers.fixed(value, decimals).reverse.dropWhile(_ == '0').dropWhile(_ == '.').reverse
    }
}
