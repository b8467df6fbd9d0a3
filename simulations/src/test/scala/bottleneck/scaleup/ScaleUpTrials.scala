package bottleneck.scaleup

import bottleneck.lab.explain.result.{Study, Trial}

/** Every study and variant of scaling up. */
object ScaleUpTrials {
  val studies: Vector[Study] = Vector(
    ApplicationTiers.tiers.study,
    DatabaseTiers.tiers.study,
    FindAllStudy.study,
    FindAllStampedeStudy.study,
    KneeStudy.study
  )
  val all: Vector[Trial] = ApplicationTiers.tiers.trials ++ DatabaseTiers.tiers.trials ++ FindAllStudy.trials ++
    FindAllStampedeStudy.trials ++ KneeStudy.trials
}
