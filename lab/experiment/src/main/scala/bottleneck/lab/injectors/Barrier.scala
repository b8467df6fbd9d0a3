package bottleneck.lab.injectors

import bottleneck.lab.explain.record.ClockOffset
import bottleneck.lab.settings.{Injector, Refused}
import scala.concurrent.duration._

/** Where the injectors of one load wait for each other. */
private[lab] trait Barrier extends AutoCloseable {

  /** Returns when all of them are there, shortly before they may send.
    *
    * Throws [[bottleneck.lab.settings.Refused]] where one of them does not come, does not fit or ends.
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

  /** What both sides say, each a line. An injector says who it is, and is welcome or refused. When all are there and
    * the first is ready too, it has each compare its clock; when all have, it says when the load begins.
    */
  private[injectors] val welcome = "welcome"
  private[injectors] val refused = "refused "
  private[injectors] val compare = "compare"
  private[injectors] val clock = "clock"
  private[injectors] val ready = "ready"
  private[injectors] val begin = "begin "

  /** @param asked
    *   a hash of what all must have been asked alike
    */
  private[injectors] def hello(injector: Injector, simulation: String, asked: String): String =
    s"$protocol ${injector.number}/${injector.of} $simulation $asked"

  private[injectors] def isHello(said: String): Boolean = said.startsWith(protocol)

  private val protocol = "bottleneck-injector/2"

  /** The first listens at once; the others look for it when they await.
    *
    * @param asked
    *   a hash of what all must have been asked alike
    * @param patience
    *   how long the others may be late
    */
  def of(injector: Injector, simulation: String, asked: String, patience: FiniteDuration = usualPatience): Barrier =
    if (injector.isFirst) new FirstInjector(injector, simulation, asked, patience)
    else new OtherInjector(injector, hello(injector, simulation, asked), patience, patience + longestPreparation)

  /** In which all hear when the load begins, users of the warm-up leave, and Gatling starts those of the load: it does
    * so once a second.
    */
  private[injectors] val notice = 4.seconds

  /** In which one that lives answers. */
  private[injectors] val answer = 10.seconds

  /** As long as machines of a build take to start one after the other. */
  private val usualPatience = 5.minutes

  /** In which the first has warmed the target up, or given up: then it ends, which the others see at once. */
  private val longestPreparation = 15.minutes

  private[injectors] def refuse(sentence: String): Nothing = throw new Refused(sentence)
}
