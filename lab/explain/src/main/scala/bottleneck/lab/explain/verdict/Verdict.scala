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

  val all: Vector[Verdict] = Vector(Reproduced, Partly, Refuted, Undecided, Untestable, NotRun)

  val decided: Set[Verdict] = Set(Reproduced, Refuted)
}

/** A verdict, what it rests on (the criterion with its numbers), and the agreement of draws, where numbers are
  * uncertain.
  */
final case class Judgement(verdict: Verdict, evidence: String, agreement: Option[Agreement] = None)

object Judgement {
  def undecided(evidence: String): Judgement = Judgement(Verdict.Undecided, evidence)
}

/** Share, 0 to 1, of draws of a criterion's numbers with the verdict of the numbers themselves: see [[Criterion]]. */
final case class Agreement(verdict: Verdict, share: Double) {
  def decides: Boolean = share >= Agreement.needed
}

object Agreement {

  /** Share that decides: the two verdicts have an error of 5 % together. */
  val needed = 0.975
}
