package bottleneck.lab.command

import bottleneck.lab.model.{Check, Estimate, Numbers, Run, Table}
import bottleneck.lab.statistics.SteadyState.Finding
import bottleneck.lab.statistics.{BatchMeans, Interval}

/** What console, page and Markdown say of a run in the same words. */
private[command] final class RunSentences(run: Run) {
  import RunSentences._

  /** Class of the simulation, without its package. */
  val simulation: String = run.simulation.drop(run.simulation.lastIndexOf('.') + 1)

  val origin: String =
    (Vector(Numbers.at("uuuu-MM-dd HH:mm 'UTC'", run.start), s"Gatling ${run.gatling} (${run.format})") ++
      Some(Table.printable(run.description).trim).filter(_.nonEmpty)).mkString(" · ")

  val volume: String = {
    val most = run.slots.map(_.users).maxOption.getOrElse(0)
    val atOnce = if (most > 0 && most < run.users) s", at most ${count(most.toLong)} at once" else ""
    val failed =
      if (run.total.ko == 0) "none"
      else s"${count(run.total.ko)} (${Numbers.plain(100.0 * run.total.ko / run.total.count)} %)"
    s"${count(run.total.count)} requests in ${Numbers.millis((run.lastMs - run.firstMs).toDouble)} by " +
      s"${Numbers.counted(run.users, "user")}$atOnce; $failed failed"
  }

  /** Rate of the measured window, and whether it is steady. */
  val rate: Option[String] = for { measured <- run.measured; throughput <- run.total.throughput } yield {
    def second(ms: Int): String = Numbers.count(ms / 1000.0)
    val steady = measured.steady.map(_.answer) match {
      case Some(Finding.Steady) => "steady"
      case Some(Finding.Drifts) => "not steady"
      case _ => "too short to say whether it is steady"
    }
    s"${this.rate(throughput)} OK/s from second ${second(measured.window.fromMs)} to ${second(measured.window.toMs)}, " +
      s"without arrival and drain; $steady"
  }

  val times: Option[String] = run.total.latency.map { latency =>
    Vector("p50" -> latency.p50, "p95" -> latency.p95, "p99" -> latency.p99, "longest" -> latency.max)
      .map { case (name, time) => s"$name ${Numbers.millis(time.value)}" }
      .mkString(", ")
  }

  /** What a reader must know before the figures. */
  val objections: Vector[Check] = run.checks.filterNot(_.passed)

  val firstFailure: Option[String] = run.firstFailure.map { failure =>
    s"first failure at ${Numbers.millis(failure.atMs.toDouble)} of the run" +
      Option.when(failure.request.nonEmpty)(s", ${Table.printable(failure.request)}").getOrElse("")
  }

  /** The most frequent messages of failures, each in a line. */
  def failures(most: Int): Vector[String] = {
    val more = run.failures.size - most
    run.failures.take(most).map { failure =>
      s"${count(failure.count)} × ${message(failure.message)}${failure.kind.fold("")(kind => s" ($kind)")}"
    } ++ Option.when(more > 0)(s"and $more other messages") ++ firstFailure
  }

  /** A rate with half its interval. */
  private def rate(estimate: Estimate): String = estimate.interval.fold(Numbers.plain(estimate.value)) {
    case (low, high) => Numbers.interval(Interval(estimate.value, low, high, BatchMeans.batches, confidence = 0.95))
  }
}

private[command] object RunSentences {
  def count(number: Long): String = Numbers.count(number.toDouble)

  def message(text: String): String = Some(Table.printable(text).trim).filter(_.nonEmpty).getOrElse("no message")
}
