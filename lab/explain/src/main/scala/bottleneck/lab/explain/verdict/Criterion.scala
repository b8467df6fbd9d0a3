package bottleneck.lab.explain.verdict

import bottleneck.lab.explain.record.{TurnsFigure, TurnsResult}
import bottleneck.lab.model.{Estimate, Expr, Problem, Reference, Truth}
import java.util.IdentityHashMap
import scala.util.Random

/** A criterion of data/claims.csv: one text that is shown, hashed and judged.
  *
  * Its metrics are those of [[RunMetrics]], each of a variant of `study`, or of another study that is named:
  * `throughput[no index]`, `p99[same-users: 5 × 60 threads]`; `stall[CREATE INDEX | GET /journals]` is of one request.
  */
final case class Criterion private (study: String, text: String, expr: Expr) {
  import Criterion._

  private val lookup = new Lookup(study, expr.references)

  /** By the evidence of a study, by its id. */
  def judge(evidence: String => Evidence): Judgement = lookup
    .sources(evidence)
    .map { sources =>
      val judged = said(sources, Exact)
      val verdict = verdictOf(judged.truth)
      val exact = Judgement(verdict, judged.evidence.mkString("; ").replace("[\"", "[").replace("\"]", "]"))
      if (!Verdict.decided(verdict)) exact
      else {
        val agreement = Option.when(expr.uncertain.exists(sources(_).isDrawn))(
          Agreement(verdict, drawn(sources).count(_ == judged.truth).toDouble / draws)
        )
        // draws cover what a disturbance may have changed, but not in pairs
        val isCovered = agreement.isDefined && expr.uncertain == expr.references
        val stands = agreement.forall(_.decides) && (isCovered || undisturbed(evidence) == Right(judged.truth))
        exact.copy(if (stands) verdict else Verdict.Undecided, agreement = agreement)
      }
    }
    .merge

  /** By the runs that nothing disturbed but what it is about. */
  private def undisturbed(evidence: String => Evidence): Either[Judgement, Truth] = {
    val about = expr.references.flatMap(of => RunMetrics.metric(of.metric)).flatMap(_.check).toSet
    lookup.sources(evidence(_).undisturbed(about)).map(said(_, Exact).truth)
  }

  def places: Vector[(String, String)] = lookup.places

  /** Hashes of all criteria, by statement, in each run that it looks at: those of the time when it was made. */
  def recorded(evidence: String => Evidence): Vector[Map[String, String]] = lookup.recorded(evidence)

  /** Its numbers; on the left, why there are none. */
  def values(evidence: String => Evidence): Either[Judgement, Expr.Values] =
    lookup.sources(evidence).map(numbers(_, Exact))

  private def said(sources: Map[Reference, Source], draw: Draw) = expr.judge(numbers(sources, draw))

  private def drawn(sources: Map[Reference, Source]): Vector[Truth] = {
    val random = new Random(seed)
    Vector.fill(draws)(said(sources, new Drawn(random)).truth)
  }
}

/** The uncertainty of numbers goes through a criterion, whatever it computes: they are drawn from their distributions,
  * and each draw is judged (JCGM 101:2008, "Propagation of distributions using a Monte Carlo method", §5).
  */
object Criterion {
  private[explain] val draws = 1000

  /** Digits of numbers in evidence. */
  private val significant = 4

  /** Fixed: the same runs give the same draws. */
  private val seed = 1L

  /** Standard deviations from the middle to an end of a 95 % interval. */
  private val half = 1.96

  def parse(study: String, text: String): Either[Problem, Criterion] =
    Expr.parse(text, RunMetrics).map(Criterion(study, text, _))

  private def verdictOf(truth: Truth): Verdict = truth match {
    case Truth.Yes => Verdict.Reproduced
    case Truth.No => Verdict.Refuted
    case Truth.Undecided => Verdict.Undecided
  }

  private def numbers(sources: Map[Reference, Source], draw: Draw): Expr.Values = new Expr.Values(
    sources.map { case (of, source) => of -> source.value(draw).map(Estimate(_)).toRight(s"not measured: ${of.text}") },
    of => sources(of).each,
    significant
  )

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
      sources(evidence).toOption.filter(_.values.forall(_.agrees)).map(numbers(_, Exact))

