package bottleneck.lab.explain.history

import bottleneck.lab.explain.page.ExampleResults
import bottleneck.lab.explain.record.{Machine, Result, Speed, WorkSpeed}
import bottleneck.lab.explain.theory.Prediction
import java.time.Duration
import scala.util.Random

/** Runs of nights that are made up. */
object MadeNights {

  /** Its limit is the cores, on a machine that is so many times as fast as the reference. */
  def made(
      throughput: Double,
      speed: Double = 1,
      experiment: String = "random-latency",
      by: String = "cores"
  ): Result = {
    val plain = ExampleResults.result(
      experiment,
      "1 instance",
      ExampleResults.outcome(throughput, ExampleResults.latency(50, 90, 95))
    )
    val limited = ExampleResults.predicted(plain, Prediction(200, by, ""))
    limited.copy(machine = fast(limited.machine, Some(speed)))
  }

  def fast(machine: Machine, speed: Option[Double]): Machine = {
    val work = WorkSpeed(speed, speed, speed, Some(0))
    machine.copy(speed = Some(Speed(work, work, Vector.empty)))
  }

  /** The same as one of the n-th night, of this commit. */
  def in(night: Int, run: Result, commit: String = "b61c871", minutes: Int = 0): Result = {
    val start = ExampleResults.start.plus(Duration.ofDays(night.toLong)).plus(Duration.ofMinutes(minutes.toLong))
    run.copy(run =
      run.run.copy(
        id = s"${run.run.variant.replace(' ', '-')}-$night-$minutes",
        startedAt = start.toString,
        identity = run.run.identity.copy(commit = Some(commit))
      )
    )
  }

  /** A machine whose speed wanders by 30 % to either side, up to 5 % from night to night. */
  def wandering(random: Random): Iterator[Double] = Iterator.iterate(1.0) { speed =>
    val next = speed * (0.95 + 0.1 * random.nextDouble())
    if (next < 0.7 || next > 1.3) speed else next
  }

  /** Java's generators start alike from neighbouring seeds. */
  def random(seed: Int): Random = new Random((seed + 1) * 0x9e3779b97f4a7c15L)
}

/** A series whose throughput strays by 5 % on such a machine, whose speed is measured with an error of 1 %; its level
  * is `level(night)`. A night with an open suspicion runs again by itself.
  *
  * @param normalised
  *   whether the metric knows the machine's speed
  */
final class MadeSeries(seed: Int, level: Int => Double, normalised: Boolean = true) {
  private val random = MadeNights.random(seed)
  private val speeds = MadeNights.wandering(random)

  /** After each night, judged by itself. */
  def watched(nights: Int): Vector[Watch] = (0 until nights).foldLeft(Vector.empty[Watch]) { (sofar, night) =>
    val before = sofar.lastOption.getOrElse(Watch())
    val speed = speeds.next()
    def look(value: NightValue): Watch = Watch.together(Vector(before.and(value)))(0)._1
    val first = NightValue(night, value(night, speed))
    val once = look(first)
    sofar :+ (if (once.suspicion.isDefined) look(first.copy(repeats = Vector(value(night, speed)))) else once)
  }

  def value(night: Int, speed: Double): Double = {
    val measured = 200 * level(night) * speed * math.exp(0.05 * random.nextGaussian())
    val known = if (normalised) speed * math.exp(0.01 * random.nextGaussian()) else 1.0
    Metric.Throughput.value(MadeNights.made(measured, known)).fold(why => sys.error(why), identity)
  }
}
