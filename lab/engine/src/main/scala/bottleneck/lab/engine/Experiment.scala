package bottleneck.lab.engine

import bottleneck.lab.figures.record.{Factor, PublishedSetting, Trial}
import bottleneck.lab.figures.settings.{Properties, Scale}
import bottleneck.lab.figures.target.SlicedLoad
import io.gatling.bottleneck.LateSimulation

/** A Gatling simulation of the lab, found and run by its name. To make one starts nothing. */
abstract class Described private[lab] extends LateSimulation with Description {
  private[engine] def newRun: Steps

  final override protected def begin(): Unit = {
    val steps = newRun
    val injection = steps.start()
    before(steps.beforeUsers())
    after(steps.afterUsers())
    val _ = injection.assertion.foldLeft(setUp(injection.populations).maxDuration(injection.longest))(_.assertions(_))
  }
}

/** A variant that runs by itself. */
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

  /** By the load of the scale; a wrong one is refused by either. */
  override private[engine] def newRun: Steps =
    loadAt(Properties.scale.or(sys.props.toMap).getOrElse(Scale.Quick)) match {
      case _: SlicedLoad => new TurnsRun(getClass.getName, trial, Vector(this), users = None)
      case _ => new Run(getClass.getName, trial, Vector(this))
    }
}
