package bottleneck.lab

import bottleneck.lab.explain.published.PublishedSetting
import bottleneck.lab.explain.record.{Factor, Trial}
import io.gatling.core.Predef._
import java.lang.reflect.InvocationTargetException
import scala.util.DynamicVariable

/** A Gatling simulation of the lab, found and run by its name. Its constructor runs twice: start and count nothing
  * there.
  */
abstract class Described private[lab] extends Simulation with Description {
  private[lab] def newRun: Steps

  if (!Described.describing.value) {
    // a second instance runs: here the subclass's constructor has not run yet, and its fields are unset
    val steps = Described.instance(getClass).newRun
    val injection = steps.start()
    before(steps.beforeUsers())
    after(steps.afterUsers())
    val plan = injection.protocol.foldLeft(setUp(injection.populations))(_.protocols(_))
    val _ = injection.assertion.foldLeft(plan.maxDuration(injection.longest))(_.assertions(_))
  }
}

object Described {
  private val describing = new DynamicVariable(false)

  /** An instance of a class; nothing is started. */
  private[lab] def instance[A <: Described](simulation: Class[A]): A =
    try only(simulation.getDeclaredConstructor().newInstance())
    catch { case failure: InvocationTargetException => throw failure.getCause }

  /** What is made here starts nothing. */
  private[lab] def only[A](make: => A): A = describing.withValue(true)(make)
}

/** A variant that runs by itself. Its constructor runs twice, and first to list it: build requests in `requests`. */
abstract class Experiment(override val trial: Trial) extends Described with Variant {

  def this(
      study: String,
      variant: String,
      factor: Option[Factor] = None,
      published: Option[PublishedSetting] = None
  ) = this(Trial(study, variant, factor, published))

  /** With the name and the number of what the variants of the study differ in. */
  def this(study: String, variant: String, factor: (String, Int)) =
    this(study, variant, Some(Factor(factor._1, factor._2.toDouble)))

  override private[lab] def newRun: Steps =
    new Run(getClass.getName, this, new SiteEvaluation(getClass.getName, trial, _))
}
