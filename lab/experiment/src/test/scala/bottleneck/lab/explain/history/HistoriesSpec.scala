package bottleneck.lab.explain.history

import bottleneck.lab.explain.history.MadeNights._
import bottleneck.lab.explain.page.{ExampleResults, ExampleStudies}
import bottleneck.lab.explain.published.AcceptedLevel
import bottleneck.lab.explain.record.{Check, Result}
import bottleneck.lab.explain.verdict.StoredResult
import java.nio.file.Path
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class HistoriesSpec extends AnyFlatSpec with Matchers {
  private val studies = Vector(ExampleStudies.randomLatency)

  private def stored(runs: Result*): Vector[StoredResult] =
    runs.toVector.map(run => StoredResult(Path.of(run.run.id), run))

  private def of(runs: Result*): Histories = Histories.of(stored(runs: _*), studies)

  private def series(histories: Histories, metric: Metric): MetricHistory =
    histories.series.find(_.metric == metric).getOrElse(fail(metric.name))

  private def failing(run: Result, size: Option[Double]): Result =
    run.copy(validity = Vector(Check("machine", ok = false, "", size = size)))

  "Nights" should "be parted by three hours without a run" in {
    val nights = Night.of(stored(in(0, made(200)), in(0, made(200), minutes = 170), in(0, made(200), minutes = 351)))
    nights.map(_.runs.size) shouldBe Vector(2, 1)
    nights.head.began shouldBe ExampleResults.start
  }

  it should "be parted by another commit, and by other code of the service" in {
    Night.of(stored(in(0, made(200)), in(0, made(200), "c0ffee", 5))).map(_.commit) shouldBe
      Vector(Some("b61c871"), Some("c0ffee"))
    def code(of: Result, hash: String): Result =
      of.copy(machine = of.machine.copy(versions = of.machine.versions.copy(service = Some(hash))))
    Night.of(stored(code(in(0, made(200)), "a"), code(in(0, made(200), minutes = 5), "b"))) should have size 2
    Night.of(stored(code(in(0, made(200)), "a"), in(0, made(200), minutes = 5))) should have size 1
  }

  it should "pass midnight" in {
    Night.of(stored(in(0, made(200), minutes = 840), in(0, made(200), minutes = 900))) should have size 1
  }

  "A series" should "be in terms of the machine's speed where cores are the limit" in {
    val limited = of(in(0, made(200)), in(1, made(260, speed = 1.3)))
    series(limited, Metric.Throughput).values.map(_.value) shouldBe Vector(200.0, 200.0)
    series(limited, Metric.P99).values.map(_.value) shouldBe Vector(90.0, 90 * 1.3)
    val timed = of(in(0, made(200, by = "threads")), in(1, made(200, speed = 1.3, by = "threads")))
    series(timed, Metric.Throughput).values.map(_.value) shouldBe Vector(200.0, 200.0)
    series(timed, Metric.MeanTime).values.map(_.value).distinct should have size 1
    series(timed, Metric.CpuTime).values.map(_.value) shouldBe Vector(1.55, 1.55 * 1.3)
  }

  it should "have the first run of a night, and its others as repeats" in {
    val found = series(of(in(0, made(200)), in(1, made(190)), in(1, made(210), minutes = 9)), Metric.Throughput)
    found.values shouldBe Vector(NightValue(0, 200), NightValue(1, 190, Vector(210)))
  }

  it should "prefer a night's sound runs" in {
    val disturbed = failing(in(1, made(150)), Some(0.2))
    series(of(in(0, made(200)), disturbed, in(1, made(210), minutes = 9)), Metric.Throughput).values.last shouldBe
      NightValue(1, 210)
    series(of(in(0, made(200)), disturbed), Metric.Throughput).values.last shouldBe NightValue(1, 150)
  }

  it should "leave out and count what cannot be compared" in {
    val invalid = in(1, made(1)).copy(validity = Vector(Check("parts", ok = false, "")))
    val unknown = failing(in(2, made(1)), None)
    val older = in(3, made(1)).copy(machine = in(3, made(1)).machine.copy(cpus = 64))
    val slow = in(4, made(1)).copy(machine = made(1).machine.copy(speed = None))
    val found = of(in(0, made(200)), invalid, unknown, older, slow, in(5, made(200)))
    series(found, Metric.Throughput).values.map(_.night) shouldBe Vector(0, 5)
    found.leftOut shouldBe Map(
      "invalid" -> 1,
      "disturbed by an unknown part" -> 1,
      "of other cores, Java, scale or load than the variant's newest run" -> 1,
      "the machine's speed is not known" -> 1
    )
  }

  it should "need two nights" in {
    of(in(0, made(200))).series shouldBe empty
    of(in(0, made(200))).isShown shouldBe false
    of().nights shouldBe empty
  }

  it should "be of an experiment that this build has" in {
    of(in(0, made(200, experiment = "old")), in(1, made(200, experiment = "old"))).nights shouldBe empty
  }

  "A regression" should "be suspected where the throughput falls, and confirmed by a repeat" in {
    val steady = Vector.tabulate(15)(night => in(night, made(200 + night % 3)))
    val fallen = series(of(steady :+ in(15, made(160)): _*), Metric.Throughput)
    fallen.regression.map(_.at) shouldBe Some(15)
    fallen.confirmed shouldBe None
    val again = series(of(steady :+ in(15, made(160)) :+ in(15, made(161), minutes = 9): _*), Metric.Throughput)
    again.confirmed.map(_.confirmed) shouldBe Some(Some(15))
    again.rate.getOrElse(1.0) should be <= Look.rate
  }

  it should "not be a rise of the throughput" in {
    val risen =
      series(of(Vector.tabulate(15)(n => in(n, made(200 + n % 3))) :+ in(15, made(260)): _*), Metric.Throughput)
    risen.change.map(_.rises) shouldBe Some(true)
    risen.regression shouldBe None
  }

  private val fallen = Vector.tabulate(24)(night => in(night, made((if (night < 15) 200 else 160) + night % 3)))

  /** Accepted in the 16th night, an hour before its run. */
  private def accepted(experiment: Option[String]): MetricHistory = series(
    Histories.of(
      stored(fallen: _*),
      studies,
      Vector(AcceptedLevel(experiment, ExampleResults.start.plusSeconds(15 * 86400 - 3600), "Wanted."))
    ),
    Metric.Throughput
  )

  it should "be none where the new level was accepted: the comparison starts anew" in {
    series(of(fallen.take(20): _*), Metric.Throughput).confirmed.isDefined shouldBe true
    for { experiment <- Vector(None, Some("random-latency")) } {
      val found = accepted(experiment)
      found.change shouldBe None
      found.watch.since shouldBe 15
      found.watch.look.comparison.map(compared => compared.baseline + compared.newest) shouldBe Some(9)
      found.values should have size 24
    }
  }

  it should "stay where another experiment's level was accepted" in {
    val confirmed = of(fallen.take(20): _*)
    val other = Vector(AcceptedLevel(Some("journal"), ExampleResults.start.plusSeconds(15 * 86400 - 3600), "Wanted."))
    series(Histories.of(stored(fallen.take(20): _*), studies, other), Metric.Throughput).confirmed shouldBe
      series(confirmed, Metric.Throughput).confirmed
  }

  it should "be looked for in the newest night's variants only" in {
    val steady = Vector.tabulate(15)(night => in(night, made(200 + night % 3)))
    val other = in(16, made(100))
      .copy(run = in(16, made(100)).run.copy(id = "other", identity = made(1).run.identity.copy(variant = "other")))
    of(steady :+ other: _*).series.map(_.rate) should contain only None
  }
}
