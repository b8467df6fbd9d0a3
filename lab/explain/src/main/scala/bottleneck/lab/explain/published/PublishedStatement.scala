package bottleneck.lab.explain.published

import bottleneck.lab.model.Hash

/** Claim of a source, or a part of it that can be judged by itself, in a sentence: a row of data/claims.csv.
  *
  * @param id
  *   such as `hikari/pool-300ms`: the write-up and the claim in it; with a `#` and a name where the claim has several
  *   statements
  * @param study
  *   id of the experiment whose page shows it
  * @param expected
  *   name of the verdict of a sound build
  * @param criterion
  *   what must hold for it to be reproduced; empty where it is untestable
  * @param why
  *   reason for a threshold that is a choice, or for being no test
  */
final case class PublishedStatement(
    id: String,
    study: String,
    kind: StatementKind,
    text: String,
    criterion: String,
    expected: String,
    why: String
) {

  /** Id of the claim that it is a part of. */
  def claim: String = PublishedStatement.claim(id)

  /** Changes with the criterion and with the expected verdict: 12 hexadecimal digits. */
  def hash: String = Hash.of(s"$id\n$study\n$criterion\n$expected")
}

object PublishedStatement {
  def claim(id: String): String = id.takeWhile(_ != '#')
}

/** What a verdict on a statement says.
  *
  * @param about
  *   as the glossary has it
  */
sealed abstract class StatementKind(val name: String, val about: String) {
  def isJudged: Boolean = this != StatementKind.Untestable

  /** To be counted. */
  def noun: String = if (isJudged) name else s"$name statement"
}

object StatementKind {
  case object Test extends StatementKind("test", "it could come out the other way under its set-up")

  case object Demonstration
      extends StatementKind("demonstration", "its set-up forces the outcome: it makes theory visible and tests no more")

  case object Guess extends StatementKind("guess", "a source's explanation, judged apart from what it observed")

  case object Untestable extends StatementKind("untestable", "no run here could tell")

  val all: Vector[StatementKind] = Vector(Test, Demonstration, Guess, Untestable)
}
