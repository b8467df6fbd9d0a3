package bottleneck.lab.explain.page

import bottleneck.lab.explain.history._

/** What the nights say of a series, in words. */
private[page] final class NightTexts(histories: Histories) {

  /** A change: fell by 9.8 % with the night of 2026-11-20 02:11 UTC. */
  def change(of: MetricHistory, found: Suspicion): String = {
    val (verb, part) = if (found.rises) ("rose", found.ratio - 1) else ("fell", 1 - found.ratio)
    s"${of.metric.name} $verb by ${Numbers.percent(part)} with the night of ${name(first(of, found))}"
  }

  /** Whether it is real. */
  def state(found: Suspicion): String = found.confirmed match {
    case Some(night) =>
      s"confirmed in the night of ${name(night)} by ${Numbers.counted(found.fresh.size, "run")} that did not raise the suspicion"
    case None if found.fresh.isEmpty => "suspected: no run since then"
    case None => s"suspected: ${Numbers.counted(found.fresh.size, "run")} since then do not confirm it"
  }

  /** The commits from the last night of the old level to the first one of the new level, where they are known. */
  def commits(of: MetricHistory, found: Suspicion): Option[String] = for {
    before <- of.values.lift(found.at - 1).flatMap(value => histories.nights(value.night).commit)
    after <- histories.nights(first(of, found)).commit
  } yield if (before == after) s"the commit is the same ($after)" else s"git log $before..$after"

  def name(night: Int): String = Numbers.at("uuuu-MM-dd HH:mm 'UTC'", histories.nights(night).began)

  /** That of the newest night; none where the variant has too few nights. */
  def smallest(of: MetricHistory): Option[Double] =
    of.watch.look.comparison.map(_.smallest(Look.rate)).filterNot(_.isInfinite)

  private def first(of: MetricHistory, found: Suspicion): Int =
    of.values.lift(found.at).fold(found.raised)(_.night)
}

private[page] object NightTexts {

  /** What is promised of all that the nights find. */
  val promise: String =
    s"The false discovery rate over all variants and metrics of a night is at most ${Numbers.percent(Look.rate)} (Benjamini and Hochberg): " +
      s"where nothing changed at all, at most ${Numbers.count(Look.rate * 100)} night of 100 raises a suspicion. " +
      s"A change of less than ${Numbers.percent(Look.leastEffect)} counts for nothing."

  /** A small probability: 0.012, or below 0.001. */
  def probability(value: Double): String = if (value < 0.001) "< 0.001" else Numbers.fixed(value, 3)
}
