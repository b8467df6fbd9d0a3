package bottleneck.lab.claims.verdict

import bottleneck.lab.figures.record.{Result, Soundness, TurnsResult}
import java.nio.file.Path

/** The runs that an experiment is judged by: those that compare with its newest one, and are of one scale. Runs
  * `beside` are of another scale and count for no verdict; `leftOut` counts those that do not compare, by reason. Of
  * `turns` the newest is first; `others` is evidence of another experiment, by its id.
  */
final case class Evidence(
    variants: Vector[Variant],
    beside: Vector[Variant] = Vector.empty,
    leftOut: Map[String, Int] = Map.empty,
    skipped: Vector[Skip] = Vector.empty,
    turns: Vector[TurnsResult] = Vector.empty,
    private val others: String => Option[Evidence] = _ => None
) {

  def isEmpty: Boolean = variants.isEmpty && turns.isEmpty

  /** Runs of one variant and another by turns, the newest first. */
  def byTurns(one: String, other: String): Vector[TurnsResult] =
    turns.filter(run => run.one == one && run.other == other)

  /** The same by ids, this experiment's own among them. */
  private[verdict] def within(own: String)(study: String): Evidence =
    if (study == own) this else of(study).getOrElse(Evidence.none)

  private def of(study: String): Option[Evidence] = others(study).filter(other =>
    newest.zip(other.newest).forall { case (one, another) => Evidence.areComparable(one, another) }
  )

  def among(all: Map[String, Evidence]): Evidence = copy(others = all.get)

  private[verdict] def undisturbed: Evidence = copy(variants = variants.flatMap(_.undisturbed))

  private def newest: Option[Result] = variants.map(_.newest).maxByOption(_.run.startedAt)

  def variant(name: String): Option[Variant] = variants.find(_.name == name)

  /** The variant of this name, if runs of it count, or why not: where it was skipped it cannot be tested here. */
  def counted(name: String): Either[Judgement, Variant] = variant(name) match {
    case None =>
      val untestable = skipped.find(_.variant == name).map(skip => Judgement(Verdict.Untestable, skip.reason))
      Left(untestable.getOrElse(Judgement(Verdict.NotRun, s"there is no run of '$name'")))
    case Some(runs) if runs.counted.isEmpty =>
      val why = Evidence.uncounted(runs.uncounted).fold("")(": " + _)
      Left(Judgement.undecided(s"no run of '$name' counts$why"))
    case Some(runs) => Right(runs)
  }
}

object Evidence {
  val none: Evidence = Evidence(Vector.empty)

  /** Keeps the runs that compare with the newest one (cores, JDK and code of the service), grouped by variant: in this
    * `order`, and by their factor. Judged are those of the newest sound run's scale, or of the newest where none is
    * sound: what a machine could not carry at one scale takes no verdict from the other.
    */
  def of(
      results: Vector[StoredResult],
      order: Vector[String] = Vector.empty,
      skips: Vector[Skip] = Vector.empty,
      turns: Vector[TurnsResult] = Vector.empty
  ): Evidence = {
    val newestFirst = results.sortBy(_.result.run.startedAt).reverse
    val (onOneMachine, others) =
      newestFirst.partition(stored => conditions(stored.result) == conditions(newestFirst.head.result))
    val scale = onOneMachine.find(_.result.sound).orElse(onOneMachine.headOption).map(_.result.run.identity.scale)
    val (judged, beside) = onOneMachine.partition(stored => scale.contains(stored.result.run.identity.scale))
    val variants = sorted(judged, order)
    Evidence(
      variants,
      sorted(beside, order),
      others.groupMapReduce(stored => conditions(stored.result))(_ => 1)(_ + _),
      skips.filterNot(skip => variants.exists(_.name == skip.variant)),
      comparable(turns)
    )
  }

  /** Of each two variants the runs of the newest one's scale, cores, JDK and code. */
  private def comparable(turns: Vector[TurnsResult]): Vector[TurnsResult] = {
    def conditions(run: TurnsResult) = (run.scale, run.cpus, run.java, run.service)
    val newestFirst = turns.sortBy(_.startedAt).reverse
    newestFirst.groupBy(run => (run.one, run.other)).toVector.sortBy(_._1).flatMap { case (_, runs) =>
      runs.filter(conditions(_) == conditions(runs.head))
    }
  }

