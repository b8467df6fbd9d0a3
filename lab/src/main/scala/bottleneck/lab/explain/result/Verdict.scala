package bottleneck.lab.explain.result

/** What the runs say of a claim. */
sealed abstract class Verdict(val name: String)

object Verdict {
  case object Reproduced extends Verdict("reproduced")

  /** Measured by sound runs not to hold: also a result. */
  case object Refuted extends Verdict("refuted")

  /** Cannot be tested here. */
  case object Untestable extends Verdict("untestable")

  /** There is no sound run to judge it by. */
  case object Invalid extends Verdict("invalid")

  val all: Vector[Verdict] = Vector(Reproduced, Refuted, Untestable, Invalid)
}

/** A verdict and what it rests on, in one sentence. */
final case class Judgement(verdict: Verdict, evidence: String)

object Judgement {

  /** Reproduced where it `holds`, refuted where it does not. */
  def of(holds: Boolean)(evidence: String): Judgement =
    Judgement(if (holds) Verdict.Reproduced else Verdict.Refuted, evidence)
}
