package bottleneck.lab.explain.history

import bottleneck.lab.explain.statistics.FalseDiscoveries

/** A series that is looked at night after night.
  *
  * @param values
  *   so far
  * @param since
  *   the place in them where the accepted level begins
  * @param suspicion
  *   the open one
  */
final case class Watch(
    values: Vector[NightValue] = Vector.empty,
    since: Int = 0,
    suspicion: Option[Suspicion] = None
) {

  /** What the newest night looks like. */
  lazy val look: Look = Look.of(values.drop(since).map(_.value))

  /** With one night more, whose look is not judged yet. A suspicion that is no longer new is dropped; where it was
    * confirmed, the new level is the accepted one.
    */
  def and(night: NightValue): Watch = {
    val open = suspicion.filter(one => night.night - one.confirmed.getOrElse(one.raised) < Look.newest)
    val old = suspicion.filter(one => open.isEmpty && one.confirmed.isDefined)
    Watch(values :+ night, old.fold(since)(_.at), open)
  }

  /** From here on, whatever was before. */
  def anew: Watch = copy(since = values.size, suspicion = None)

  private def judged(found: Boolean): Watch = values.lastOption.fold(this) { newest =>
    val open = suspicion.filter(one => !found || one.rises == look.ratio > 1)
    val next = open match {
      case Some(one) =>
        val now = if (found) one.copy(ratio = look.ratio) else one
        Some(now.withRuns(newest.night, newest.value +: newest.repeats))
      case None => Option.when(found)(raised(newest.night).withRuns(newest.night, newest.repeats))
    }
    copy(suspicion = next)
  }

  private def raised(night: Int): Suspicion =
    Suspicion(night, since + look.at, look.ratio, look.baseline, Vector.empty)
}

object Watch {

  /** Judges the newest looks of all series of a night together.
    *
    * @return
    *   each of them with the least false discovery rate at which its look finds something
    */
  def together(series: Vector[Watch]): Vector[(Watch, Double)] = {
    val rates = FalseDiscoveries.adjusted(series.map(_.look.pValue))
    series.zip(rates).map { case (one, rate) => one.judged(rate <= Look.rate) -> rate }
  }
}
