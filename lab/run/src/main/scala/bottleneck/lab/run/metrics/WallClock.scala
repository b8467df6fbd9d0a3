package bottleneck.lab.run.metrics

import bottleneck.lab.files.MetricsFile
import bottleneck.lab.run.metrics.WallClock.Reading

/** How far the wall clock has gone beyond the time that passed since this was made: 0 until it is set. Slewing, as by
  * NTP, changes it by little, and on Linux by nothing: the clock of what passed is slewed alike (clock_gettime(2)).
  *
  * @param millis
  *   of the wall clock
  * @param nanos
  *   of a clock that cannot be set
  */
private[metrics] final class WallClock(millis: () => Long, nanos: () => Long) extends Source {
  private val began = read()

  override def columns: Vector[String] = Vector(MetricsFile.clockAhead)

  override def sample(): Vector[Option[Double]] = Vector(Some(read().aheadMs - began.aheadMs))

  /** Whoever is kept from a core between two readings reads two times: the closest of several are one. */
  private def read(): Reading = Vector
    .fill(WallClock.attempts) {
      val (before, wall, after) = (nanos(), millis(), nanos())
      Reading(wall - (before + (after - before) / 2) / 1e6, after - before)
    }
    .minBy(_.withinNanos)
}

private[metrics] object WallClock {
  private val attempts = 5

  private final case class Reading(aheadMs: Double, withinNanos: Long)

  def ofThisSystem: WallClock = new WallClock(() => System.currentTimeMillis(), () => System.nanoTime())
}
