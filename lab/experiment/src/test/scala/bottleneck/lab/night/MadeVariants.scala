package bottleneck.lab.night

import bottleneck.lab.Simulations.Entry
import bottleneck.lab.explain.record.Trial
import bottleneck.lab.explain.verdict.Study
import bottleneck.lab.target.{ClosedLoad, LoadPlan, Target}
import bottleneck.lab.{Setup, Workload}
import io.gatling.core.Predef._
import scala.concurrent.duration._

/** Studies without statements, and variants of them that load for 30 s. */
private[night] object MadeVariants {
  def study(id: String): Study =
    Study(id, id, "?", "")

  def variant(
      of: Study,
      name: String,
      load: LoadPlan = ClosedLoad(1, 1.second, 1.second, 29.seconds)
  ): Entry =
    Entry(
      s"bottleneck.$name",
      Setup(Trial(of.id, name), Target(1, Map.empty, None), _ => load, _ => Workload(pause(1)))
    )
}
