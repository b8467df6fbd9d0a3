package bottleneck.lab.prepare

import bottleneck.lab.explain.preparation.{Phases, Preparation, Slice, Warmth}
import bottleneck.lab.run.metrics.Gauge
import bottleneck.lab.settings.{Refused, Scale}
import bottleneck.lab.target.WarmUp
import io.gatling.core.structure.PopulationBuilder
import io.gatling.http.protocol.HttpProtocolBuilder
import java.util.Locale
import java.util.concurrent.CountDownLatch
import java.util.concurrent.atomic.AtomicReference
import scala.concurrent.duration._

/** What comes before a load: users warm the JVMs up until they are warm, and then, at three paces, show what a request
  * demands. Where cores can be the limit they come again after the load, to show whether it still does. All of it is
  * silent: neither Gatling's report nor its assertions know of it.
  *
  * @param loadUsers
  *   of the load
  * @param together
  *   how many rounds of the calibration are under way together at most: a request costs less CPU time where threads
  *   find the next one waiting than where it wakes them up, so it is measured as the load has it
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
    val compares: Boolean
)(say: String => Unit) {
  import Preparing._

  private val answers = new Answers
  private val stop = new CountDownLatch(1)
  private val cpus = Runtime.getRuntime.availableProcessors
  private val number = math.max(warmUp.users, math.min(loadUsers, mostUsers))
  private val users = new PreparingUsers("preparation", number, rounds)
  private val usersAfter = new PreparingUsers("comparison", number, rounds)
  private val highest = new AtomicReference[Option[Pace]](None)
  private val (held, slice) = warmUp.until match {
    case WarmUp.CoresSteady => (None, coresSlice)
    case WarmUp.TimeSteady(time) => (Some(time.toUnit(MILLISECONDS)), timeSlice)
  }

  /** How long it takes at most, before the load and after it. */
  def longest: FiniteDuration =
    bound + slice * Slicing.mostTimes.toLong + patience * 2 + aloneLength * Slicing.mostTimes.toLong +
      Phases.visits
        .map(_._2)
        .appended(Phases.slices)
        .map(slices => settle + longestPaceSlice * slices.toLong)
        .reduce(_ + _)

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
    val warm = warmedUp(slicing)
    idle(slicing)
    useOwnIndex()
    users.calibrate()
    val calibrated = if (warmUp.calibrated) calibration(slicing) else Vector.empty
    idle(slicing)
    Preparation(warm ++ calibrated, bound.toMillis, held, cpus)
  }

  /** Waits for the users who come when the load is over, and leads them through the highest pace once more; they stay
    * until [[end]].
    *
    * @param within
    *   how long the load may take
    */
  def compare(seen: Preparation, gauge: Gauge, within: FiniteDuration): Preparation =
    highest.get().filter(_ => usersAfter.await(within + patience)).fold(seen) { pace =>
      say("the calibration's requests once more, to see whether the machine changed its speed")
      gauge.awaitIdle(idleWithin)
      val slicing = new Slicing(gauge, answers, stop)
      usersAfter.calibrate()
      seen.copy(slices = seen.slices ++ at(pace, usersAfter, slicing, Phases.afterLoad, Phases.slices))
    }

  /** Lets the users go, so that those of the load come. */
  def release(): Unit = users.release()

  /** Ends it wherever it is: its users leave. */
  def end(): Unit = {
    stop.countDown()
    users.release()
    usersAfter.release()
  }

  private def warmedUp(slicing: Slicing): Vector[Slice] = {
    val deadline = bound.fromNow
    users.turns.atOnce(warmUp.users)
    val seen = Iterator
      .iterate(Vector.empty[Slice]) { seen =>
        if (seen.nonEmpty && seen.size % slicesOfReport == 0) report(seen)
        seen :+ warming(slicing)
      }
      .find(seen => warmth(seen).isWarm || (deadline - slice).isOverdue())
      .getOrElse(Vector.empty)
    val took = seen.map(_.seconds).sum
    say(
      if (warmth(seen).isWarm) text("warm after %.0f s: %s", took, state(seen.last))
      else text("not warm after %.0f s, the bound: %s", took, warmth(seen).moving.mkString("; "))
    )
    seen
  }

  /** Gatling shows nothing of a warm-up. */
  private def report(seen: Vector[Slice]): Unit =
    say(text("warming up for %.0f s: %s", seen.map(_.seconds).sum, warmth(seen).moving.mkString("; ")))

  /** A slice in short steps. Where cores matter each step has a pace that leaves the compilers as many of them as they
    * used in the step before, and some more.
    */
  private def warming(slicing: Slicing): Slice = slicing.during(Phases.warmUp, fewestOfSlice) {
    if (held.isDefined) slicing.sleep(slice) else (1 to (slice / step).toInt).foreach(_ => pacing(slicing))
  }

  private def pacing(slicing: Slicing): Unit = {
    val seen = slicing.during(Phases.warmUp, requests = 0)(slicing.sleep(step))
    // of a target that is not the lab's nobody knows what a request takes
    seen.allOwnMs.filter(_ > 0 && seen.own("service").isDefined).foreach { ms =>
      val free = math.max(leastUtilisation * cpus, (1 - reserved) * cpus - seen.compiling)
      users.turns.paced(free * 1000 / (ms * ofAll))
    }
  }

  private def warmth(seen: Vector[Slice]): Warmth =
    held.fold(Warmth.ofCores(seen, cpus))(Warmth.ofTime(seen, _))

  private def state(last: Slice): String = Vector(
    last.meanMs.map(text("a request is answered after %.2f ms", _)),
    last.allOwnMs.map(text("takes %.3f ms of CPU time", _)),
    Option.when(last.compilers.nonEmpty)(text("compilers use %.2f cores", last.compiling))
  ).flatten.mkString(", ")

  /** Returns when no round is under way any more. */
  private def idle(slicing: Slicing): Unit = {
    users.turns.none()
    val deadline = patience.fromNow
    while (users.turns.underWay > 0 && deadline.hasTimeLeft()) slicing.sleep(Turns.look)
    if (users.turns.underWay > 0)
      throw new Refused(text("Requests of the warm-up were not answered within %.0f s.", patience.toUnit(SECONDS)))
  }

  /** Requests of a round, by all until now. */
  private def ofAll: Double = math.max(1.0, answers.read().requests.toDouble / math.max(1L, users.turns.begun))

  /** One round after the other, and then the paces, by what a request took alone. */
  private def calibration(slicing: Slicing): Vector[Slice] = {
    users.turns.atOnce(1)
    slicing.sleep(settle)
    val (requests, rounds) = (answers.read().requests, users.turns.begun)
    val alone = slicing.during(Phases.alone, fewestOfSlice)(slicing.sleep(aloneLength))
    val ofRound = (answers.read().requests - requests).toDouble / math.max(1L, users.turns.begun - rounds)
    val demandMs = alone.allOwnMs.filter(_ > 0)
    if (demandMs.isEmpty) say("no request was answered before the load: what one demands is not measured")
    alone +: demandMs.toVector.flatMap(paced(_, math.max(1, ofRound), slicing))
  }

  /** At the paces that need so much of the cores if a request takes `demandMs`. */
  private def paced(demandMs: Double, requestsOfRound: Double, slicing: Slicing): Vector[Slice] = {
    val slice = paceSlice.max((demandMs * requestsOfSlice).round.millis).min(longestPaceSlice)
    val roundMs = demandMs * requestsOfRound
    val group = sizeOfGroup(roundMs)
    Phases.visits.flatMap { case (utilisation, slices) =>
      val perSecond = utilisation * cpus * 1000 / roundMs
      val pace = Pace(perSecond, group, Preparing.whole(slice, group / perSecond))
      if (utilisation == Phases.utilisations.last) highest.set(Some(pace))
      at(pace, users, slicing, Phases.paced(utilisation), slices)
    }
  }

  private def at(pace: Pace, users: PreparingUsers, slicing: Slicing, phase: String, slices: Int): Vector[Slice] = {
    users.turns.paced(pace.perSecond, pace.group)
    slicing.sleep(settle)
    slicing.series(phase, pace.slice, slices)
  }

  /** Rounds that begin together, or one after the other as soon as one of the users is free, where all of them may be
    * busy at once.
    */
  private def sizeOfGroup(roundMs: Double): Int = {
    val most = if (together < number) together else Int.MaxValue
    math.max(math.min(together, cpus * 2), math.min(most, groupMs * cpus / roundMs).toInt)
  }

  private def text(format: String, values: Any*): String = format.formatLocal(Locale.ROOT, values: _*)
}

