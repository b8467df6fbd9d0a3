package bottleneck.lab

import io.gatling.core.Predef._
import scala.util.DynamicVariable

/** A variant that one Gatling run answers. Its class has nothing but the variant: Gatling's own selection works by
  * classes.
  */
abstract class Simulated(variant: => Setup) extends Simulation {
  private[lab] lazy val setup: Setup = variant

  if (!Simulated.listing.value) {
    val run = VariantRun.started(getClass.getName, setup)
    before(run.prepare())
    after(run.finish())
    val _ = setUp(run.populations)
      .protocols(run.protocol)
      .maxDuration(run.longest)
      .assertions(run.assertion)
  }
}

object Simulated {
  private val listing = new DynamicVariable(false)

  /** The variant of a class; nothing is started. */
  def setupOf(simulation: Class[_ <: Simulated]): Setup =
    listing.withValue(true)(simulation.getDeclaredConstructor().newInstance().setup)
}
