package bottleneck.lab.prepare

import bottleneck.lab.model.Text.text
import bottleneck.lab.explain.preparation.{Phases, Slice, Warmth}
import bottleneck.lab.target.WarmUp
import scala.concurrent.duration._

/** Warms the JVMs up, slice by slice, until they are warm or the bound is over. */
private[prepare] final class WarmingUp(warmUp: WarmUp, bound: FiniteDuration, lengths: StepLengths, cpus: Int)(
    say: String => Unit
) {

  /** Slices from one line on the console to the next. */
  private val slicesOfReport = 4

  /** Interval at which the pace adapts to the current demand of a request. */
  private val step = 750.millis

  /** Part of the cores that a warm-up leaves free, and the part that it uses in any case. */
  private val reserved = 0.25
  private val leastUtilisation = 0.25

  private val (held, slice) = warmUp.until match {
    case WarmUp.CoresSteady => (None, lengths.coresSlice)
    case WarmUp.TimeSteady(time) => (Some(time.toUnit(MILLISECONDS)), lengths.timeSlice)
  }

  /** Hold time of a request of the load in ms, where the warm-up waits for a steady response time. */
  def heldMs: Option[Double] = held

  def longest: FiniteDuration = bound + slice * Slicing.mostTimes.toLong

  /** Returns when the JVMs are warm, or when the time is over. */
  def lead(turns: Turns, slicing: Slicing): Vector[Slice] = {
    val deadline = bound.fromNow
    turns.atOnce(warmUp.users)
    val seen = Iterator
      .iterate(Vector.empty[Slice]) { seen =>
        if (seen.nonEmpty && seen.size % slicesOfReport == 0) report(seen, deadline)
        seen :+ one(turns, slicing)
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
  private def report(seen: Vector[Slice], deadline: Deadline): Unit = say(
    text(
      "warming up for %.0f s, for about %d s more at most: %s",
      seen.map(_.seconds).sum,
      deadline.timeLeft.toSeconds.max(0),
      warmth(seen).moving.mkString("; ")
    )
  )

  /** A slice in short steps. Where cores matter each step has a pace that leaves the compilers as many of them as they
    * used in the step before, and some more.
    */
  private def one(turns: Turns, slicing: Slicing): Slice = slicing.during(Phases.warmUp, Slicing.fewestRequests) {
    if (held.isDefined) slicing.sleep(slice) else (1 to (slice / step).toInt).foreach(_ => pace(turns, slicing))
  }

  private def pace(turns: Turns, slicing: Slicing): Unit = {
    val seen = slicing.during(Phases.warmUp, fewest = 0)(slicing.sleep(step))
    // of a target that is not the lab's nobody knows what a request takes
    seen.allOwnMs.filter(_ > 0 && seen.own("service").isDefined).foreach { ms =>
      val free = math.max(leastUtilisation * cpus, (1 - reserved) * cpus - seen.compiling)
      val ofRound = math.max(1.0, slicing.requests.toDouble / math.max(1L, turns.begun))
      turns.paced(free * 1000 / (ms * ofRound))
    }
  }

  private def warmth(seen: Vector[Slice]): Warmth =
    held.fold(Warmth.ofCores(seen, cpus))(Warmth.ofTime(seen, _))

  private def state(last: Slice): String = Vector(
    last.meanMs.map(text("a request is answered after %.2f ms", _)),
    last.allOwnMs.map(text("takes %.3f ms of CPU time", _)),
    Option.when(last.compilers.nonEmpty)(text("compilers use %.2f cores", last.compiling))
  ).flatten.mkString(", ")
}
