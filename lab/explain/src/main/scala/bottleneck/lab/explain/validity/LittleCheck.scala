package bottleneck.lab.explain.validity

import bottleneck.lab.explain.record.Check
import bottleneck.lab.explain.statistics.{GeneratorGap, Occupancy}
import bottleneck.lab.explain.theory.LittlesLaw
import java.util.Locale
import scala.concurrent.duration._

/** Little's law in two forms.
  *
  * L = X·R is judged: requests in flight, integrated over the window, against what ended in it. Both come from the same
  * records, so the law can only break at the edges: more begins than ends (a backlog grows), or the window is short
  * beside the response times. A request that was never recorded is missing on either side and is not found by it, so
  * the end of a load that is cut off is left out.
  *
  * N = X·(R + Z + gap) is shown of closed loads and holds by construction, since the gap is what is left (see
  * [[bottleneck.lab.explain.statistics.GeneratorGap]]). Whatever keeps users from sending is in it: the generator's own
  * time, and also records that were lost.
  */
private[validity] object LittleCheck {
  private val tolerance = 0.05

  /** Of fewer the edges are too much. */
  private val fewestSeconds = 5

  /** @param thinkTime
    *   none where users do not send one request after the other
    */
  def of(seen: Occupancy, thinkTime: Option[FiniteDuration]): Check = {
    val ended = LittlesLaw.population(seen.perSecond, seen.responseSeconds.seconds)
    if (seen.seconds < fewestSeconds)
      Check.undecided(
        "little",
        "requests in flight at the end of the load have no record, and the slowest took nearly all of the window"
      )
    else
      Check(
        "little",
        seen.inFlight > 0 && math.abs(ended - seen.inFlight) <= tolerance * seen.inFlight,
        text(
          "%.1f requests in flight, throughput × response time = %.1f, at most %.0f %% apart",
          seen.inFlight,
          ended,
          tolerance * 100
        ) + thinkTime.flatMap(cycle(seen, _)).getOrElse(""),
        size = Option.when(seen.inFlight > 0)(math.abs(ended / seen.inFlight - 1))
      )
  }

  private def cycle(seen: Occupancy, thinkTime: FiniteDuration): Option[String] =
    GeneratorGap.of(seen, thinkTime).map { gap =>
      text(
        "; %.1f users = %.1f/s × (response %.1f ms + think time %.1f ms + generator %.1f ms)",
        seen.users,
        seen.perSecond,
        seen.responseSeconds * 1000,
        thinkTime.toUnit(MILLISECONDS),
        gap.ms
      )
    }

  private def text(format: String, values: Any*): String = format.formatLocal(Locale.ROOT, values: _*)
}
