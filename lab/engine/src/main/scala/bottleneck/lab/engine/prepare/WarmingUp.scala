package bottleneck.lab.engine.prepare

import bottleneck.lab.engine.users.Users
import bottleneck.lab.figures.Text.text
import bottleneck.lab.figures.preparation.{Phases, Slice, SliceWarmth}
import bottleneck.lab.figures.target.WarmUp
import bottleneck.lab.figures.warmth.Warmth
import scala.concurrent.duration._

/** Warms the JVMs up, slice by slice, until they are warm or the bound is over. */
private[prepare] final class WarmingUp(warmUp: WarmUp, bound: FiniteDuration, lengths: StepLengths, cpus: Int)(
    say: String => Unit
) {

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
  def lead(pool: Users, slicing: Slicing): Vector[Slice] = {
    pool.activate(warmUp.users)
    val (seen, last) = Warmth.await(bound, slice)(one(pool, slicing))(warmth)(say)
    val took = seen.map(_.seconds).sum
    say(
      if (last.isWarm) text("warm after %.0f s: %s", took, state(seen.last))
      else text("not warm after %.0f s, the bound: %s", took, last.moving.mkString("; "))
    )
    seen
  }

  /** A slice in short steps. Where cores matter each step has a pace that leaves the compilers as many of them as they
    * used in the step before, and some more.
    */
  private def one(pool: Users, slicing: Slicing): Slice = slicing.during(Phases.warmUp, Slicing.fewestRequests) {
    if (held.isDefined) slicing.sleep(slice) else (1 to (slice / step).toInt).foreach(_ => pace(pool, slicing))
  }

  private def pace(pool: Users, slicing: Slicing): Unit = {
    val seen = slicing.during(Phases.warmUp, fewest = 0)(slicing.sleep(step))
    // of a target that is not the lab's nobody knows what a request takes
    seen.allOwnMs.filter(_ > 0 && seen.own("service").isDefined).foreach { ms =>
      val free = math.max(leastUtilisation * cpus, (1 - reserved) * cpus - seen.compiling)
      val ofRound = math.max(1.0, slicing.requests.toDouble / math.max(1L, pool.begun))
      pool.pace(free * 1000 / (ms * ofRound))
    }
  }

  private def warmth(seen: Vector[Slice]): Warmth =
    held.fold(SliceWarmth.ofCores(seen, cpus))(SliceWarmth.ofTime(seen, _))

  private def state(last: Slice): String = Vector(
    last.meanMs.map(text("a request is answered after %.2f ms", _)),
    last.allOwnMs.map(text("takes %.3f ms of CPU time", _)),
    Option.when(last.compilers.nonEmpty)(text("compilers use %.2f cores", last.compiling))
  ).flatten.mkString(", ")
}
