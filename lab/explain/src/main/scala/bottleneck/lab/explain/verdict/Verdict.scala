package bottleneck.lab.explain.verdict

/** What the runs say of a statement, or of a claim. */
sealed abstract class Verdict(val name: String)

object Verdict {
  case object Reproduced extends Verdict("reproduced")

  /** Measured by sound runs not to hold: also a result. */
  case object Refuted extends Verdict("refuted")

  /** Of a claim only: its statements differ, and one at least is decided. */
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

  /** Those that answer a claim. */
  val decided: Set[Verdict] = Set(Reproduced, Refuted)
}

/** A verdict and what it rests on, in one sentence. */
final case class Judgement(verdict: Verdict, evidence: String)

object Judgement {

  /** Reproduced where it `holds`, refuted where it does not. */
  def of(holds: Boolean)(evidence: String): Judgement = Judgement(Verdict.of(holds), evidence)

  /** What each pair of one of these and one of those says, where all say the same; undecided where they do not, or with
    * fewer than so many of either. Of three each, all of one kind are less than all of the other by chance once in 20.
    */
  def byPairs[A, B](these: Vector[A], least: Int)(those: Vector[B], leastOfThose: Int)(
      verdict: (A, B) => Verdict
  )(evidence: String): Judgement = {
    val verdicts = for { one <- these; other <- those } yield verdict(one, other)
    if (these.size < least || those.size < leastOfThose)
      Judgement(
        Verdict.Undecided,
        s"$evidence; ${these.size} and ${those.size} such runs, and $least and $leastOfThose are needed"
      )
    else
      verdicts.distinct match {
        case Vector(agreed) => Judgement(agreed, evidence)
        case _ => Judgement(Verdict.Undecided, s"$evidence; not all pairs of runs agree")
      }
  }
}
