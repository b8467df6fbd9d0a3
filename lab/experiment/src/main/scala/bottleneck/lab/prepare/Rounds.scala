package bottleneck.lab.prepare

import io.gatling.core.structure.ChainBuilder

/** What users repeat before the load.
  *
  * @param warmUp
  *   until the JVMs are warm
  * @param calibration
  *   to show what a request of the load demands
  */
private[lab] final case class Rounds(warmUp: ChainBuilder, calibration: ChainBuilder) {

  /** Whether warm-up and calibration send different requests. */
  def differ: Boolean = warmUp ne calibration
}
