package bottleneck.scaleup

import bottleneck.lab.explain.result.Trial

/** Every variant of this package. */
object ScaleUpTrials {
  val all: Vector[Trial] = KneeStudy.trials
}
