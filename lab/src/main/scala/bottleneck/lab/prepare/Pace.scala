package bottleneck.lab.prepare

import java.util.concurrent.atomic.{AtomicLong, AtomicReference}
import scala.concurrent.duration._

/** Evenly spaced rounds that users share: whoever is free takes the next. */
private[prepare] final class Pace {
  import Pace.Plan

  private val plan = new AtomicReference(Option.empty[Plan])
  private val taken = new AtomicLong

  /** So many rounds a second from now on, for this time. */
  def begin(perSecond: Double, length: FiniteDuration): Unit =
    plan.set(Some(Plan(System.nanoTime(), perSecond, math.ceil(perSecond * length.toUnit(SECONDS)).toLong)))

  /** When the next round is due, in nanoseconds of `System.nanoTime`; nothing after the last. */
  def next(): Option[Long] = plan.get().flatMap { plan =>
    val n = taken.getAndIncrement()
    Option.when(n < plan.rounds)(plan.from + (n * 1e9 / plan.perSecond).toLong)
  }

  /** How long until then: a round that is late begins at once. */
  def until(at: Long): FiniteDuration = math.max(0L, at - System.nanoTime()).nanos
}

private object Pace {

  /** @param from of `System.nanoTime` */
  private final case class Plan(from: Long, perSecond: Double, rounds: Long)
}
