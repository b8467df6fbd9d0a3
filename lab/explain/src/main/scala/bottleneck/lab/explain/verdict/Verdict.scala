package bottleneck.lab.explain.verdict

/** Verdict of the runs on a statement or a claim. */
sealed abstract class Verdict(val name: String)

object Verdict {
  case object Reproduced extends Verdict("reproduced")

  /** Measured by sound runs not to hold: also a result. */
  case object Refuted extends Verdict("refuted")

  /** Verdict of a claim only: its statements differ, and at least one is decided. */
  case object Partly extends Verdict("partly")

  /** Cannot be tested here. */
  case object Untestable extends Verdict("untestable")

  /** The runs do not allow a verdict: none counts, something was not measured, or within their uncertainty both
    * verdicts are possible.
    */
  case object Undecided extends Verdict("undecided")

  /** There is no run to judge it by. */
  case object NotRun extends Verdict("not run")

  /** Reproduced where something `holds`, refuted where it does not. */
  def of(holds: Boolean): Verdict = if (holds) Reproduced else Refuted

  val all: Vector[Verdict] = Vector(Reproduced, Partly, Refuted, Undecided, Untestable, NotRun)

  /** Verdicts that answer a claim. */
  val decided: Set[Verdict] = Set(Reproduced, Refuted)
}

/** A verdict and what it rests on, in one sentence.
  *
  * @param agreement
  *   agreement of pairs of runs, or of draws, if used
  */
final case class Judgement(verdict: Verdict, evidence: String, agreement: Option[Agreement] = None)

object Judgement {

  /** Refuted where one is, reproduced where all are, else the first that is neither. */
  def all(of: Vector[Judgement]): Judgement = {
    val verdicts = of.map(_.verdict)
    val verdict = Vector(Verdict.Refuted)
      .find(verdicts.contains)
      .orElse(verdicts.find(_ != Verdict.Reproduced))
      .getOrElse(Verdict.Reproduced)
    Judgement(verdict, of.map(_.evidence).mkString("; "))
  }

  /** Reproduced where it `holds`, refuted where it does not. */
  def of(holds: Boolean)(evidence: String): Judgement = Judgement(Verdict.of(holds), evidence)

  def undecided(evidence: String): Judgement = Judgement(Verdict.Undecided, evidence)
}
