package bottleneck.lab.explain.record

import bottleneck.lab.explain.preparation.Preparation
import java.util.Locale

/** How long the warm-up took, and what still changed when it ended.
  *
  * @param boundSeconds
  *   how long it might take
  * @param moving
  *   a clause each; empty where all was warm
  */
final case class WarmUpReading(seconds: Double, boundSeconds: Double, moving: Vector[String]) {
  def text: String =
    if (moving.isEmpty) "warm after %.0f s".formatLocal(Locale.ROOT, seconds)
    else s"${"not warm after %.0f s".formatLocal(Locale.ROOT, seconds)}: ${moving.mkString("; ")}"
}

object WarmUpReading {
  def of(preparation: Preparation): WarmUpReading =
    WarmUpReading(preparation.warmUpSeconds, preparation.boundMs / 1000.0, preparation.warmth.moving)
}
