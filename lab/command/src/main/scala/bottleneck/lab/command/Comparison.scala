package bottleneck.lab.command

import bottleneck.lab.figures.reading.GatlingReport
import bottleneck.lab.figures._
import bottleneck.lab.figures.statistics.Welch
import java.math.MathContext

/** Runs B against runs A: B ÷ A of all requests, then of each, and sentences to be read before the ratios. The value of
  * a side is the geometric mean of its runs.
  */
final case class Comparison(all: Vector[Ratio], requests: Vector[(String, Vector[Ratio])], notes: Vector[String]) {

  /** A metric of each request. */
  def of(metric: Metric): Vector[(String, Ratio)] =
    requests.flatMap { case (name, ratios) => ratios.find(_.name == metric.name).map(name -> _) }
}

object Comparison {
  val allRequests = "All requests"

  /** Compares two sides of one run or more.
    *
    * With two runs or more on each side, the interval of a ratio is Welch's for the logarithms of the runs' values.
    * With one run on a side it comes from the intervals of the runs' windows, as parts of their values, added in
    * squares. No interval of a percentile is narrower than the half milliseconds by which the logs round.
    */
  def of(a: Vector[Run], b: Vector[Run]): Comparison = {
    require(a.nonEmpty && b.nonEmpty, "a comparison needs a run on each side")
    val (namesA, namesB) = (names(a), names(b))
    val both = namesA.filter(namesB.contains)
    val throughput = if ((a ++ b).forall(_.measured.isDefined)) Metrics.throughput else Metrics.runThroughput
    val metrics = throughput +: Metrics.mean +: Metrics.overTime
    def ratios(request: Option[String]): Vector[Ratio] =
      metrics.map(ratio(_, outcomes(a, request), outcomes(b, request)))
    val (all, requests) = (ratios(None), both.map(name => name -> ratios(Some(name))))
    val missing = Vector("A" -> namesA.diff(namesB), "B" -> namesB.diff(namesA)).collect {
      case (side, names) if names.nonEmpty => s"Only $side has ${names.mkString(", ")}."
    }
    Comparison(all, requests, notes(a, b, throughput, all ++ requests.flatMap(_._2)) ++ missing)
  }

  private val rounding = 0.5
  private val many = 20

  private def names(runs: Vector[Run]): Vector[String] = runs.flatMap(_.requests.map(_._1)).distinct

  private def outcomes(runs: Vector[Run], request: Option[String]): Vector[Outcome] =
    request.fold(runs.map(_.total))(name => runs.flatMap(_.requests.collectFirst { case (`name`, outcome) => outcome }))

  private def ratio(metric: Metric, a: Vector[Outcome], b: Vector[Outcome]): Ratio = {
    val (ofA, ofB) = (a.flatMap(metric.of(_)), b.flatMap(metric.of(_)))
    val (meanA, meanB) = (mean(ofA), mean(ofB))
    val ratio = for { a <- meanA; b <- meanB if a > 0 && b > 0 } yield {
      val half =
        if (ofA.size > 1 && ofB.size > 1)
          Some(betweenRuns(ofA, ofB, if (metric.percentile.nonEmpty) rounding / a + rounding / b else 0))
        else for { a <- ofWindows(ofA); b <- ofWindows(ofB) } yield root(Vector(a, b))
      Estimate(b / a, half.map(half => (b / a * math.exp(-half), b / a * math.exp(half))))
    }
    Ratio(metric.name, metric.better, meanB, meanA, ratio)(metric.quantity.write)
  }

  /** Half-width of the interval of ln(B ÷ A). */
  private def betweenRuns(a: Vector[Estimate], b: Vector[Estimate], rounding: Double): Double =
    Welch.halfWidth(a.map(one => math.log(one.value)), b.map(one => math.log(one.value))) max rounding

  /** Half-width of the interval of a side's logarithm. */
  private def ofWindows(runs: Vector[Estimate]): Option[Double] = {
    val parts = runs.flatMap(run =>
      run.interval.map { case (low, high) => math.max(high - run.value, run.value - low) / run.value }
    )
    Option.when(parts.size == runs.size)(root(parts) / parts.size)
  }

  private def root(halves: Vector[Double]): Double = math.sqrt(halves.map(half => half * half).sum)

  private def mean(values: Vector[Estimate]): Option[Double] = Option.when(values.nonEmpty) {
    def mean = math.exp(values.map(one => math.log(one.value)).sum / values.size)
    if (values.exists(_.value <= 0)) 0 else BigDecimal(mean).round(digits).toDouble
  }

  /** Those that the logarithms of a mean do not round. */
  private val digits = new MathContext(9)

  /** Whether a request, or all of them, has an interval of one run's window: other runs of its side may lack it. */
  private def isFromWindows(a: Vector[Run], b: Vector[Run]): Boolean =
    (None +: names(a).map(Some(_))).exists { request =>
      val (ofA, ofB) = (outcomes(a, request).size, outcomes(b, request).size)
      ofB > 0 && (ofA == 1 || ofB == 1)
    }

  private def notes(a: Vector[Run], b: Vector[Run], throughput: Metric, ratios: Vector[Ratio]): Vector[String] = {
    def failed(runs: Vector[Run]): Double = runs.map(_.total.ko).sum.toDouble / math.max(1, runs.map(_.total.count).sum)
    val simulations = (a ++ b).map(_.simulation).distinct
    Vector(
      isFromWindows(a, b) -> ("The intervals come from the window of one run and do not contain what differs " +
        "between runs, such as the speed of the machine. Several runs a side contain it, and runs by turns cancel it."),
      (throughput == Metrics.runThroughput) ->
        "Throughput is that of the whole runs, with arrival and drain, since not every run has a measured window.",
      (math.abs(failed(a) - failed(b)) > 0.01) -> (s"A failed ${Numbers.percent(failed(a))} of its requests and B " +
        s"${Numbers.percent(failed(b))}: a failure's response time is not comparable."),
      (simulations.size > 1) -> s"The runs are of different simulations: ${simulations.mkString(", ")}.",
      (ratios.count(_.change != Change.Unknown) > many) -> "About 1 of 20 ratios differs by chance."
    ).collect { case (true, note) => note } ++ objections("A", a) ++ objections("B", b)
  }

  /** Checks that runs of a side failed, but for those of Gatling's own report; each once. */
  private def objections(side: String, runs: Vector[Run]): Vector[String] = {
    val failed = runs.flatMap(_.checks).filter(check => !check.passed && check.name != GatlingReport.check)
    failed.map(_.name).distinct.map { name =>
      val same = failed.filter(_.name == name)
      s"$side: ${same.head.sentence}${if (runs.size > 1) s" (${same.size} of ${runs.size} runs)" else ""}"
    }
  }
}
