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

  /** Values in a run and in the baseline; nothing where a metric has none. */
  def in(run: Run, baseline: Option[Run])(reference: Reference): Either[Problem, Option[Estimate]] =
    for {
      read <-
        if (!reference.ofBaseline) Right(run)
        else baseline.toRight(Problem("baseline needs an earlier run: give its JSON with --baseline."))
      outcome <- reference.of.fold[Either[Problem, Outcome]](Right(read.total))(name =>
        read.outcome(name).toRight(unknown(name, read, if (reference.ofBaseline) "The baseline" else "The run"))
      )
    } yield reference.metric.of(outcome)

  private def unknown(name: String, run: Run, where: String): Problem = {
    def quoted(names: Vector[String]): String = names.map(name => s""""$name"""").mkString(", ")
    val known = (run.requests ++ run.groups).map(_._1).distinct
    val same = known.filter(_.endsWith(s" / $name"))
    val near = Problem.nearest(name, known).map(_._1).take(3)
    Problem(
      if (same.nonEmpty) s"""$where has several requests "$name": write one of ${quoted(same)}."""
      else s"""$where has no request or group "$name"${if (near.isEmpty) "" else s": near are ${quoted(near)}"}."""
    )
  }
}

/** A comparison of a criterion, such as `p95 < 500`, and its text with its numbers: `p95 = 431 ms < 500 ms`. */
final case class Evidence(comparison: String, text: String, truth: Truth)

/** Truth of a criterion, and its comparisons from left to right. */
final case class Judgement(truth: Truth, evidence: Vector[Evidence])

/** A criterion: one text that is parsed, shown and judged. See [[ExprParser]] for its language. */
sealed trait Expr {
  import Expr.Values

  /** The metrics that it needs. */
  def references: Vector[Reference]

  protected[model] def judgement(values: Values): Judgement

  /** @param read value of a metric; without one its comparison is undecided */
  final def judge(read: Reference => Either[Problem, Option[Estimate]]): Either[Problem, Judgement] =
    Problem
      .each(references)(reference => read(reference).map(_.map(reference -> _)))
      .map(all => judgement(all.flatten.toMap))

  final def judge(run: Run, baseline: Option[Run]): Either[Problem, Judgement] = judge(Reference.in(run, baseline)(_))
}

object Expr {
  type Values = Map[Reference, Estimate]

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

  /** One side of a comparison.
    *
    * @param before
    *   what stands between it and the side before
    * @param parts
    *   its text, with the metrics in it
    */
  final case class Side(before: String, parts: Vector[Either[String, Reference]], term: Term)

  /** Relations that must all hold. Exact values decide, unless the comparison has `baseline`: then the intervals of
    * both runs do, see [[Relation]].
    *
    * @param after
    *   what stands after the last side, such as ` ± 5%`
    * @param quantity
    *   of all sides
    */
  final case class Comparison(sides: Vector[Side], after: String, relations: Vector[Relation], quantity: Quantity)
      extends Expr {
    def references: Vector[Reference] = sides.flatMap(_.parts).flatMap(_.toOption).distinct

    protected[model] def judgement(all: Values): Judgement = {
      val isCompared = references.exists(_.ofBaseline)
      val values = if (isCompared) all else all.map { case (of, estimate) => of -> estimate.copy(interval = None) }
      val truth = relations.map(_.truth(values)).reduce(_ and _)
      val exact = references.filter(values.get(_).exists(_.interval.isEmpty))
      val note = references.filterNot(values.contains) match {
        case missing if missing.nonEmpty => s" (no value: ${missing.map(_.text).mkString(", ")})"
        case _ if !isCompared || exact.isEmpty => ""
        case _ if exact == references => " (no interval: the exact values decide)"
        case _ => s" (no interval: ${exact.map(_.text).mkString(", ")})"
      }
      val plain = sides.map(side => side.before + side.parts.map(_.fold(identity, _.text)).mkString).mkString + after
      Judgement(truth, Vector(Evidence(plain, sides.map(shown(_, values)).mkString + after + note, truth)))
    }

    private def shown(side: Side, values: Values): String = side.before + (side.parts match {
      case Vector(Right(only)) => s"${only.text} = ${shown(only, values)}"
      case Vector(Left(number)) => number
      case parts =>
        val text = parts.map(
          _.fold(identity, of => if (of.ofBaseline) shown(of, values) else s"(${of.text} = ${shown(of, values)})")
        )
        s"${text.mkString} = ${written(side.term(values), quantity)}"
    })

    private def shown(reference: Reference, values: Values): String =
      values.get(reference).fold(Numbers.none) { estimate =>
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
      val changes = values.toVector.flatMap { case (reference, Estimate(_, interval)) =>
        interval.map { case (low, high) =>
          Vector(low, high).map(end => difference(values.updated(reference, Estimate(end))) - exact)
        }
      }
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
