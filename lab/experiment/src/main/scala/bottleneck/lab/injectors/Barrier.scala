package bottleneck.lab.injectors

import bottleneck.lab.explain.record.ClockOffset
import bottleneck.lab.settings.{Injector, Refused}
import scala.concurrent.duration._

/** Where the injectors of one load wait for each other. */
private[lab] trait Barrier extends AutoCloseable {

  /** Returns when all of them are there, shortly before they may send.
    *
    * Throws [[bottleneck.lab.settings.Refused]] where one of them does not come, or the first ends.
    */
  def await(): Beginning
}

/** @param clock
  *   of this injector, beside the first's
  * @param at
  *   when the load begins, by this injector's clock, in microseconds since 1970
  */
private[lab] final case class Beginning(clock: ClockOffset, at: Long) {

  /** How long until then. */
  def in: FiniteDuration = math.max(0L, at - Clock.now).micros
}

private[lab] object Barrier {

  /** What both sides say, each a line: who comes, whether it may, what time it is, that this is known, and when the
    * load begins.
    */
  private[injectors] val welcome = "welcome"
  private[injectors] val clock = "clock"
  private[injectors] val ready = "ready"
  private[injectors] val begin = "begin "
  private[injectors] val refused = "refused "

  private[injectors] def hello(injector: Injector, simulation: String): String =
    s"bottleneck-injector/1 ${injector.number}/${injector.of} $simulation"

  /** The first listens at once; the others look for it when they await.
    *
    * @param patience
    *   how long the others may be late
    */
  def of(injector: Injector, simulation: String, patience: FiniteDuration = usualPatience): Barrier =
    if (injector.isFirst) new FirstInjector(injector, simulation, patience)
    else new OtherInjector(injector, simulation, patience, patience + longestPreparation)

  /** In which all hear when the load begins, users of the warm-up leave, and Gatling starts those of the load: it does
    * so once a second.
    */
  private[injectors] val notice = 4.seconds

  /** As long as machines of a build take to start one after the other. */
  private val usualPatience = 5.minutes

  /** In which the first has warmed the target up, or given up: then it ends, which the others see at once. */
  private val longestPreparation = 15.minutes

  private[injectors] def refuse(sentence: String): Nothing = throw new Refused(sentence)
}
