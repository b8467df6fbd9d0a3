package bottleneck.lab.command

import bottleneck.lab.figures._
import bottleneck.lab.figures.reading.MadeRun.request
import bottleneck.lab.figures.reading.{GatlingReport, MadeRun}
import org.scalatest.Assertion
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.util.Random

class ComparisonSpec extends AnyFlatSpec with Matchers {
  private val made = MadeRun.of(MadeRun.closed(5, 1000, 20000, new Random(1))((_, _) => 100))(identity)

  /** A run with this throughput, and all of its response times this one. */
  private def run(throughput: Estimate, time: Estimate, ko: Long = 0, name: String = "GET /"): Run = {
    val values = (Metrics.throughput -> throughput) +: Metrics.times.map(_ -> time)
    val outcome = made.total.copy(ko = ko, values = values.map { case (metric, value) => metric.name -> value }.toMap)
    made.copy(total = outcome, requests = Vector("GET /same" -> outcome, name -> outcome))
  }

  private def runs(values: Double*): Vector[Run] = values.toVector.map(value => run(Estimate(value), Estimate(value)))

  private def ratio(comparison: Comparison, metric: String): Ratio =
    comparison.all.find(_.name == metric).getOrElse(fail(s"no $metric"))

  private def isRatio(of: Ratio, value: Double, low: Double, high: Double): Assertion = {
    of.ratio.map(_.value).getOrElse(fail()) shouldBe value +- 1e-6
    val (lowest, highest) = of.ratio.flatMap(_.interval).getOrElse(fail())
    lowest shouldBe low +- 1e-6
    highest shouldBe high +- 1e-6
  }

  /** The high end of the ratio of the means. */
  private def highest(a: Vector[Run], b: Vector[Run]): Double =
    ratio(Comparison.of(a, b), "mean").ratio.flatMap(_.interval).getOrElse(fail())._2

  // ln 10, 12, 14 and 20, 22, 27: Welch's interval by another program
  "Several runs a side" should "be compared by Welch's interval of logarithms" in {
    val comparison = Comparison.of(runs(10, 12, 14), runs(20, 22, 27))
    isRatio(ratio(comparison, "throughput"), 1.919416, 1.330598, 2.768799)
    Vector("throughput", "mean", "p95")
      .map(ratio(comparison, _).change) shouldBe Vector(Change.Better, Change.Worse, Change.Worse)
    ratio(Comparison.of(runs(10, 12, 14), runs(10, 13, 14)), "mean").change shouldBe Change.NotShown
    comparison.notes shouldBe empty
    val once = run(Estimate(10), Estimate(10), name = "GET /once")
    Comparison.of(runs(10, 12) :+ once, runs(20, 22) :+ once).notes.head should include("by turns")
  }

  // √(0.1² + 0.05²) = 0.111803
  "One run on a side" should "be compared by the intervals of its window, and say what they lack" in {
    def of(value: Double, part: Double): Run = {
      val estimate = Estimate(value, Some((value * (1 - part), value * (1 + part))))
      run(estimate, estimate)
    }
    val comparison = Comparison.of(Vector(of(100, 0.1)), Vector(of(120, 0.05)))
    isRatio(ratio(comparison, "throughput"), 1.2, 1.2 * math.exp(-0.111803), 1.2 * math.exp(0.111803))
    comparison.notes.head should include("by turns")
    // the low end of an interval is cut at 0
    val wide = Estimate(10, Some((0.0, 30.0)))
    math.log(highest(Vector(run(wide, wide)), Vector(of(10, 0)))) shouldBe 2.0 +- 1e-6
    // four runs that each know 5 % know together 2.5 %
    math.log(highest(Vector(of(100, 0)), Vector.fill(4)(of(120, 0.05))) / 1.2) shouldBe 0.025 +- 1e-6
    ratio(Comparison.of(runs(100), runs(200)), "mean").change shouldBe Change.Unknown
  }

  "A percentile" should "be no surer than whole milliseconds allow" in {
    def answer(a: Double, b: Double, metric: String): Change =
      ratio(Comparison.of(runs(a, a), runs(b, b)), metric).change
    // both could be 2.5 ms, but a mean is not rounded
    (answer(2, 3, "p50"), answer(2, 3, "mean")) shouldBe ((Change.NotShown, Change.Worse))
    answer(10, 12, "p50") shouldBe Change.Worse
    ratio(Comparison.of(runs(0, 0), runs(1, 1)), "p50").ratio shouldBe None
  }

  "Requests" should "be compared where both sides have them, and named elsewhere" in {
    val sides = Vector("GET /a", "GET /b").map(name => Vector.fill(2)(run(Estimate(1), Estimate(5), name = name)))
    val comparison = Comparison.of(sides.head, sides.last)
    comparison.requests.map(_._1) shouldBe Vector("GET /same")
    comparison.notes.takeRight(2) shouldBe Vector("Only A has GET /a.", "Only B has GET /b.")
    comparison.all.map(_.name).mkString(" ") shouldBe "throughput mean p50 p95 p99"
  }

  "What makes a comparison unfair" should "be said" in {
    val short = MadeRun.of(request(0, 100), request(0, 100, "no"))
    val comparison = Comparison.of(Vector(made, made), Vector(short, short))
    ratio(comparison, "throughput.run").one shouldBe Some(1.0)
    comparison.notes.exists(_.startsWith("Throughput is that of the whole runs")) shouldBe true
    comparison.notes.exists(_.contains("B 50.0")) shouldBe true
    comparison.notes.last shouldBe
      "B: The log has no users, so that arrival and drain cannot be found. (2 of 2 runs)"
    val odd = made.copy(
      simulation = "made.Other",
      checks =
        Vector(Check("clock", passed = false, "A clock was set."), Check(GatlingReport.check, passed = false, ""))
    )
    Comparison.of(Vector(made), Vector(odd)).notes.tail shouldBe
      Vector("The runs are of different simulations: made.Simulation, made.Other.", "B: A clock was set.")
  }
}
