package bottleneck.lab.engine.prepare

import bottleneck.lab.engine.users.Users
import bottleneck.lab.figures.preparation.Preparation
import bottleneck.lab.figures.settings.{Refused, Scale}
import bottleneck.lab.figures.target.WarmUp
import bottleneck.lab.parts.metrics.Gauge
import io.gatling.core.Predef._
import io.gatling.core.structure.{ChainBuilder, PopulationBuilder}
import io.gatling.http.protocol.HttpProtocolBuilder
import java.util.concurrent.CountDownLatch
import scala.concurrent.duration._

/** Users before a load, and their steps: they warm the JVMs up until they are warm, and then, at two paces, show what a
  * request demands. Where cores can be the limit they come again after the load, to show whether it still does. All of
  * it is silent: neither Gatling's report nor its assertions know of it. Each step ends with an `InterruptedException`
  * where [[end]] ends them all.
  *
  * @param together
  *   maximum number of concurrent rounds of the calibration, as `bound` is the maximum duration of the warm-up
  * @param compares
  *   true if users arrive after the load too
  */
private[lab] final class Preparing(
    wanted: WarmUp,
    loadUsers: Int,
    together: Int,
    bound: FiniteDuration,
    rounds: Rounds,
    val compares: Boolean,
    lengths: StepLengths = StepLengths()
)(say: String => Unit) {
  import Preparing._

  private val stop = new CountDownLatch(1)
  private val cpus = Runtime.getRuntime.availableProcessors
  private val number = math.max(wanted.users, math.min(loadUsers, wanted.atMost))
  private val users, usersAfter = new Users
  private val warmingUp = new WarmingUp(wanted, bound, lengths, cpus)(say)
  private val calibration = new Calibration(number, together, lengths, cpus)(say)

  /** Maximum duration, before the load and after it. */
  def longest: FiniteDuration = warmingUp.longest + patience * 2 + calibration.longest

  def before(load: List[PopulationBuilder], protocol: HttpProtocolBuilder): List[PopulationBuilder] =
    List(population(users, "preparation", protocol).andThen(load))

  def after(protocol: HttpProtocolBuilder): PopulationBuilder = population(usersAfter, "comparison", protocol)

  /** Users who change their requests when it is the calibration's turn. */
  private def population(of: Users, name: String, protocol: HttpProtocolBuilder): PopulationBuilder = {
    val round =
      if (rounds.differ) doIfOrElse(_ => of.turn == calibrating)(rounds.calibration)(rounds.warmUp)
      else exec(rounds.warmUp)
    // so that others come to have turns
    of.population(name, number)(round.pause(1.milli)).protocols(of.counted(protocol))
  }

  /** Returns when the JVMs are warm, or the bound is over, and no request is under way. */
  def warmUp(gauge: Gauge): Preparation = {
    val slicing = new Slicing(gauge, users, stop)
    if (!users.await(patience))
      throw new Refused(s"No user of the warm-up arrived within ${patience.toSeconds} s: Gatling did not start them.")
    val warm = warmingUp.lead(users, slicing)
    idle(slicing)
    Preparation(warm, bound.toMillis, warmingUp.heldMs, cpus)
  }

  /** Shows what a request demands; no request is under way afterwards, and the users stay. */
  def calibrate(seen: Preparation, gauge: Gauge): Preparation = {
    val slicing = new Slicing(gauge, users, stop)
    users.turnTo(calibrating)
    val calibrated = if (wanted.calibrated) calibration.lead(users, slicing) else Vector.empty
    idle(slicing)
    seen.copy(slices = seen.slices ++ calibrated)
  }

  /** Waits for the users who come when the load is over, `within` its duration, and leads them through the highest pace
    * once more; they stay until [[end]].
    */
  def compare(seen: Preparation, gauge: Gauge, within: FiniteDuration): Preparation =
    calibration.again.filter(_ => usersAfter.await(within + patience)).fold(seen) { case (takes, again) =>
      val slicing = new Slicing(gauge, usersAfter, stop)
      slicing.sleep(Duration.Zero)
      say(
        s"the calibration's requests once more for ${takes.toSeconds} s, to see whether the machine changed its speed"
      )
      gauge.awaitIdle(idleWithin)
      usersAfter.turnTo(calibrating)
      seen.copy(slices = seen.slices ++ again(usersAfter, slicing))
    }

  /** Lets the users go, so that those of the load come. */
  def release(): Unit = users.end()

  /** Ends it wherever it is: its users leave. */
  def end(): Unit = {
    stop.countDown()
    users.end()
    usersAfter.end()
  }

  /** Returns when no round is under way any more. */
  private def idle(slicing: Slicing): Unit = {
    users.activate(0)
    val deadline = patience.fromNow
    while (users.sending > 0 && deadline.hasTimeLeft()) slicing.sleep(Users.near)
    if (users.sending > 0)
      throw new Refused(s"Requests of the warm-up were not answered within ${patience.toSeconds} s.")
  }
}

private[lab] object Preparing {

  /** Maximum duration of a warm-up. */
  def boundAt(scale: Scale): FiniteDuration = scale.choose(quick = 60.seconds, full = 180.seconds)

  /** The calibration's turn, after the warm-up's. */
  private val calibrating = 1

  /** Timeout for the last answers of a load. */
  private val idleWithin = 30.seconds

  /** Maximum duration of requests in flight at the end of a phase. */
  private val patience = 2.minutes
}

/** Durations of a preparation's steps; tests have shorter ones. CPU times are counted in hundredths of a second, and
  * counters are read once a second: shorter slices would show that more than a change.
  *
  * @param coresSlice
  *   slice of a warm-up until the cores are steady, as `timeSlice` until the response time is
  * @param alone
  *   slice of the calibration with one round at a time
  * @param paceSlice
  *   minimum of the calibration's slices at a pace, the first of which begins `settle` after the pace
  * @param group
  *   for how long rounds that begin together keep all cores busy, about, unless two for each core take longer: the
  *   first and last requests, which cost more than those between, weigh little in a long group
  */
private[lab] final case class StepLengths(
    coresSlice: FiniteDuration = 2250.millis,
    timeSlice: FiniteDuration = 1.second,
    alone: FiniteDuration = 3.seconds,
    paceSlice: FiniteDuration = 1.second,
    settle: FiniteDuration = 500.millis,
    group: FiniteDuration = 1.second
)

/** Requests that users repeat before the load, until the JVMs are warm, and to show what a request of it demands. */
private[lab] final case class Rounds(warmUp: ChainBuilder, calibration: ChainBuilder) {

  /** True if warm-up and calibration send different requests. */
  def differ: Boolean = warmUp ne calibration
}