private[lab] object Preparing {

  /** Rounds a second that begin in groups, and how long a slice of them takes. */
  private final case class Pace(perSecond: Double, group: Int, slice: FiniteDuration)

  /** How long a warm-up may take. */
  def boundAt(scale: Scale): FiniteDuration = scale.choose(quick = 60.seconds, full = 180.seconds)

  /** CPU times are counted in hundredths of a second: shorter slices would show that more than a change. */
  private val coresSlice = 3.seconds
  private val timeSlice = 1.second

  /** Slices of a warm-up from one line on the console to the next. */
  private val slicesOfReport = 4

  /** How often the pace of a warm-up follows what a request takes by now. */
  private val step = 750.millis

  /** Or the beginning and the end of a request would weigh more than a change. */
  private val fewestOfSlice = 20

  /** Part of the cores that a warm-up leaves free, and the part that it uses in any case. */
  private val reserved = 0.25
  private val leastUtilisation = 0.25

  private val settle = 500.millis

  /** For the last answers of a load. */
  private val idleWithin = 30.seconds

  /** Counters that are read once a second increase at least twice in it. */
  private val aloneLength = 3.seconds
  private val paceSlice = 1.second
  private val longestPaceSlice = 30.seconds

  /** For how long a group of rounds keeps all cores busy, about, unless two for each core take longer: its first and
    * last requests, which cost more than those between, weigh little then.
    */
  private val groupMs = 1000.0

  /** A slice of a pace is as long as so many requests compute, one after the other, at least. */
  private val requestsOfSlice = 10

  /** More are never busy at once at a pace below saturation. */
  private val mostUsers = 64

  /** How long requests may take that are under way when a phase ends. */
  private val patience = 2.minutes

  /** The fewest whole periods, in seconds, that take `atLeast` so long, or as many as the bound allows: so each slice
    * has as many groups.
    */
  private[prepare] def whole(atLeast: FiniteDuration, period: Double): FiniteDuration = {
    val most = math.floor(longestPaceSlice.toUnit(SECONDS) / period)
    val periods = math.max(1, math.min(math.ceil(atLeast.toUnit(SECONDS) / period - 1e-9), most))
    (periods * period * 1e9).round.nanos
  }
}