    def sources(evidence: String => Evidence): Either[Judgement, Map[Reference, Source]] =
      Problem.each(references)(reference => source(reference, evidence).map(reference -> _)).map(_.toMap)

    private def source(reference: Reference, evidence: String => Evidence): Either[Judgement, Source] = {
      val place = placeOf(reference)
      val there = evidence(place.study)
      (reference.metric, variants(reference)) match {
        case (RunMetrics.turns, Vector(one, other)) =>
          val figures = there.byTurns(one, other).flatMap(_.figure(TurnsResult.throughput))
          Either.cond(
            figures.nonEmpty,
            ofTurns(figures),
            Judgement(Verdict.NotRun, s"there is no run of '$one' and '$other' by turns")
          )
        case (RunMetrics.runs, _) =>
          there.counted(place.variant).map(variant => Source(isDrawn = false)(_ => Some(variant.alike.size.toDouble)))
        case (name, _) =>
          there.counted(place.variant).map { variant =>
            val over = name.split(' ').init.headOption
            val of = if (over.isDefined) variant.alike else Vector(variant.typical)
            val metric = RunMetrics.metric(name)
            def values(runs: Vector[StoredResult]): Vector[(StoredResult, Estimate)] = for {
              run <- runs
              value <- metric.flatMap(_.of(run.result, place.request))
            } yield run -> value
            ofRuns(metric.fold(RunMetric.nothing)(_.follows), over, values(variant.alike).map(_._2.value))(values(of))
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

  /** Where the number of a metric comes from: drawn or exact, with the value of `each` run that counts, for pairs;
    * `agrees` is false where runs by turns do not overlap.
    */
  private[verdict] final case class Source(
      isDrawn: Boolean,
      each: Vector[Double] = Vector.empty,
      agrees: Boolean = true
  )(
      val value: Draw => Option[Double]
  )

  /** All runs by turns must say the same: the interval is the one that spans theirs. */
  private def ofTurns(figures: Vector[TurnsFigure]): Source = {
    val (lows, highs) = (figures.map(_.low), figures.map(_.high))
    val (low, high) = (math.log(lows.min), math.log(highs.max))
    Source(isDrawn = true, agrees = lows.max <= highs.min)(draw =>
      Some(if (draw == Exact) figures.head.ratio else math.exp(draw.within(low, high)))
    )
  }

  /** `over` is `min`, `max` or `median` of the runs; none: of the typical one. */
  private def ofRuns(follows: RunMetric.Follows, over: Option[String], each: Vector[Double])(
      runs: Vector[(StoredResult, Estimate)]
  ): Source = Source(follows != RunMetric.nothing || runs.exists(_._2.interval.isDefined), each) { draw =>
    val values = runs.map { case (run, estimate) =>
      val (machine, window) = draw.factors(run)
      val middle = estimate.interval.fold(estimate.value) { case (low, high) =>
        if (draw == Exact) estimate.value else draw.within(low, high)
      }
      middle * follows(run.result, machine, window)
    }
    over match {
      case Some("min") => values.minOption
      case Some("max") => values.maxOption
      case _ => values.sorted.lift(values.size / 2) // of an even number the upper one
    }
  }

  private[verdict] sealed trait Draw {

    /** How many times as fast the machine was, and the window beside it: the same wherever a run is looked at. */
    def factors(run: StoredResult): (Double, Double)

    /** A normal variable of which 95 % lie between two numbers. */
    def within(low: Double, high: Double): Double
  }

  private case object Exact extends Draw {
    def factors(run: StoredResult): (Double, Double) = (1, 1)
    def within(low: Double, high: Double): Double = (low + high) / 2
  }

  private final class Drawn(random: Random) extends Draw {
    private val known = new IdentityHashMap[StoredResult, (Double, Double)]

    def factors(run: StoredResult): (Double, Double) = known.computeIfAbsent(
      run,
      _ =>
        run.uncertainty.fold((1.0, 1.0)) { own =>
          (lognormal(Uncertainty.betweenRuns(run.result)), lognormal(own.standard))
        }
    )

    def within(low: Double, high: Double): Double = (low + high) / 2 + random.nextGaussian() * (high - low) / (2 * half)

    // it stays above 0
    private def lognormal(standard: Double): Double = math.exp(random.nextGaussian() * standard)
  }
}
