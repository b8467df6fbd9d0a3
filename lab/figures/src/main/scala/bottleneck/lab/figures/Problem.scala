package bottleneck.lab.figures

/** A user's mistake or an unusable input: one sentence that names the value, what is allowed and what to do. */
final case class Problem(sentence: String)

object Problem {

  /** The results in order, or the first problem. */
  def each[A, P, B](all: Vector[A])(of: A => Either[P, B]): Either[P, Vector[B]] =
    all.foldLeft[Either[P, Vector[B]]](Right(Vector.empty))((done, next) =>
      done.flatMap(results => of(next).map(results :+ _))
    )

  /** Words by their edit distance (Levenshtein's, without case) from a word, the nearest first. */
  def nearest(word: String, known: Vector[String]): Vector[(String, Int)] =
    known.map(other => other -> distance(word.take(100).toLowerCase, other.toLowerCase)).sortBy(_._2)

  private def distance(word: String, other: String): Int =
    other
      .foldLeft(Vector.range(0, word.length + 1)) { (above, char) =>
        word.indices.toVector.scanLeft(above.head + 1) { (left, i) =>
          math.min(math.min(left, above(i + 1)) + 1, above(i) + (if (word(i) == char) 0 else 1))
        }
      }
      .last
}
