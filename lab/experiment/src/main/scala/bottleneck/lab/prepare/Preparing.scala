package bottleneck.lab.prepare

import bottleneck.lab.explain.preparation.Preparation
import bottleneck.lab.run.metrics.Gauge
import bottleneck.lab.settings.{Refused, Scale}
import bottleneck.lab.target.WarmUp
import io.gatling.core.structure.PopulationBuilder
import io.gatling.http.protocol.HttpProtocolBuilder
import java.util.concurrent.CountDownLatch
import scala.concurrent.duration._

/** What comes before a load: users warm the JVMs up until they are warm, and then, at three paces, show what a request
  * demands. Where cores can be the limit they come again after the load, to show whether it still does. All of it is
  * silent: neither Gatling's report nor its assertions know of it.
  *
  * @param loadUsers
  *   of the load
  * @param together
  *   how many rounds of the calibration are under way together at most
  * @param bound
  *   how long the warm-up may take
  * @param compares
  *   whether users come after the load too
  * @param say
  *   gets a sentence at each step
  */
private[lab] final class Preparing(
    warmUp: WarmUp,
    loadUsers: Int,
    together: Int,
    bound: FiniteDuration,
    rounds: Rounds,
    val compares: Boolean,
    lengths: StepLengths = StepLengths.measuring
)(say: String => Unit) {
  import Preparing._

  private val answers = new Answers
  private val stop = new CountDownLatch(1)
  private val cpus = Runtime.getRuntime.availableProcessors
  private val number = math.max(warmUp.users, math.min(loadUsers, warmUp.atMost))
  private val users = new PreparingUsers("preparation", number, rounds)
  private val usersAfter = new PreparingUsers("comparison", number, rounds)
  private val warmingUp = new WarmingUp(warmUp, bound, lengths, cpus)(say)
  private val calibration = new Calibration(number, together, lengths, cpus)(say)

  /** How long it takes at most, before the load and after it. */
  def longest: FiniteDuration = warmingUp.longest + patience * 2 + calibration.longest

  /** The users of the preparation, and then those of the load. */
  def before(load: List[PopulationBuilder], protocol: HttpProtocolBuilder): List[PopulationBuilder] =
    List(users.population(answers.counting(protocol)).andThen(load))

  /** The users who come after the load. */
  def after(protocol: HttpProtocolBuilder): PopulationBuilder = usersAfter.population(answers.counting(protocol))

  /** Leads the users through all phases and returns what was seen; they stay, and send nothing more.
    *
    * @param useOwnIndex
    *   called when the JVMs are warm and no request is under way
    */
  def lead(gauge: Gauge)(useOwnIndex: () => Unit): Preparation = {
    val slicing = new Slicing(gauge, answers, stop)
    if (!users.await(patience)) throw new Refused("No user of the warm-up arrived: Gatling did not start them.")
    val warm = warmingUp.lead(users.turns, slicing)
    idle(slicing)
    useOwnIndex()
    users.calibrate()
    val calibrated = if (warmUp.calibrated) calibration.lead(users.turns, slicing) else Vector.empty
    idle(slicing)
    Preparation(warm ++ calibrated, bound.toMillis, warmingUp.heldMs, cpus)
  }

  /** Waits for the users who come when the load is over, and leads them through the highest pace once more; they stay
    * until [[end]].
    *
    * @param within
    *   how long the load may take
    */
  def compare(seen: Preparation, gauge: Gauge, within: FiniteDuration): Preparation =
    calibration.again.filter(_ => usersAfter.await(within + patience)).fold(seen) { again =>
      say("the calibration's requests once more, to see whether the machine changed its speed")
      gauge.awaitIdle(idleWithin)
      usersAfter.calibrate()
      seen.copy(slices = seen.slices ++ again(usersAfter.turns, new Slicing(gauge, answers, stop)))
    }

  /** Lets the users go, so that those of the load come. */
  def release(): Unit = users.release()

  /** Ends it wherever it is: its users leave. */
  def end(): Unit = {
    stop.countDown()
    users.release()
    usersAfter.release()
  }

  /** Returns when no round is under way any more. */
  private def idle(slicing: Slicing): Unit = {
    users.turns.none()
    val deadline = patience.fromNow
    while (users.turns.underWay > 0 && deadline.hasTimeLeft()) slicing.sleep(Turns.look)
    if (users.turns.underWay > 0)
      throw new Refused(s"Requests of the warm-up were not answered within ${patience.toSeconds} s.")
  }
}

private[lab] object Preparing {

  /** How long a warm-up may take. */
  def boundAt(scale: Scale): FiniteDuration = scale.choose(quick = 60.seconds, full = 180.seconds)

  /** For the last answers of a load. */
  private val idleWithin = 30.seconds

  /** How long requests may take that are under way when a phase ends. */
  private val patience = 2.minutes
}
