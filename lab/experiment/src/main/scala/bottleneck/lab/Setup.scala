package bottleneck.lab

import bottleneck.lab.explain.record.Trial
import bottleneck.lab.settings.Scale
import bottleneck.lab.target.{Load, LoadPlan, Target}
import java.net.URI
import java.nio.file.Path

/** A variant of a study as a value: nothing is started, and no request is built, until it is run.
  *
  * @param target
  *   parts to start
  * @param load
  *   at a scale, or how it follows from an earlier run, without which this one is skipped
  * @param workload
  *   requests, and their expected result
  * @param repeats
  *   minimum number of runs, each in fresh JVMs; `lab.repeat` may ask for more
  */
final case class Setup(
    trial: Trial,
    target: Target,
    load: Scale => LoadPlan,
    workload: RunContext => Workload,
    repeats: Int = 1
)

/** Inputs of a workload.
  *
  * @param data
  *   the folder with the feeders
  * @param instanceUrls
  *   base URL of each instance, for requests that are to reach a certain one past the balancer
  */
final case class RunContext(scale: Scale, load: Load, data: Path, instanceUrls: Vector[URI])
