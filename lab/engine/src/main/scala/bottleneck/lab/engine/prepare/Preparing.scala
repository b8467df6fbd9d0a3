package bottleneck.lab.engine.prepare

import bottleneck.lab.engine.turns.Slices
import bottleneck.lab.engine.users.Users
import bottleneck.lab.figures.preparation.{Preparation, Slice}
import bottleneck.lab.figures.settings.{Refused, Scale}
import bottleneck.lab.figures.target.WarmUp
import bottleneck.lab.parts.metrics.Gauge
import io.gatling.core.Predef._
import io.gatling.core.structure.{ChainBuilder, PopulationBuilder}
import io.gatling.http.protocol.HttpProtocolBuilder
import scala.concurrent.duration._

/** Users before a load, and their steps: they warm the JVMs up until they are warm, and then show in light slices what
  * a request demands. All of it is silent: neither Gatling's report nor its assertions know of it. Each step ends with
  * an `InterruptedException` where [[end]] ends them all. `bound` is the maximum duration of the warm-up.
  */
private[lab] final class Preparing(
    wanted: WarmUp,
    loadUsers: Int,
    bound: FiniteDuration,
    rounds: Rounds,
    lengths: StepLengths = StepLengths()
)(say: String => Unit) {
  import Preparing._

  @volatile private var isOver = false
  private val atOnce = math.min(loadUsers, wanted.atMost)
  private val number = math.max(wanted.users, Slices.fewOf(atOnce))
  private val users = new Users
  private val warmingUp = new WarmingUp(wanted, bound, lengths)(say)

  /** Maximum duration. */
  def longest: FiniteDuration = warmingUp.longest + patience * 2 + Calibration.longest(lengths)

  /** Users who change their requests when it is the calibration's turn, and then those of the load. */
  def before(name: String, load: List[PopulationBuilder], protocol: HttpProtocolBuilder): List[PopulationBuilder] = {
    val round =
      if (rounds.differ) doIfOrElse(_ => users.turn == calibrating)(rounds.calibration)(rounds.warmUp)
      else exec(rounds.warmUp)
    // the pause is so that others come to have turns
    val own = users.population(name, number)(round.pause(1.milli)).protocols(users.counted(protocol))
    List(own.andThen(load))
  }

  /** Returns when the JVMs are warm, or the bound is over, and no request is under way. */
  def warmUp(gauge: Gauge): Preparation = {
    if (!users.await(patience))
      throw new Refused(s"No user of the warm-up arrived within ${patience.toSeconds} s: Gatling did not start them.")
    warmingUp.lead(slices(gauge)).head
  }

  /** Shows what a request demands; no request is under way afterwards, and the users stay. */
  def calibrate(seen: Preparation, gauge: Gauge): Preparation =
    if (!wanted.calibrated) seen
    else seen.copy(slices = seen.slices ++ Calibration.lead(slices(gauge), calibrating, lengths)(say))

  /** Lets the users go, so that those of the load come. */
  def release(): Unit = users.end()

  /** Ends it wherever it is: its users leave. */
  def end(): Unit = {
    isOver = true
    users.end()
  }

  private def slices(gauge: Gauge): Slices = new Slices(
    users,
    _ => gauge.read(),
    atOnce,
    () => if (isOver) throw new InterruptedException("the run ends")
  )
}

private[lab] object Preparing {

  /** Maximum duration of a warm-up. */
  def boundAt(scale: Scale): FiniteDuration = scale.choose(quick = 60.seconds, full = 180.seconds)

  /** The calibration's turn, after the warm-up's. */
  private val calibrating = 1

  /** Maximum duration of requests in flight at the end of a phase. */
  private val patience = 2.minutes
}

/** Durations of a preparation's steps; tests have shorter ones. CPU times are counted in hundredths of a second:
  * shorter slices would show that more than a change.
  *
  * @param coresSlice
  *   slice of a warm-up until the cores are steady, as `timeSlice` until the response time is
  * @param alone
  *   slice of the calibration with one round at a time, as `light` is a light one
  */
private[lab] final case class StepLengths(
    coresSlice: FiniteDuration = 2250.millis,
    timeSlice: FiniteDuration = 1.second,
    alone: FiniteDuration = 3.seconds,
    light: FiniteDuration = 1.second
)

/** What a request demands below saturation: alone, and in light slices. */
private[engine] object Calibration {

  /** Light slices before a load that has none beside its own. */
  private val slices = 6

  def longest(lengths: StepLengths): FiniteDuration =
    (lengths.alone + lengths.light * slices.toLong) * Slices.mostTimes.toLong

  def lead(of: Slices, service: Int, lengths: StepLengths)(say: String => Unit): Vector[Slice] = {
    val alone = of.alone(service, lengths.alone)
    if (alone.requests == 0) {
      say("no request was answered before the load: what one demands is not measured")
      of.quiet()
      Vector(alone)
    } else alone +: Vector.fill(slices)(of.light(service, lengths.light))
  }
}

/** Requests that users repeat before the load, until the JVMs are warm, and to show what a request of it demands. */
private[lab] final case class Rounds(warmUp: ChainBuilder, calibration: ChainBuilder) {

  /** True if warm-up and calibration send different requests. */
  def differ: Boolean = warmUp ne calibration
}
