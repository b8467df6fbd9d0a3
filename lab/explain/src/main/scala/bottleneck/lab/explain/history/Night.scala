package bottleneck.lab.explain.history

import bottleneck.lab.explain.record.Result
import bottleneck.lab.explain.verdict.StoredResult
import java.time.{Duration, Instant}

/** Runs of one code that follow each other, in the order in which they began.
  *
  * @param began
  *   its first run
  */
final case class Night(began: Instant, runs: Vector[StoredResult]) {

  /** Of the checkout, where it is known. */
  def commit: Option[String] = runs.flatMap(_.result.run.identity.commit).headOption
}

object Night {

  /** A run that begins so much later than the one before belongs to another night. */
  private val pause = Duration.ofHours(3)

  /** Nights in their order. A night ends where no run begins for three hours, and where the commit or the code of the
    * service is another: so a day of development is several nights, and one that passes midnight is one. Runs without a
    * time are in none.
    */
  def of(runs: Vector[StoredResult]): Vector[Night] = {
    val dated = runs.flatMap(run => run.result.run.started.map(_ -> run)).sortBy(_._1)
    val groups = dated.foldLeft(Vector.empty[Vector[(Instant, StoredResult)]]) {
      case (before :+ open, run) if follows(open.last, run) => before :+ (open :+ run)
      case (nights, run) => nights :+ Vector(run)
    }
    groups.map(night => Night(night.head._1, night.map(_._2)))
  }

  private def follows(before: (Instant, StoredResult), run: (Instant, StoredResult)): Boolean =
    Duration.between(before._1, run._1).compareTo(pause) <= 0 && isSameCode(before._2.result, run._2.result)

  private def isSameCode(one: Result, other: Result): Boolean = {
    def same(part: Result => Option[String]): Boolean = part(one).zip(part(other)).forall { case (a, b) => a == b }
    same(_.run.identity.commit) && same(_.machine.versions.service)
  }
}
