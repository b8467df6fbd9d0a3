package bottleneck.lab.explain.verdict

import bottleneck.lab.explain.record.Soundness

/** Runs that count for no verdict, in words. */
private[verdict] object UncountedRuns {

  /** How many runs there are of each kind and by which checks; none where all runs count. */
  def sentence(runs: Vector[Soundness]): Option[String] = {
    val disturbed = runs.collect { case Soundness.Disturbed(by) => by }
    val invalid = runs.collect { case Soundness.Invalid(by) => by }
    val kinds = counted("disturbed", disturbed) ++ counted("invalid", invalid)
    Option.when(kinds.nonEmpty)(s"${kinds.mkString(", ")}: run it again")
  }

  private def counted(kind: String, runs: Vector[Vector[String]]): Option[String] = Option.when(runs.nonEmpty) {
    val (noun, verb) = if (runs.size == 1) ("run", "was") else ("runs", "were")
    s"${runs.size} $noun $verb $kind (${runs.flatten.distinct.sorted.mkString(", ")})"
  }
}
