package bottleneck.lab.prepare

import bottleneck.lab.explain.preparation.{Phases, Preparation, Slice, Warmth}
import bottleneck.lab.run.metrics.Gauge
import bottleneck.lab.settings.{Refused, Scale}
import bottleneck.lab.target.WarmUp
import io.gatling.core.structure.PopulationBuilder
import io.gatling.http.protocol.HttpProtocolBuilder
import java.util.Locale
import java.util.concurrent.CountDownLatch
import scala.concurrent.duration._

/** What comes before a load: users warm the JVMs up until they are warm, and then the load's own users, at three paces,
  * show what a request demands. All of it is silent: neither Gatling's report nor its assertions know of it.
  *
  * @param loadUsers
  *   of the load
  * @param bound
  *   how long the warm-up may take
  * @param say
  *   gets a sentence at each step
  */
private[lab] final class Preparing(warmUp: WarmUp, loadUsers: Int, bound: FiniteDuration, rounds: Rounds)(
    say: String => Unit
) {
  import Preparing._

  private val answers = new Answers
  private val stop = new CountDownLatch(1)
  private val cpus = Runtime.getRuntime.availableProcessors
  private val warming = new Phase(Phases.warmUp, warmUp.users)

  /** Only where the requests of the warm-up tell nothing of those of the calibration. */
  private val gauging = Option.when(warmUp.calibrated && (warmUp.onKeyset || rounds.differ))(
    new Phase(Phases.gauge, math.min(warmUp.users, loadUsers))
  )
  private val paced =
    if (warmUp.calibrated)
      Phases.utilisations.map(share => Paced(share, new Phase(Phases.paced(share), math.min(loadUsers, mostPaced))))
    else Vector.empty
  private val phases = (warming +: gauging.toVector) ++ paced.map(_.phase)

  private val (held, slice) = warmUp.until match {
    case WarmUp.CoresSteady => (None, coresSlice)
    case WarmUp.TimeSteady(time) => (Some(time.toUnit(MILLISECONDS)), timeSlice)
  }

  /** How long it takes at most. */
  def longest: FiniteDuration = bound + (patience + settle + gaugeLength) * phases.size.toLong

  /** The users of all phases, one after the other, and then those of the load. */
  def before(load: List[PopulationBuilder], protocol: HttpProtocolBuilder): List[PopulationBuilder] = {
    val silent = answers.counting(protocol)
    val all =
      (warming.population(rounds.warmUp, silent) +: gauging.toVector.map(_.population(rounds.calibration, silent))) ++
        paced.map(pace => pace.phase.population(rounds.calibration, pace.pace, silent))
    List(all.init.foldRight(all.last.andThen(load))((phase, next) => phase.andThen(next)))
  }

  /** Leads the users through all phases and returns what was seen, while those of the last phase stay.
    *
    * @param useOwnIndex
    *   called when the JVMs are warm and no request is under way
    */
  def lead(gauge: Gauge)(useOwnIndex: () => Unit): Preparation = {
    val slicing = new Slicing(gauge, answers, stop)
    val warm = warmedUp(slicing)
    val gauged = gauging.map(roughly(_, slicing)(useOwnIndex))
    val estimate = gauged.getOrElse(Rough(warm, answers.read().requests, warming))
    val seen = estimate.demandMs.fold(skipped)(ms => paced.flatMap(calibrated(_, ms, estimate, slicing)))
    Preparation(warm ++ gauged.toVector.flatMap(_.slices) ++ seen, bound.toMillis, held, cpus)
  }

  /** Lets the users of the last phase go, so that those of the load come. */
  def release(): Unit = phases.last.end()

  /** Ends it wherever it is: its users leave. */
  def end(): Unit = {
    stop.countDown()
    phases.foreach(_.end())
  }

  private def warmedUp(slicing: Slicing): Vector[Slice] = {
    arrive(warming)
    warming.begin()
    val deadline = bound.fromNow
    val seen = Iterator
      .iterate(Vector.empty[Slice])(seen => seen :+ slicing.next(warming.name, slice, fewestOfSlice))
      .find(seen => warmth(seen).isWarm || (deadline - slice).isOverdue())
      .getOrElse(Vector.empty)
    val took = seen.map(_.seconds).sum
    say(
      if (warmth(seen).isWarm) text("warm after %.0f s: %s", took, state(seen.last))
      else text("not warm after %.0f s, the bound: %s", took, warmth(seen).moving.mkString("; "))
    )
    leave(warming)
    seen
  }

  private def warmth(seen: Vector[Slice]): Warmth =
    held.fold(Warmth.ofCores(seen, cpus))(Warmth.ofTime(seen, _))

  private def state(last: Slice): String = Vector(
    last.meanMs.map(text("a request is answered after %.2f ms", _)),
    Option.when(last.requests > 0)(text("takes %.3f ms of CPU time", last.allOwn * 1000 / last.perSecond)),
    Option.when(last.compilers.nonEmpty)(text("compilers use %.2f cores", last.compiling))
  ).flatten.mkString(", ")

  private def roughly(phase: Phase, slicing: Slicing)(useOwnIndex: () => Unit): Rough = {
    arrive(phase)
    useOwnIndex()
    phase.begin()
    slicing.sleep(settle)
    val before = answers.read().requests
    val rounds = phase.begun
    val seen = slicing.next(phase.name, gaugeLength, fewestOfSlice)
    leave(phase)
    Rough(Vector(seen), answers.read().requests - before, phase, rounds)
  }

  /** Without an answer there is no pace: the users of the paces leave as they come. */
  private def skipped: Vector[Slice] = {
    if (paced.nonEmpty) say("no request was answered before the load: what one demands is not measured")
    paced.foreach(pace => leave(pace.phase))
    Vector.empty
  }

  /** At the pace that needs so much of the cores by what a request took before. */
  private def calibrated(paced: Paced, demandMs: Double, estimate: Rough, slicing: Slicing): Vector[Slice] = {
    arrive(paced.phase)
    val perSecond = paced.utilisation * cpus * 1000 / demandMs
    val slice = paceSlice.max((demandMs * requestsOfSlice).round.millis)
    // before the users begin: they leave when there is no round
    paced.pace.begin(perSecond / estimate.requestsARound, settle + slice * paceSlices.toLong)
    paced.phase.begin()
    slicing.sleep(settle)
    val seen = slicing.series(paced.phase.name, slice, paceSlices)
    leave(paced.phase)
    seen
  }

  private def arrive(phase: Phase): Unit =
    if (!phase.awaitUsers(patience))
      throw new Refused(
        text(
          "No user of the phase %s came within %.0f s: requests before it never ended.",
          phase.name,
          patience.toUnit(SECONDS)
        )
      )

  /** The users of the last phase stay until they are released. */
  private def leave(phase: Phase): Unit = if (phase == phases.last) phase.hold() else phase.end()

  private def text(format: String, values: Any*): String = format.formatLocal(Locale.ROOT, values: _*)
}

