package bottleneck.lab.engine.prepare

import bottleneck.lab.engine.users.Users
import bottleneck.lab.figures.Text.text
import bottleneck.lab.figures.preparation.{Phases, Slice}
import java.util.concurrent.atomic.AtomicReference
import scala.concurrent.duration._

/** Shows what a request demands, with requests one after the other and then at two paces.
  *
  * @param together
  *   how many rounds are under way together at most: a request costs less CPU time where threads find the next one
  *   waiting than where it wakes them up, so it is measured as the load has it
  */
private[prepare] final class Calibration(users: Int, together: Int, lengths: StepLengths, cpus: Int)(
    say: String => Unit
) {
  import Calibration._

  private val highest = new AtomicReference[Option[Pace]](None)

  def longest: FiniteDuration = lengths.alone * Slicing.mostTimes.toLong +
    Phases.visits
      .map(_._2)
      .appended(Phases.slices)
      .map(slices => lengths.settle + longestSlice * slices.toLong)
      .reduce(_ + _)

  /** One round after the other, and then the paces, by what a request took alone. */
  def lead(pool: Users, slicing: Slicing): Vector[Slice] = {
    pool.activate(1)
    slicing.sleep(lengths.settle)
    val (requests, rounds) = (slicing.requests, pool.begun)
    val alone = slicing.during(Phases.alone, Slicing.fewestRequests)(slicing.sleep(lengths.alone))
    val ofRound = (slicing.requests - requests).toDouble / math.max(1L, pool.begun - rounds)
    val demandMs = alone.allOwnMs.filter(_ > 0)
    if (demandMs.isEmpty) say("no request was answered before the load: what one demands is not measured")
    alone +: demandMs.toVector.flatMap(paced(_, math.max(1, ofRound), pool, slicing))
  }

  /** The highest pace once more, by other users, and how long it takes; none where there was no pace. */
  def again: Option[(FiniteDuration, (Users, Slicing) => Vector[Slice])] =
    highest.get().map(pace => length(pace, Phases.slices) -> (at(pace, _, _, Phases.afterLoad, Phases.slices)))

  private def length(pace: Pace, slices: Int): FiniteDuration = lengths.settle + pace.slice * slices.toLong

  /** At the paces that need so much of the cores if a request takes `demandMs`. */
  private def paced(demandMs: Double, requestsOfRound: Double, pool: Users, slicing: Slicing): Vector[Slice] = {
    val slice = lengths.paceSlice.max((demandMs * requestsOfSlice).round.millis).min(longestSlice)
    val roundMs = demandMs * requestsOfRound
    val group = sizeOfGroup(roundMs)
    val visits = Phases.visits.map { case (utilisation, slices) =>
      val perSecond = utilisation * cpus * 1000 / roundMs
      (utilisation, Pace(perSecond, group, whole(slice, group / perSecond)), slices)
    }
    val takes = visits.map { case (_, pace, slices) => length(pace, slices) }.reduce(_ + _)
    say(text("calibrating for %.0f s: what a request takes below saturation", takes.toUnit(SECONDS)))
    visits.flatMap { case (utilisation, pace, slices) =>
      if (utilisation == Phases.utilisations.last) highest.set(Some(pace))
      at(pace, pool, slicing, Phases.paced(utilisation), slices)
    }
  }

  private def at(pace: Pace, pool: Users, slicing: Slicing, phase: String, slices: Int): Vector[Slice] = {
    pool.pace(pace.perSecond, together = pace.group)
    slicing.sleep(lengths.settle)
    slicing.series(phase, pace.slice, slices)
  }

  /** Rounds that begin together, or one after the other as soon as one of the users is free, where all of them may be
    * busy at once.
    */
  private def sizeOfGroup(roundMs: Double): Int = {
    val most = if (together < users) together else Int.MaxValue
    math.max(math.min(together, cpus * 2), math.min(most, lengths.group.toUnit(MILLISECONDS) * cpus / roundMs).toInt)
  }
}

private object Calibration {

  /** Rounds a second that begin in groups, and how long a slice of them takes. */
  private final case class Pace(perSecond: Double, group: Int, slice: FiniteDuration)

  private val longestSlice = 30.seconds

  /** A slice of a pace is as long as so many requests compute, one after the other, at least. */
  private val requestsOfSlice = 10

  /** The fewest whole periods, in seconds, that take `atLeast` so long, or as many as the bound allows: so each slice
    * has as many groups.
    */
  private[prepare] def whole(atLeast: FiniteDuration, period: Double): FiniteDuration = {
    val most = math.floor(longestSlice.toUnit(SECONDS) / period)
    val periods = math.max(1, math.min(math.ceil(atLeast.toUnit(SECONDS) / period - 1e-9), most))
    (periods * period * 1e9).round.nanos
  }
}
