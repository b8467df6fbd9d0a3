package bottleneck.lab.explain.result

/** What a source claims, in a sentence that a measurement can judge.
  *
  * @param source
  *   its id, such as `hikari/pool-300ms`: the write-up and the claim in it
  * @param changed
  *   what of its criterion or of its expected verdict was changed after runs, and why: sentences
  */
final case class PublishedClaim(source: String, statement: String, kind: ClaimKind, changed: Option[String] = None)

/** On what the source bases a claim. */
sealed abstract class ClaimKind(val name: String)

object ClaimKind {

  /** On an experiment. */
  case object Measured extends ClaimKind("measured")

  /** On reasons only. */
  case object Argued extends ClaimKind("argued")

  /** On nothing: it raises the question and leaves it. */
  case object Asked extends ClaimKind("asked")

  /** On nothing: it says itself that it guesses. */
  case object Guessed extends ClaimKind("guessed")

  val all: Vector[ClaimKind] = Vector(Measured, Argued, Asked, Guessed)
}
