package bottleneck.lab.explain.verdict

import bottleneck.lab.explain.record.{Result, Soundness, TurnsResult}

/** The runs that an experiment is judged by: those that compare with its newest one, and are of one scale.
  *
  * @param beside
  *   comparable runs at another scale, which count for no verdict
  * @param leftOut
  *   number of runs not comparable with the newest one, by reason
  * @param skipped
  *   runs that were not started, of variants without a run
  * @param turns
  *   runs by turns, of each two variants those that compare with their newest, which is first
  * @param others
  *   evidence of another experiment, by its id
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

  /** One of all experiments. */
  def among(all: Map[String, Evidence]): Evidence = copy(others = all.get)

  def uncertainty(run: StoredResult): Option[Uncertainty] =
    run.uncertainty.map(_.and(Uncertainty.betweenRuns, BetweenRuns.of(run.result)))

  /** Without runs that a check other than those of `about` failed. */
  private[verdict] def undisturbed(about: Set[String]): Evidence =
    copy(variants = variants.flatMap(_.undisturbed(about)))

  private def newest: Option[Result] = variants.map(_.newest).maxByOption(_.run.startedAt)

  def variant(name: String): Option[Variant] = variants.find(_.name == name)

  /** The typical run of `variant`, or why there is none: where it was skipped it cannot be tested here. */
  def counted(name: String): Either[Judgement, Result] = variant(name) match {
    case None =>
      val skip = skipped.find(_.variant == name)
      Left(
        skip.fold(Judgement(Verdict.NotRun, s"there is no run of '$name'"))(why =>
          Judgement(Verdict.Untestable, why.reason)
        )
      )
    case Some(runs) if runs.counted.isEmpty => Left(lacking(s"no run of '$name' counts", Vector(runs)))
    case Some(runs) => Right(runs.shown)
  }

  /** The runs of `variant` that count and had the load of its typical one. */
  private[verdict] def weighedAlike(variant: String): Vector[StoredResult] =
    this.variant(variant).toVector.flatMap(_.alike)

  /** No verdict, for want of runs that count; it says which runs do not count and why. */
  private def lacking(what: String, of: Vector[Variant]): Judgement =
    Judgement.undecided(what + UncountedRuns.sentence(of.flatMap(_.uncounted)).fold("")(why => s": $why"))
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
      newestFirst.partition(stored => areOfOneMachine(stored.result, newestFirst.head.result))
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

  private def areComparable(one: Result, other: Result): Boolean =
    one.run.identity.scale == other.run.identity.scale && areOfOneMachine(one, other)

  private def areOfOneMachine(one: Result, other: Result): Boolean =
    conditions(one) == conditions(other)

  /** Conditions that comparable runs share; of a target that the lab did not start JDK and code are unknown. */
  private def conditions(run: Result): String = {
    val versions = run.machine.versions
    val java = versions.serviceJava.fold("a target of yours")(java => s"Java $java")
    (Vector(s"${run.machine.cpus} cores", java) ++ versions.service.map(code => s"service $code")).mkString(", ")
  }

}

/** Runs that count for no verdict, in words. */
private[verdict] object UncountedRuns {

  /** Numbers of disturbed and invalid runs, with the failed checks; none if all runs are sound. */
  def sentence(runs: Vector[Soundness]): Option[String] = {
    val disturbed = runs.collect { case Soundness.Disturbed(by) => by }
    val invalid = runs.collect { case Soundness.Invalid(by) => by }
    val kinds = counted("disturbed", disturbed) ++ counted("invalid", invalid)
    Option.when(kinds.nonEmpty)(s"${kinds.mkString(", ")}: run it again")
  }

  private def counted(kind: String, runs: Vector[Vector[String]]): Option[String] = Option.when(runs.nonEmpty) {
    val (noun, verb) = if (runs.size == 1) ("run", "was") else ("runs", "were")
    s"${runs.size} $noun $verb $kind (${runs.flatten.distinct.sorted.mkString(", ")})"
  }
}
