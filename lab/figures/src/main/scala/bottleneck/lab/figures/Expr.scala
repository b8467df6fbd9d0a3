package bottleneck.lab.figures

import bottleneck.lab.figures.Truth._
import bottleneck.lab.figures.statistics.MannWhitneyTest

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

/** A metric in an expression: of all requests or `of` a request, group or variant; `ofBaseline` of an earlier run. */
final case class Reference(metric: String, quantity: Quantity, of: Option[String], ofBaseline: Boolean = false) {
  def text: String = if (ofBaseline) "baseline" else metric + of.fold("")(name => s"""["$name"]""")
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
    } yield outcome.flatMap(of =>
      Metrics.named(reference.metric).flatMap(_.of(of)).toRight(s"no value: ${reference.text}")
    )
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

/** Truth of a criterion, and its comparisons from left to right with their numbers: `p95 = 431 ms < 500 ms`. The
  * `margin` is how many times as wide the 95 % interval of its numbers could be before another truth is possible:
  * positive where the numbers alone say yes, negative where no; from −1 to 1 the criterion is undecided.
  */
final case class Judgement(truth: Truth, evidence: Vector[String], margin: Double)

/** A criterion: one text that is parsed, shown and judged. See [[ExprParser]] for its language. */
sealed trait Expr {
  import Expr.Values

  /** Criteria that it is made of. */
  def parts: Vector[Expr]

  def references: Vector[Reference] = parts.flatMap(_.references).distinct

  /** Those of them whose own uncertainty decides, not the spread of their runs: all but those of pairs. */
  def uncertain: Vector[Reference] = parts.flatMap(_.uncertain).distinct

  def judge(values: Values): Judgement

  /** @param read value of a metric, or why there is none: then its comparison is undecided */
  final def judge(read: Reference => Either[Problem, Either[String, Estimate]]): Either[Problem, Judgement] =
    Problem.each(references)(reference => read(reference).map(reference -> _)).map(all => judge(Values(all.toMap)))

  final def judge(run: Run, baseline: Option[Run]): Either[Problem, Judgement] = judge(Reference.in(run, baseline)(_))
}

object Expr {

  /** Values of metrics, or on the left why one has none; what may be wrong with them; those of single runs; and the
    * digits that evidence shows.
    */
  final case class Values(
      of: Map[Reference, Either[String, Estimate]],
      errors: Vector[Error] = Vector.empty,
      ofEach: Reference => Vector[Double] = _ => Vector.empty,
      significant: Int = 6
  ) {
    def apply(reference: Reference): Either[String, Estimate] = of(reference)

    def moved(to: Map[Reference, Double]): Values =
      copy(of ++ to.map { case (reference, value) => reference -> Right(Estimate(value)) })

    private[Expr] def exact: Values =
      copy(of.map { case (reference, found) => reference -> found.map(_.copy(interval = None)) })

    /** Each value's own interval is an error of it alone. */
    private[Expr] def withIntervals: Values = copy(errors = errors ++ (for {
      (reference, found) <- of.toVector; (low, high) <- found.toOption.flatMap(_.interval)
    } yield Error(Vector(low, high).map(end => Map(reference -> end)))))
  }

  /** An independent error: the values of all metrics that it moves, at each end of its 95 % interval. */
  final case class Error(ends: Vector[Map[Reference, Double]]) {
    def moves(reference: Reference): Boolean = ends.exists(_.contains(reference))
  }

  /** A number, a metric or an operation on them; not a number where a metric has no value. */
  type Term = Values => Double

  /** A problem is a sentence and, below it, the expression with a caret under the place. */
  def parse(text: String, words: Vocabulary = Vocabulary.ofRequests): Either[Problem, Expr] =
    ExprParser.parse(text, words)

  /** A number such as `users ÷ throughput`, without a comparison. */
  def formula(text: String, words: Vocabulary): Either[Problem, Formula] = ExprParser.formula(text, words)

  final case class Formula(references: Vector[Reference], quantity: Quantity, term: Term)

  /** Metrics that an expression may name. */
  trait Vocabulary {
    def quantity(name: String): Option[Quantity]

    /** A sentence on a name that is none of them. */
    def unknown(name: String): String
  }

  object Vocabulary {

