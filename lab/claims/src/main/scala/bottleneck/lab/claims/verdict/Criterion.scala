package bottleneck.lab.claims.verdict

import bottleneck.lab.figures.record.{Result, TurnsResult}
import bottleneck.lab.figures.{Estimate, Expr, Problem, Reference, Truth}

/** A criterion of data/claims.csv: one text that is shown, hashed and judged.
  *
  * Its metrics are those of [[RunMetrics]], each of a variant of `study`, or of another study that is named:
  * `throughput[no index]`, `p99[same-users: 5 × 60 threads]`; `stall[CREATE INDEX | GET /journals]` is of one request.
  */
final case class Criterion private (study: String, text: String, expr: Expr) {
  import Criterion._

  private val lookup = new Lookup(study, expr.references)

  /** By the evidence of a study, by its id. */
  def judge(evidence: String => Evidence): Judgement = values(evidence).map { values =>
    val judged = expr.judge(values)
    val shown = judged.evidence.mkString("; ").replace("[\"", "[").replace("\"]", "]")
    val isUncertain = expr.uncertain.exists(of => values.errors.exists(_.moves(of)))
    // errors cover what a disturbance may have changed, but not in pairs
    val isCovered = isUncertain && expr.uncertain == expr.references
    val stands = isCovered || undisturbed(evidence) == Right(judged.truth)
    Judgement(
      if (stands) verdictOf(judged.truth) else Verdict.Undecided,
      shown,
      Some(judged.margin).filter(of => isCovered && of != 0 && !of.isInfinite).map(Margin.of)
    )
  }.merge

  /** By the runs that nothing disturbed. */
  private def undisturbed(evidence: String => Evidence): Either[Judgement, Truth] =
    lookup.values(evidence(_).undisturbed).map(of => expr.judge(of.copy(errors = Vector.empty)).truth)

  def places: Vector[(String, String)] = lookup.places

  /** Hashes of all criteria, by statement, in each run that it looks at: those of the time when it was made. */
  def recorded(evidence: String => Evidence): Vector[Map[String, String]] = lookup.recorded(evidence)

  /** Its numbers and their errors; on the left, why there are none. */
  def values(evidence: String => Evidence): Either[Judgement, Expr.Values] = lookup.values(evidence)
}

object Criterion {

  /** Digits of numbers in evidence. */
  private val significant = 4

  /** Standard deviations from the middle to an end of a 95 % interval. */
  private val half = 1.96

  def parse(study: String, text: String): Either[Problem, Criterion] =
    Expr.parse(text, RunMetrics).map(Criterion(study, text, _))

  private def verdictOf(truth: Truth): Verdict = truth match {
    case Truth.Yes => Verdict.Reproduced
    case Truth.No => Verdict.Refuted
    case Truth.Undecided => Verdict.Undecided
  }

  /** Finds what metrics name, beginning at a study. */
  private[verdict] final class Lookup(study: String, references: Vector[Reference]) {

    def places: Vector[(String, String)] =
      references.flatMap(of => variants(of).map(variant => placeOf(of).study -> variant)).distinct

    def recorded(evidence: String => Evidence): Vector[Map[String, String]] = references.flatMap { of =>
      val there = evidence(placeOf(of).study)
      (of.metric, variants(of)) match {
        case (RunMetrics.turns, Vector(one, other)) => there.byTurns(one, other).map(_.criteria)
        case (_, variants) => variants.flatMap(there.variant(_)).flatMap(_.counted).map(_.run.criteria)
      }
    }

    private def placeOf(reference: Reference): Place = Place.of(study, reference.of.getOrElse(""))

    private def variants(reference: Reference): Vector[String] = {
      val variant = placeOf(reference).variant
      if (reference.metric == RunMetrics.turns) variant.split(" ÷ ").toVector else Vector(variant)
    }

    /** Numbers of a sentence: none unless all are there, and several runs by turns have something in common. */
    def agreed(evidence: String => Evidence): Option[Expr.Values] =
      sources(evidence).toOption.filter(_.values.forall(_.agrees)).map(valuesOf)

    def values(evidence: String => Evidence): Either[Judgement, Expr.Values] = sources(evidence).map(valuesOf)

    private def valuesOf(sources: Map[Reference, Source]): Expr.Values = Expr.Values(
      sources.map { case (of, source) => of -> source.value.map(Estimate(_)).toRight(s"not measured: ${of.text}") },
      errors(sources),
      of => sources(of).each,
      significant
    )

    private def sources(evidence: String => Evidence): Either[Judgement, Map[Reference, Source]] = {
      val together = shared(evidence)
      Problem.each(references)(reference => source(reference, evidence, together).map(reference -> _)).map(_.toMap)
    }

    /** The newest run by turns of all variants that are named, if there is one. */
    private def shared(evidence: String => Evidence): Option[String] = {
      val named =
        references.filterNot(of => of.metric == RunMetrics.turns).map(placeOf).map(of => of.study -> of.variant)
      val ids = named.distinct.map { case (study, variant) =>
        evidence(study).variant(variant).toVector.flatMap(_.alike).flatMap(_.result.shared.map(_.id))
      }
      if (ids.size < 2) None else ids.reduce(_ intersect _).headOption
    }

    private def source(
        reference: Reference,
        evidence: String => Evidence,
        shared: Option[String]
    ): Either[Judgement, Source] = {
      val place = placeOf(reference)
      val there = evidence(place.study)
      (reference.metric, variants(reference)) match {
        case (RunMetrics.turns, Vector(one, other)) =>
          val figures = there.byTurns(one, other).flatMap(_.figure(TurnsResult.throughput))
          val ends = figures.map(of => (of.low, of.high))
          Either.cond(
            figures.nonEmpty,
            OfTurns(figures.head.ratio, ends),
            Judgement(Verdict.NotRun, s"there is no run of '$one' and '$other' by turns")
          )
        case (RunMetrics.runs, _) =>
          there.counted(place.variant).map(variant => Exact(variant.alike.size.toDouble))
        case (name, _) =>
          there.counted(place.variant).map { variant =>
            val over = name.split(' ').init.headOption
            val metric = RunMetrics.metric(name)
            def measured(runs: Vector[StoredResult]): Vector[(StoredResult, Estimate)] = for {
              run <- runs
              value <- metric.flatMap(_.of(run.result, place.request))
            } yield run -> value
            val together = shared.flatMap(id => variant.alike.find(_.result.shared.exists(_.id == id)))
            val runs = if (over.isDefined) variant.alike else Vector(together.getOrElse(variant.typical))
            val follows = metric.fold(RunMetric.nothing)(_.follows)
            OfRuns(measured(runs), over, measured(variant.alike).map(_._2.value), follows)
          }
      }
    }
  }

