package bottleneck.lab.claims.verdict

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

  val all: Vector[Verdict] = Vector(Reproduced, Partly, Refuted, Undecided, Untestable, NotRun)

  val decided: Set[Verdict] = Set(Reproduced, Refuted)
}

/** A verdict, what it rests on (the criterion with its numbers), and its margin, where numbers are uncertain. */
final case class Judgement(verdict: Verdict, evidence: String, margin: Option[Margin] = None)

object Judgement {
  def undecided(evidence: String): Judgement = Judgement(Verdict.Undecided, evidence)
}

/** Verdict of the numbers alone, and the factor by which their 95 % interval could be wider before another one is
  * possible: below 1 another one is.
  */
final case class Margin(verdict: Verdict, times: Double)

object Margin {
  def of(signed: Double): Margin =
    Margin(if (signed > 0) Verdict.Reproduced else Verdict.Refuted, math.abs(signed))
}
