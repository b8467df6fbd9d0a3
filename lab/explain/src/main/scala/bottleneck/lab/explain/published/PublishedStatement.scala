package bottleneck.lab.explain.published

/** Claim of a source, or a part of it that can be judged by itself, in a sentence.
  *
  * @param id
  *   such as `hikari/pool-300ms`: the write-up and the claim in it; with a `#` and a name where the claim has several
  *   statements
  * @param criterion
  *   results by which it is reproduced, and by which it is refuted
  */
final case class PublishedStatement(id: String, text: String, kind: ClaimKind, criterion: String) {

  /** Id of the claim that it is a part of. */
  def claim: String = PublishedStatement.claim(id)

  /** Reason why the claim cannot be tested here, if its criterion gives one. */
  def untestable: Option[String] =
    Option.when(criterion.startsWith(PublishedStatement.untestable))(
      criterion.drop(PublishedStatement.untestable.length)
    )
}

object PublishedStatement {
  private val untestable = "Untestable here: "

  def claim(id: String): String = id.takeWhile(_ != '#')
}

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
