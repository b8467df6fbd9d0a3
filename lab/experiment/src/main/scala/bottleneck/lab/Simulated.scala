package bottleneck.lab

import io.gatling.core.Predef._
import scala.util.DynamicVariable

/** A variant that one Gatling run answers. Its class has nothing but the variant: Gatling's own selection works by
  * classes.
  */
abstract class Simulated(variant: => Setup) extends Simulation {
  private[lab] lazy val setup: Setup = variant

  if (!Simulated.listing.value) {
    val run = new Run(getClass.getName, setup, new SiteEvaluation(getClass.getName, setup.trial, _))
    val injection = run.start()
    before(run.beforeUsers())
    after(run.afterUsers())
    val _ = setUp(injection.populations)
      .protocols(injection.protocol)
      .maxDuration(injection.longest)
      .assertions(injection.assertion)
  }
}

object Simulated {
  private val listing = new DynamicVariable(false)

  /** The variant of a class; nothing is started. */
  def setupOf(simulation: Class[_ <: Simulated]): Setup =
    listing.withValue(true)(simulation.getDeclaredConstructor().newInstance().setup)
}
