package bottleneck.lab

import bottleneck.lab.explain.record.{Factor, Trial}
import io.gatling.core.Predef._
import java.lang.reflect.InvocationTargetException
import scala.util.DynamicVariable

/** What one Gatling run answers: its class is found and run by its name. */
abstract class Described private[lab] extends Simulation with Variant {
  private[lab] def newRun: Steps

  if (!Described.listing.value) {
    // of another instance, which is complete: a subclass of this one is not yet
    val steps = Described.instance(getClass).newRun
    val injection = steps.start()
    before(steps.beforeUsers())
    after(steps.afterUsers())
    val plan = injection.protocol.foldLeft(setUp(injection.populations))(_.protocols(_))
    val _ = injection.assertion.foldLeft(plan.maxDuration(injection.longest))(_.assertions(_))
  }
}

object Described {
  private val listing = new DynamicVariable(false)

  /** An instance of a class; nothing is started. */
  private[lab] def instance[A <: Described](simulation: Class[A]): A =
    try described(simulation.getDeclaredConstructor().newInstance())
    catch { case failure: InvocationTargetException => throw failure.getCause }

  /** Nothing is started by what is made here. */
  private[lab] def described[A](make: => A): A = listing.withValue(true)(make)
}

/** A variant that runs by itself. */
abstract class Experiment(override val trial: Trial) extends Described {

  /** @param factor
    *   name and number of what the variants of the study differ in
    */
  def this(study: String, variant: String, factor: (String, Int)) =
    this(Trial(study, variant, Some(Factor(factor._1, factor._2.toDouble))))

  override private[lab] def newRun: Steps =
    new Run(getClass.getName, this, new SiteEvaluation(getClass.getName, trial, _))
}
