package bottleneck.lab.explain.published

/** What a source claims, or one part of it that can be judged by itself, in a sentence.
  *
  * @param id
  *   such as `hikari/pool-300ms`: the write-up and the claim in it; with a `#` and a name where the claim has several
  *   statements
  * @param criterion
  *   what runs must show for it to be reproduced, and to be refuted
  */
final case class PublishedStatement(id: String, text: String, kind: ClaimKind, criterion: String) {

  /** Id of the claim that it is a part of. */
  def claim: String = PublishedStatement.claim(id)

  /** Why it cannot be tested here, where its criterion says so. */
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
