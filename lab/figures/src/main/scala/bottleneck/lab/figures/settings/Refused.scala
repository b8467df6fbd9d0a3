package bottleneck.lab.figures.settings

import bottleneck.lab.figures.Problem

/** Ends a run that cannot be done as asked, with the sentence of its problem. */
final class Refused(val problem: Problem, cause: Option[Throwable] = None)
    extends RuntimeException(problem.sentence, cause.orNull, false, false) {
  def this(sentence: String, cause: Option[Throwable]) = this(Problem(sentence), cause)
  def this(sentence: String) = this(Problem(sentence))
}

object Refused {

  /** The result, or a refusal that says the problem. */
  def unless[A](result: Either[Problem, A]): A = result.fold(problem => throw new Refused(problem), identity)
}
