package bottleneck.lab.night

import bottleneck.lab.Simulations.Entry
import bottleneck.lab.explain.record.Trial
import bottleneck.lab.explain.verdict.Study
import bottleneck.lab.target.{ClosedLoad, LoadPlan, Target}
import bottleneck.lab.Variant
import io.gatling.core.Predef._
import io.gatling.core.structure.ChainBuilder
import scala.concurrent.duration._

/** Studies without statements, and variants of them that load for 30 s. */
private[night] object MadeVariants {
  def study(id: String): Study =
    Study(id, id, "?", "")

  def variant(
      of: Study,
      name: String,
      plan: LoadPlan = ClosedLoad(1, 1.second, 1.second, 29.seconds),
      times: Int = 1
  ): Entry = Entry(
    s"bottleneck.$name",
    new Variant {
      override def trial: Trial = Trial(of.id, name)
      override def target: Target = Target(1, Map.empty, None)
      override def load: LoadPlan = plan
      override def requests: ChainBuilder = pause(1)
      override def repeats: Int = times
    }
  )

  /** The same with so many runs at least. */
  def repeated(of: Entry, times: Int): Entry =
    variant(study(of.variant.trial.study), of.variant.trial.variant, of.variant.load, times)
}