    val ofRequests: Vocabulary = new Vocabulary {
      def quantity(name: String): Option[Quantity] = Metrics.named(name).map(_.quantity)

      def unknown(name: String): String = {
        val (ofOk, others) = Metrics.all.diff(Metrics.reported).map(_.name).partition(_.endsWith(".ok"))
        nearTo(name, others ++ ofOk).getOrElse(
          s"$name is no metric: there are ${others.mkString(", ")}, and times of OK responses such as p95.ok."
        )
      }
    }

    def nearTo(name: String, known: Vector[String]): Option[String] = {
      val near = Problem.nearest(name, known).filter(_._2 <= name.length / 2).map(_._1).take(3)
      Option.when(near.nonEmpty)(s"$name is no metric: near are ${near.mkString(", ")}.")
    }
  }

  /** `of`, which is undecided unless the condition holds. */
  final case class Given(of: Expr, condition: Expr) extends Expr {
    def parts: Vector[Expr] = Vector(of, condition)

    def judge(values: Values): Judgement = {
      val (judged, needed) = (of.judge(values), condition.judge(values))
      val margin = math.min(math.abs(judged.margin), math.max(0, needed.margin)) * math.signum(judged.margin)
      val truth = if (needed.truth == Yes) judged.truth else Undecided
      Judgement(truth, judged.evidence ++ needed.evidence, margin)
    }
  }

  /** A comparison of two variants in each pair of a run of either, decided by so many pairs as chance alone has in 2.5
    * % of cases at most: either verdict may be wrong, 5 % together.
    */
  final case class Pairs(of: Expr) extends Expr {
    def parts: Vector[Expr] = Vector(of)

    override def uncertain: Vector[Reference] = Vector.empty

    def judge(values: Values): Judgement = {
      val (one, other) = (references.head, references.last)
      val (these, those) = (values.ofEach(one), values.ofEach(other))
      val exact = values.copy(errors = Vector.empty)
      val truths =
        for { a <- these; b <- those } yield of.judge(exact.moved(Map(one -> a, other -> b))).truth
      def isShown(truth: Truth): Boolean =
        MannWhitneyTest.pValueAbove(truths.count(_ == truth), these.size, those.size) <= 0.025
      val seen = Vector(one, other).map(reference =>
        s"${reference.text} = ${values.ofEach(reference).sorted.map(written(_, reference.quantity, values.significant)).mkString(", ")}"
      )
      val counted = seen :+ s"it holds in ${truths.count(_ == Yes)} of ${truths.size} pairs of runs"
      if (truths.nonEmpty && isShown(Yes)) Judgement(Yes, counted, Double.PositiveInfinity)
      else if (truths.nonEmpty && isShown(No)) Judgement(No, counted, Double.NegativeInfinity)
      else Judgement(Undecided, counted, 0)
    }
  }

  final case class Not(of: Expr) extends Expr {
    def parts: Vector[Expr] = Vector(of)

    def judge(values: Values): Judgement = {
      val judgement = of.judge(values)
      judgement.copy(truth = judgement.truth.not, margin = -judgement.margin)
    }
  }

  /** Parts joined by `and` or by `or`. */
  final case class Logic(isAnd: Boolean, parts: Vector[Expr]) extends Expr {
    def judge(values: Values): Judgement = {
      val all = parts.map(_.judge(values))
      Judgement(
        all.map(_.truth).reduce((one, other) => if (isAnd) one.and(other) else one.or(other)),
        all.flatMap(_.evidence),
        all.map(_.margin).reduce((one, other) => if (isAnd) math.min(one, other) else math.max(one, other))
      )
    }
  }

  /** A side of an inequality: what stands before it, and its text with the metrics in it. */
  final case class Operand(before: String, parts: Vector[Either[String, Reference]], term: Term)

