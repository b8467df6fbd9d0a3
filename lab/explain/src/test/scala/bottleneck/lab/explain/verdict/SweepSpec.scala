package bottleneck.lab.explain.verdict

import bottleneck.lab.statistics.Interval
import bottleneck.lab.explain.page.ExampleResults
import bottleneck.lab.explain.record.Result
import java.nio.file.Path
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class SweepSpec extends AnyFlatSpec with Matchers {
  private def run(size: Int, throughput: Double, ko: Long = 0, half: Double = 0): Result = {
    val total = ExampleResults.outcome(throughput, ExampleResults.latency(100, 200, 300)).copy(ko = ko)
    val result = ExampleResults.result("pool", s"$size connections", total)
    ExampleResults.numbered(
      result.copy(measured =
        result.measured
          .copy(interval = Option.when(half > 0)(Interval(throughput, throughput - half, throughput + half, 10, 0.95)))
      ),
      "connections",
      size.toDouble
    )
  }

  private def sweep(runs: Result*): Sweep =
    Sweep.of(Evidence.of(runs.toVector.map(run => StoredResult(Path.of(run.run.id), run))))

  private def sizes(runs: Option[Result]*): Vector[Option[Double]] = runs.toVector.map(_.map(Sweep.size))

  private val pools = sweep(run(20, 165, half = 3), run(5, 42, ko = 94), run(10, 82, ko = 88), run(30, 166, half = 3))

  "A sweep" should "be in the order of its sizes, of sound runs with a number only" in {
    pools.points shouldBe Vector(5.0 -> 42.0, 10.0 -> 82.0, 20.0 -> 165.0, 30.0 -> 166.0)
    sweep(
      ExampleResults.objected(run(5, 42), "x", "y"),
      ExampleResults.result("pool", "10 connections", run(10, 82).total)
    ).runs shouldBe empty
  }

  it should "find the smallest size that meets a target and fails nothing" in {
    sizes(pools.smallest(150), pools.smallest(42), pools.smallest(200)) shouldBe Vector(Some(20.0), Some(20.0), None)
  }

  it should "take the smallest of those that cannot be told from the best" in {
    sizes(pools.smallestOfBest) shouldBe Vector(Some(20.0))
    val apart = sweep(run(20, 165, half = 0.3), run(30, 166, half = 0.3))
    sizes(apart.smallestOfBest) shouldBe Vector(Some(30.0))
    sizes(sweep(run(20, 165, ko = 1)).smallestOfBest, sweep().smallestOfBest) shouldBe Vector(None, None)
  }

  it should "tell from where on nothing fails" in {
    sizes(pools.withoutErrorsFrom) shouldBe Vector(Some(20.0))
    sizes(sweep(run(5, 42), run(10, 82, ko = 1)).withoutErrorsFrom) shouldBe Vector(None)
    sizes(sweep(run(5, 42), run(10, 82, ko = 1), run(20, 160)).withoutErrorsFrom) shouldBe Vector(Some(20.0))
  }
}
