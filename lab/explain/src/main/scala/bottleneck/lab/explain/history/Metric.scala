package bottleneck.lab.explain.history

import bottleneck.lab.explain.record.Result
import bottleneck.lab.explain.verdict.BetweenRuns

/** What is compared from night to night.
  *
  * @param unit
  *   of its values
  * @param moreIsWorse
  *   whether a rise is a regression
  */
sealed abstract class Metric(val name: String, val unit: String, val moreIsWorse: Boolean) {

  /** As the run measured it; none where it did not. */
  protected def measured(run: Result): Option[Double]

  /** Whether a faster machine changes it. */
  protected def isOfMachine(run: Result): Boolean = BetweenRuns.isOfCores(run)

  /** The same in terms of the machine's speed, where that changes it: what the reference machine would have measured.
    * The error says why there is none, as a clause.
    */
  final def value(run: Result): Either[String, Double] = for {
    raw <- measured(run).filter(value => value > 0 && !value.isInfinite).toRight(s"no $name")
    speed <- if (isOfMachine(run)) speedOf(run).toRight("the machine's speed is not known") else Right(1.0)
  } yield if (moreIsWorse) raw * speed else raw / speed

  /** @param ratio new level ÷ old one */
  final def isWorse(ratio: Double): Boolean = (ratio > 1) == moreIsWorse

  private def speedOf(run: Result): Option[Double] = run.machine.speed.flatMap(_.jvm.mean).filter(_ > 0)
}

object Metric {
  case object Throughput extends Metric("throughput", "responses/s", moreIsWorse = false) {
    protected def measured(run: Result): Option[Double] = Some(run.total.throughput)
  }

  case object MeanTime extends Metric("mean response time", "ms", moreIsWorse = true) {
    protected def measured(run: Result): Option[Double] = run.total.latencyMs.map(_.mean)
  }

  case object P99 extends Metric("p99 response time", "ms", moreIsWorse = true) {
    protected def measured(run: Result): Option[Double] = run.total.latencyMs.map(_.p99.toDouble)
  }

  /** Of the service, per response. A faster machine needs less of it whatever the limit is. */
  case object CpuTime extends Metric("CPU time per response", "ms", moreIsWorse = true) {
    protected def measured(run: Result): Option[Double] = run.server.cpu.service.map(_ * 1000 / run.total.throughput)

    override protected def isOfMachine(run: Result): Boolean = true
  }

  val all: Vector[Metric] = Vector(Throughput, MeanTime, P99, CpuTime)
}