  /** A comparison: relations that must all hold. The values and their errors decide; where it has `baseline`, so do the
    * intervals of both runs: see [[Relation]]. `after` stands after the last operand, such as ` ± 5%`.
    */
  final case class Inequality(
      operands: Vector[Operand],
      after: String,
      relations: Vector[Relation],
      quantity: Quantity
  ) extends Expr {
    def parts: Vector[Expr] = Vector.empty

    override def references: Vector[Reference] = operands.flatMap(_.parts).flatMap(_.toOption).distinct

    override def uncertain: Vector[Reference] = references

    def judge(all: Values): Judgement = {
      val isCompared = references.exists(_.ofBaseline)
      val values = if (isCompared) all.withIntervals else all.exact
      val judged = relations.map(_.judge(values))
      val exact = references.filter(values(_).exists(_.interval.isEmpty))
      val note = references.flatMap(values(_).left.toOption) match {
        case missing if missing.nonEmpty => s" (${missing.mkString("; ")})"
        case _ if !isCompared || exact.isEmpty => ""
        case _ if exact == references => " (no interval: the exact values decide)"
        case _ => s" (no interval: ${exact.map(_.text).mkString(", ")})"
      }
      Judgement(
        judged.map(_._1).reduce(_ and _),
        Vector(operands.map(shown(_, values)).mkString + after + note),
        judged.map(_._2).min
      )
    }

    private def shown(operand: Operand, values: Values): String = operand.before + (operand.parts match {
      case Vector(Right(only)) => s"${only.text} = ${shown(only, values)}"
      case Vector(Left(number)) => number
      case parts =>
        val text = parts.map(
          _.fold(identity, of => if (of.ofBaseline) shown(of, values) else s"(${of.text} = ${shown(of, values)})")
        )
        s"${text.mkString} = ${written(operand.term(values), quantity, values.significant)}"
    })

    private def shown(reference: Reference, values: Values): String =
      values(reference).toOption.fold(Numbers.none) { estimate =>
        def text(of: Double): String = digits(of, values.significant)
        val interval = estimate.interval.fold("") { case (low, high) => s" (${text(low)} to ${text(high)})" }
        written(estimate.value, reference.quantity, values.significant) + interval
      }
  }

  /** `left operator right`, both of one quantity. It holds, or not, where the whole interval of their difference says
    * so.
    *
    * That interval is MOVER's (Zou and Donner 2008, Statistics in Medicine 27): on each side the root of the sum of the
    * squares of what the ends of each independent error change. What has no error is exact.
    */
  final case class Relation(left: Term, operator: String, right: Term) {

    /** Its truth, and its margin as in [[Judgement]]. */
    def judge(values: Values): (Truth, Double) = {
      val exact = difference(values)
      val changes = values.errors.map(_.ends.map(end => difference(values.moved(end)) - exact))
      def root(of: Vector[Double]): Double = math.sqrt(of.map(change => change * change).sum)
      val low = exact - root(changes.map(ends => math.min(0, ends.min)))
      val high = exact + root(changes.map(ends => math.max(0, ends.max)))
      if (!java.lang.Double.isFinite(high - low)) Undecided -> 0 // a value is missing, or divided by 0
      else {
        val toZero = if (exact > 0) exact - low else high - exact
        val margin =
          if (low == high) Double.PositiveInfinity else if (exact == 0) 0 else math.abs(exact) / toZero
        within(low, high) -> (if (within(exact, exact) == Yes) margin else -margin)
      }
    }

    private def within(low: Double, high: Double): Truth = operator match {
      case "<" => decided(high < 0, low >= 0)
      case "<=" => decided(high <= 0, low > 0)
      case ">" => decided(low > 0, high <= 0)
      case ">=" => decided(low >= 0, high < 0)
      case _ => decided(low == 0 && high == 0, low > 0 || high < 0)
    }

    private def decided(yes: Boolean, no: Boolean): Truth = if (yes) Yes else if (no) No else Undecided

    /** 0 for what differs by rounding alone: 1.15 × 100 is 115. */
    private def difference(values: Values): Double = {
      val (one, other) = (left(values), right(values))
      if (math.abs(one - other) / math.max(math.abs(one), math.abs(other)) <= 1e-12) 0 else one - other
    }
  }

  /** A value as the language writes it. */
  private def written(value: Double, quantity: Quantity, significant: Int): String = digits(value, significant) match {
    case Numbers.none => Numbers.none
    case text if quantity == Quantity.Time => s"$text ms"
    case text if quantity == Quantity.PerSecond => s"$text/s"
    case text => text + quantity.unit
  }

  /** A whole number as it is, any other to so many digits. */
  private def digits(value: Double, significant: Int): String =
    if (value == math.rint(value) || value.isNaN) Numbers.fixed(value, 0)
    else {
      val decimals = math.min(15, math.max(0, significant - 1 - math.floor(math.log10(math.abs(value))).toInt))
      val text = Numbers.fixed(value, decimals)
      if (decimals == 0) text else Numbers.withoutZeros(text)
    }
}
