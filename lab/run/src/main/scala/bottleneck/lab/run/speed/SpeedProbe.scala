package bottleneck.lab.run.speed

import bottleneck.lab.files.SpeedCores
import scala.annotation.tailrec

/** The program of the probe's own process: warms itself up, and then prints how many units of [[JvmWork]] a second are
  * done on one core and on all, a line each.
  */
private[speed] object SpeedProbe {
  private val measuredNanos = 400000000L
  private val warmUpNanos = 50000000L
  private val leastWarmUps = 6
  private val mostWarmUps = 20
  private val flat = 1.03

  def main(arguments: Array[String]): Unit = {
    val cores = arguments.head.toInt
    val table = JvmWork.table()
    warmUp(new JvmWork(table), Vector.empty)
    print(SpeedCores.One, rate(new JvmWork(table), measuredNanos))
    print(SpeedCores.All, Simultaneous.sum(Vector.fill(cores)(() => rate(new JvmWork(table), measuredNanos))))
  }

  /** Until the best of the last three rates is hardly above the best of the three before. */
  @tailrec private def warmUp(work: JvmWork, rates: Vector[Double]): Unit = {
    val isWarm = rates.size >= leastWarmUps && rates.takeRight(3).max <= flat * rates.takeRight(6).take(3).max
    if (!isWarm && rates.size < mostWarmUps) warmUp(work, rates :+ rate(work, warmUpNanos))
  }

  /** Units a second, in so many nanoseconds at least. */
  private def rate(work: JvmWork, nanos: Long): Double = {
    val began = System.nanoTime()

    @tailrec def until(units: Int, seed: Int): Double = {
      val took = System.nanoTime() - began
      if (took < nanos) until(units + 1, work.unit(seed)) else units * 1e9 / took
    }
    until(0, 1)
  }

  private def print(cores: SpeedCores, perSecond: Double): Unit = println(s"${cores.name} $perSecond")
}