private[lab] object Preparing {
  private val quickBound = 60.seconds
  private val fullBound = 180.seconds

  /** How long a warm-up may take. */
  def boundAt(scale: Scale): FiniteDuration = if (scale == Scale.Quick) quickBound else fullBound

  /** CPU times are counted in hundredths of a second: shorter slices would show that more than a change. */
  private val coresSlice = 3.seconds
  private val timeSlice = 1.second

  /** Or the beginning and the end of a request would weigh more than a change. */
  private val fewestOfSlice = 20

  private val settle = 1.second
  private val gaugeLength = 4.seconds
  private val paceSlice = 1.second
  private val paceSlices = 4

  /** A slice is as long as so many requests compute, one after the other, at least. */
  private val requestsOfSlice = 10

  /** More users than these are never busy at once at a pace below saturation. */
  private val mostPaced = 256

  /** How long requests of one phase may keep the users of the next waiting. */
  private val patience = 3.minutes

  private final case class Paced(utilisation: Double, phase: Phase, pace: Pace = new Pace)

  /** What is known of a request before the paces.
    *
    * @param requests
    *   that were answered in the phase since `before` rounds had begun
    */
  private final case class Rough(slices: Vector[Slice], requests: Long, phase: Phase, before: Long = 0) {

    /** CPU time of all parts for a request, in ms, by the last slices; none without an answer. */
    def demandMs: Option[Double] = {
      val last = slices.takeRight(2).filter(_.requests > 0)
      Option.when(last.nonEmpty)(last.map(slice => slice.allOwn * 1000 / slice.perSecond).sum / last.size).filter(_ > 0)
    }

    def requestsARound: Double = math.max(1.0, requests.toDouble / math.max(1L, phase.begun - before))
  }
}