  private def sorted(newestFirst: Vector[StoredResult], order: Vector[String]): Vector[Variant] = {
    val place = order.zipWithIndex.toMap.withDefaultValue(order.size)
    val variants = newestFirst.groupBy(_.result.run.variant).map { case (name, runs) => Variant(name, runs) }
    variants.toVector.sortBy { variant =>
      (place(variant.name), variant.newest.run.factor.fold(0.0)(_.value), variant.name)
    }
  }

  /** Numbers of disturbed and invalid runs, with the failed checks; none if all runs are sound. */
  private def uncounted(runs: Vector[Soundness]): Option[String] = {
    val disturbed = runs.collect { case Soundness.Disturbed(by) => by }
    val invalid = runs.collect { case Soundness.Invalid(by) => by }
    val kinds = counted("disturbed", disturbed) ++ counted("invalid", invalid)
    Option.when(kinds.nonEmpty)(s"${kinds.mkString(", ")}: run it again")
  }

  private def counted(kind: String, runs: Vector[Vector[String]]): Option[String] = Option.when(runs.nonEmpty) {
    val (noun, verb) = if (runs.size == 1) ("run", "was") else ("runs", "were")
    s"${runs.size} $noun $verb $kind (${runs.flatten.distinct.sorted.mkString(", ")})"
  }

  private def areComparable(one: Result, other: Result): Boolean =
    one.run.identity.scale == other.run.identity.scale && conditions(one) == conditions(other)

  /** Conditions that comparable runs share; of a target that the lab did not start JDK and code are unknown. */
  private def conditions(run: Result): String = {
    val java = run.installed.map(_.java).fold("a target of yours")(java => s"Java $java")
    (Vector(s"${run.machine.cpus} cores", java) ++ run.installed.flatMap(_.service).map(code => s"service $code"))
      .mkString(", ")
  }
}

/** A result and the folder that it was read from. */
final case class StoredResult(folder: Path, result: Result) {

  /** Uncertainty from the run itself; none where it is unknown. */
  lazy val uncertainty: Option[Uncertainty] = Uncertainty.of(result)

  /** Uncertainty of a run, and of another run of its variant. */
  def uncertaintyOfRepeats: Option[Uncertainty] =
    uncertainty.map(_.and("between runs", Uncertainty.betweenRuns(result)))
}

/** The runs of one variant that can be compared with each other, newest first, and what they say together. */
final case class Variant(name: String, runs: Vector[StoredResult]) {
  require(runs.nonEmpty, s"variant $name has no run")

  private[verdict] def newest: Result = runs.head.result

  /** The run that stands for all of them: of those that count and had the newest one's load the one with the median of
    * the mean response times (of an even number the upper one), so that running again until a run suits changes
    * nothing. It is the newest where none counts, and of staircases, as other loads follow from them.
    */
  lazy val typical: StoredResult = weighed.headOption.fold(runs.head) { newest =>
    val alike = weighedLike(newest)
    if (newest.result.staircase.isDefined) newest
    else alike.sortBy(_.result.total.latencyMs.fold(Double.PositiveInfinity)(_.mean)).apply(alike.size / 2)
  }

  def shown: Result = typical.result

  /** The runs that count and had the load of the typical one. */
  private[verdict] def alike: Vector[StoredResult] = weighedLike(typical)

  private def weighedLike(one: StoredResult): Vector[StoredResult] = weighed.filter(_.result.load == one.result.load)

  /** The runs that count: the sound ones, or where there are none those whose disturbance has a size. */
  def counted: Vector[Result] = weighed.map(_.result)

  private[lab] def weighed: Vector[StoredResult] = {
    val sound = runs.filter(_.result.sound)
    if (sound.isEmpty) runs.filter(_.uncertainty.isDefined) else sound
  }

  private[verdict] def undisturbed: Option[Variant] =
    Some(runs.filterNot(_.result.isDisturbed)).filter(_.nonEmpty).map(left => copy(runs = left))

  private[verdict] def uncounted: Vector[Soundness] = runs.filter(_.uncertainty.isEmpty).map(_.result.soundness)
}