  private final case class Place(study: String, variant: String, request: Option[String])

  private object Place {
    private val ofStudy = "([a-z0-9-]+): (.+)".r

    def of(own: String, text: String): Place = {
      val (study, rest) = text match {
        case ofStudy(study, rest) => (study, rest)
        case _ => (own, text)
      }
      val parts = rest.split(" \\| ", 2)
      Place(study, parts.head, parts.lift(1))
    }
  }

  /** Where the number of a metric comes from. `each` run's value is for pairs; `agrees` is false where runs by turns do
    * not overlap.
    */
  private sealed trait Source {
    def value: Option[Double]
    def each: Vector[Double] = Vector.empty
    def agrees: Boolean = true
  }

  private final case class Exact(number: Double) extends Source {
    def value: Option[Double] = Some(number)
  }

  /** All runs by turns must say the same: the interval is the one that spans theirs. */
  private final case class OfTurns(ratio: Double, intervals: Vector[(Double, Double)]) extends Source {
    def value: Option[Double] = Some(ratio)
    def ends: Vector[Double] = Vector(intervals.map(_._1).min, intervals.map(_._2).max)
    override def agrees: Boolean = intervals.map(_._1).max <= intervals.map(_._2).min
  }

  /** `over` is `min`, `max` or `median` of the runs; none: of the typical one. */
  private final case class OfRuns(
      runs: Vector[(StoredResult, Estimate)],
      over: Option[String],
      override val each: Vector[Double],
      follows: RunMetric.Follows
  ) extends Source {
    def value: Option[Double] = middle(runs.map(_._2.value))

    /** The same where one run's value is another. */
    def moved(some: Vector[StoredResult])(to: (Result, Estimate) => Double): Option[Double] =
      middle(runs.map { case (own, value) => if (some.contains(own)) to(own.result, value) else value.value })

    private def middle(values: Vector[Double]): Option[Double] = over match {
      case Some("min") => values.minOption
      case Some("max") => values.maxOption
      case _ => values.sorted.lift(values.size / 2) // of an even number the upper one
    }
  }

  /** Errors of the sources' numbers: in each run the machine's speed and that of the window beside it, which move all
    * that the run measured together, and the interval of each number that has one.
    */
  private def errors(sources: Map[Reference, Source]): Vector[Expr.Error] = {
    val measured = sources.collect { case (reference, of: OfRuns) => reference -> of }
    def error(ends: Vector[Map[Reference, Option[Double]]]): Expr.Error =
      Expr.Error(ends.map(_.collect { case (of, Some(value)) if !sources(of).value.contains(value) => of -> value }))
    def moving(runs: Vector[StoredResult], machine: Double, window: Double): Expr.Error =
      error(Vector(-half, half).map { z =>
        measured.map { case (reference, of) =>
          reference -> of.moved(runs)((run, value) =>
            value.value * of.follows(run, math.exp(z * machine), math.exp(z * window))
          )
        }
      })
    val all = measured.values.flatMap(_.runs.map(_._1)).toVector.distinct.filter(_.uncertainty.isDefined)
    // what the machine does happens to both variants of a run by turns
    val groups = all.groupBy(run => run.result.shared.fold(run.result.run.id)(_.id)).toVector.sortBy(_._1).map(_._2)
    val ofMachines =
      groups.map(runs => moving(runs, runs.map(run => Uncertainty.betweenRuns(run.result)).max, window = 0))
    val ofWindows = for {
      runs <- groups
      run <- runs
      own <- if (runs.size > 1) Uncertainty.ofPairs(run.result) else run.uncertainty
    } yield moving(Vector(run), machine = 0, own.standard)
    val ofIntervals = for {
      (reference, of) <- measured.toVector
      (run, Estimate(_, Some((low, high)))) <- of.runs
    } yield error(Vector(low, high).map(end => Map(reference -> of.moved(Vector(run))((_, _) => end))))
    val ofTurns = sources.toVector.collect { case (reference, of: OfTurns) =>
      error(of.ends.map(end => Map(reference -> Some(end))))
    }
    (ofMachines ++ ofWindows ++ ofIntervals ++ ofTurns).filter(_.ends.exists(_.nonEmpty))
  }
}
