package bottleneck.lab.engine.prepare

import bottleneck.lab.engine.turns.Slices
import bottleneck.lab.figures.Text.text
import bottleneck.lab.figures.preparation.{Phases, Preparation, Slice, SliceWarmth}
import bottleneck.lab.figures.target.WarmUp
import bottleneck.lab.figures.warmth.Warmth
import bottleneck.lab.engine.prepare.WarmingUp._
import scala.concurrent.duration._

/** Warms the JVMs of some services up, a slice of each after the other, until all are warm or the time of each,
  * `bound`, is over.
  */
private[engine] final class WarmingUp(
    warmUp: WarmUp,
    bound: FiniteDuration,
    lengths: StepLengths = StepLengths(),
    names: Vector[String] = Vector("")
)(say: String => Unit) {
  private val cpus = Runtime.getRuntime.availableProcessors

  private val (held, slice) = warmUp.until match {
    case WarmUp.CoresSteady => (None, lengths.coresSlice)
    case WarmUp.TimeSteady(time) => (Some(time.toUnit(MILLISECONDS)), lengths.timeSlice)
  }

  private val ofAll = bound * names.size.toLong

  def longest: FiniteDuration = ofAll + slice * (Slices.mostTimes * names.size).toLong

  /** Returns when the JVMs are warm, or when the time is over, and no request is under way: of each service its slices.
    */
  def lead(slices: Slices): Vector[Preparation] = {
    slices.users.activate(warmUp.users)
    val round = names.indices.toVector
    val (seen, last) = Warmth.await(ofAll, slice * names.size.toLong)(round.map(one(slices, _)))(warmth)(say)
    slices.quiet()
    val took = seen.flatten.map(_.seconds).sum
    say(
      if (last.isWarm) text("warm after %.0f s: ", took) + names.zip(seen.last).map((state _).tupled).mkString("; ")
      else text("not warm after %.0f s, the bound: %s", took, last.moving.mkString("; "))
    )
    round.map(n => Preparation(seen.map(_(n)), bound.toMillis, held, cpus))
  }

  /** A slice in short steps. Where cores matter each step has a pace that leaves the compilers as many of them as they
    * used in the step before, and some more.
    */
  private def one(slices: Slices, service: Int): Slice = {
    slices.users.turnTo(service)
    slices.during(service, Phases.warmUp, Slices.fewestRequests) {
      if (held.isDefined) slices.sleep(slice)
      else (1 to (slice / step).toInt).foreach(_ => pace(slices, service))
    }
  }

  private def pace(slices: Slices, service: Int): Unit = {
    val begun = slices.users.begun
    val seen = slices.during(service, Phases.warmUp)(slices.sleep(step))
    // of a target that is not the lab's nobody knows what a request takes
    seen.allOwnMs.filter(_ > 0 && seen.own("service").isDefined).foreach { ms =>
      val free = math.max(leastUtilisation * cpus, (1 - reserved) * cpus - seen.compiling)
      val ofRound = math.max(1.0, seen.requests.toDouble / math.max(1L, slices.users.begun - begun))
      slices.users.pace(free * 1000 / (ms * ofRound))
    }
  }

  private def warmth(seen: Vector[Vector[Slice]]): Warmth = {
    val each = names.indices.toVector.map { n =>
      val own = seen.map(_(n))
      val warmth = held.fold(SliceWarmth.ofCores(own, cpus))(SliceWarmth.ofTime(own, _))
      if (names(n).isEmpty) warmth else warmth.copy(moving = warmth.moving.map(what => s"${names(n)}: $what"))
    }
    Warmth(each.flatMap(_.moving), each.flatMap(_.size).maxOption)
  }
}

private object WarmingUp {

  /** Interval at which the pace adapts to the current demand of a request. */
  private val step = 750.millis

  /** Part of the cores that a warm-up leaves free, and the part that it uses in any case. */
  private val reserved = 0.25
  private val leastUtilisation = 0.25

  private def state(name: String, last: Slice): String = Vector(
    last.meanMs.map(text("a request is answered after %.2f ms", _)),
    last.allOwnMs.map(text("takes %.3f ms of CPU time", _)),
    Option.when(last.compilers.nonEmpty)(text("compilers use %.2f cores", last.compiling))
  ).flatten.mkString(if (name.isEmpty) "" else s"$name: ", ", ", "")
}
