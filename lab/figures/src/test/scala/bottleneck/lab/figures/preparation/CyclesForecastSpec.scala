package bottleneck.lab.figures.preparation

import bottleneck.lab.figures.target.CpuLimits
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class CyclesForecastSpec extends AnyFlatSpec with Matchers {

  /** A second of a machine of two cores on which a request takes `ms`, half of it in the service, and others take some
    * cores.
    */
  private def slice(phase: String, requests: Long, ms: Double, others: Double = 0, compilers: Double = 0): Slice = {
    val own = requests * ms / 1000
    Slice(
      phase,
      0,
      1000,
      requests,
      requests,
      Map("service-1" -> (own / 2 + compilers), "generator" -> own / 2),
      Map("service-1" -> compilers),
      busy = Some(own + compilers + others)
    )
  }

  /** All that others and compilers leave is used, but for the share `idle`. */
  private def cycle(ms: Double, others: Double = 0, compilers: Double = 0, idle: Double = 0): Cycle = Cycle(
    slice(Phases.full, ((2 - others - compilers) * (1 - idle) * 1000 / ms).round, ms, others, compilers),
    slice(Phases.light, 100, ms)
  )

  private def forecast(cycles: Vector[Cycle], limits: CpuLimits = CpuLimits.none): CyclesForecast =
    new CyclesForecast(cycles, cpus = 2, limits, instances = 1)

  /** Measured ÷ predicted: its ends. */
  private def ratio(cycles: Vector[Cycle]): (Double, Double) = {
    val limit = forecast(cycles).limit.getOrElse(fail("nothing is predicted"))
    val measured = cycles.map(_.full.perSecond).sum / cycles.size
    limit.interval.map { case (low, high) => (measured / high, measured / low) }.getOrElse(fail("it has no interval"))
  }

  "A prediction by cycles" should "be the cores ÷ what a request takes in the light slices" in {
    val steady = Vector.fill(6)(cycle(ms = 4))
    forecast(steady).limit.map(limit => (limit.perSecond, limit.by)) shouldBe Some((500.0, "cores"))
    ratio(steady) shouldBe ((1.0, 1.0))
  }

  it should "be met on a machine that others use and that changes its speed" in {
    val noisy =
      Vector(3.0, 6.0, 4.0, 5.0, 3.5, 7.0).zip(Vector(0.0, 0.9, 0.2, 0.5, 0.1, 0.7)).map { case (ms, others) =>
        cycle(ms, others, compilers = 0.1)
      }
    val (low, high) = ratio(noisy)
    low should be > 0.97
    high should be < 1.03
    CyclesForecast.change(noisy).getOrElse(0.0) shouldBe 4.0 / 3 +- 1e-9
  }

  it should "be missed where something else keeps cores idle" in {
    val (low, high) = ratio(Vector(4.0, 5.0, 3.0, 4.0, 5.0).map(cycle(_, idle = 0.3)))
    low should be > 0.6
    high should be < 0.8
  }

  it should "not take the generator's own work for one of many requests as the same as for one of a few" in {
    // the generator takes 2 ms for a request of the light slice, and 1 ms less where all users send
    val lazily = Vector.fill(4)(cycle(4)).map { of =>
      val requests = of.full.requests * 4 / 3
      of.copy(full =
        of.full.copy(
          requests = requests,
          cpu = Map("service-1" -> 2.0 * requests / 1000, "generator" -> 1.0 * requests / 1000)
        )
      )
    }
    ratio(lazily)._1 shouldBe 1.0 +- 0.01
  }

  it should "be of a quota that is lower, and none without answers" in {
    forecast(Vector.fill(4)(cycle(4)), CpuLimits(service = Some(0.5))).limit
      .map(limit => (limit.perSecond, limit.by)) shouldBe Some((250.0, "cores of the service"))
    forecast(Vector.empty).limit shouldBe None
    forecast(Vector.fill(3)(Cycle(slice(Phases.full, 9, 4), slice(Phases.light, 0, 4)))).limit shouldBe None
  }

  it should "have no interval of fewer than three cycles" in {
    forecast(Vector.fill(2)(cycle(4))).limit.flatMap(_.interval) shouldBe None
  }

  "A change over the cycles" should "be that of the JVMs, without the machine's" in {
    // a machine that gets slower, on which the service still becomes faster
    def beside(service: Double, database: Double): Cycle = {
      val slice = MadeSlices.light(100, Map("service-1" -> service / 10, "database" -> database / 10))
      Cycle(slice.copy(phase = Phases.full), slice)
    }
    val slower = Vector.tabulate(6)(n => 1 + n / 10.0)
    def drift(cycles: Vector[Cycle]): (Double, Double) =
      CyclesForecast.drift(cycles).map(of => (of.low, of.high)).getOrElse(fail("no line"))
    val (low, high) = drift(slower.map(of => beside(2 * of, 6 * of)))
    low shouldBe 0.0 +- 1e-9
    high shouldBe 0.0 +- 1e-9
    val (_, most) = drift(slower.zipWithIndex.map { case (of, n) => beside((6 - n) * of, 6 * of) })
    most should be < -0.3
    CyclesForecast.drift(Vector.fill(3)(beside(1, 1))) shouldBe None
  }
}
