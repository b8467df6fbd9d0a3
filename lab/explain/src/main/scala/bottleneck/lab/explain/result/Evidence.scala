package bottleneck.lab.explain.result

import java.nio.file.Path

/** A result and the folder that it was read from. */
final case class StoredResult(folder: Path, result: Result)

/** The runs of one variant that can be compared with each other, newest first, and what they say together. */
final case class Variant(name: String, runs: Vector[StoredResult]) {
  require(runs.nonEmpty, s"variant $name has no run")

  def newest: Result = runs.head.result

  /** The runs that count. */
  def sound: Vector[Result] = runs.map(_.result).filter(_.sound)

  private[result] def unsound: Vector[Soundness] = runs.map(_.result.soundness).filter(_ != Soundness.Sound)
}

/** The runs that an experiment is judged by: of its newest run's number of cores, and of one scale.
  *
  * @param beside
  *   what compares but for the scale, and counts for no verdict
  * @param skipped
  *   what was not run, of variants without a run
  * @param others
  *   the same of every experiment, by its id
  */
final case class Evidence(
    variants: Vector[Variant],
    beside: Vector[Variant] = Vector.empty,
    skipped: Vector[Skip] = Vector.empty,
    private val others: Map[String, Evidence] = Map.empty
) {

  /** The runs of another experiment, for what only both show; none of another scale or machine. */
  def in(study: Study): Evidence =
    others
      .get(study.id)
      .filter(other => newest.zip(other.newest).forall { case (one, another) => Evidence.areComparable(one, another) })
      .getOrElse(Evidence.none)

  def among(others: Map[String, Evidence]): Evidence = copy(others = others)

  /** The newest sound run of each variant that has one. */
  def newestSound: Vector[Result] = variants.flatMap(_.sound.headOption)

  private def newest: Option[Result] = variants.map(_.newest).maxByOption(_.run.startedAt)

  def variant(name: String): Option[Variant] = variants.find(_.name == name)

  /** The newest sound run of `variant`, or why there is none: where it was skipped it cannot be tested here. */
  def sound(name: String): Either[Judgement, Result] = variant(name) match {
    case None =>
      val skip = skipped.find(_.variant == name)
      Left(
        skip.fold(Judgement(Verdict.NotRun, s"there is no run of '$name'"))(why =>
          Judgement(Verdict.Untestable, why.reason)
        )
      )
    case Some(runs) => runs.sound.headOption.toRight(lacking(s"no run of '$name' is sound", Vector(runs)))
  }

  /** No verdict, for want of sound runs; it says which runs do not count and why. */
  def lacking(what: String): Judgement = lacking(what, variants)

  private def lacking(what: String, of: Vector[Variant]): Judgement =
    Judgement(Verdict.Undecided, what + Unsound.told(of.flatMap(_.unsound)).fold("")(why => s": $why"))

  /** What the newest sound runs of two variants give; nothing without them. */
  def judged[A](one: String, other: String)(give: (Result, Result) => A): Option[A] =
    (for { first <- sound(one); second <- sound(other) } yield give(first, second)).toOption

  /** Judges the newest sound runs of two variants. */
  def judge(one: String, other: String)(judgement: (Result, Result) => Judgement): Judgement =
    (for { first <- sound(one); second <- sound(other) } yield judgement(first, second)).merge
}

object Evidence {
  val none: Evidence = Evidence(Vector.empty)

  /** Keeps the runs that compare with the newest one (cores, whether the lab started the target), grouped by variant:
    * in this `order`, and by their factor. Judged are those of the newest sound run's scale, or of the newest where
    * none is sound: what a machine could not carry at one scale takes no verdict from the other.
    */
  def of(
      results: Vector[StoredResult],
      order: Vector[String] = Vector.empty,
      skips: Vector[Skip] = Vector.empty
  ): Evidence = {
    val newestFirst = results.sortBy(_.result.run.startedAt).reverse
    val onOneMachine = newestFirst.filter(stored => areOfOneMachine(stored.result, newestFirst.head.result))
    val scale = onOneMachine.find(_.result.sound).orElse(onOneMachine.headOption).map(_.result.run.identity.scale)
    val (judged, beside) = onOneMachine.partition(stored => scale.contains(stored.result.run.identity.scale))
    val variants = sorted(judged, order)
    Evidence(variants, sorted(beside, order), skips.filterNot(skip => variants.exists(_.name == skip.variant)))
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
    one.machine.cpus == other.machine.cpus && one.machine.versions.serviceJava.isDefined == other.machine.versions.serviceJava.isDefined
}
