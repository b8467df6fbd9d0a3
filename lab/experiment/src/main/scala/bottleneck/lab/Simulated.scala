package bottleneck.lab

import io.gatling.core.Predef._
import scala.util.DynamicVariable

/** What one Gatling run answers. Its class has nothing but that: Gatling's own selection works by classes. */
abstract class Described private[lab] (described: => Setup) extends Simulation {
  private[lab] lazy val setup: Setup = described

  private[lab] def newRun: Steps

  if (!Described.listing.value) {
    val run = newRun
    val injection = run.start()
    before(run.beforeUsers())
    after(run.afterUsers())
    val plan = injection.protocol.foldLeft(setUp(injection.populations))(_.protocols(_))
    val _ = injection.assertion.foldLeft(plan.maxDuration(injection.longest))(_.assertions(_))
  }
}

object Described {
  private[lab] val listing = new DynamicVariable(false)

  /** The variant of a class; nothing is started. */
  def setupOf(simulation: Class[_ <: Described]): Setup =
    listing.withValue(true)(simulation.getDeclaredConstructor().newInstance().setup)
}

/** A variant. */
abstract class Simulated(variant: => Setup) extends Described(variant) {
  override private[lab] def newRun: Steps =
    new Run(getClass.getName, setup, new SiteEvaluation(getClass.getName, setup.trial, _))
}
