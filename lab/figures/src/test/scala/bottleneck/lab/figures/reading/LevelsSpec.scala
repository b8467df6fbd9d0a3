package bottleneck.lab.figures.reading

import bottleneck.lab.figures.statistics.Window
import bottleneck.lab.log.LogRecord.User
import bottleneck.lab.log.{LogRecord, MadeLog, TemporaryFolder}
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.util.Random

class LevelsSpec extends AnyFlatSpec with Matchers with TemporaryFolder {

  private val steps = Vector(2 -> Window(1000, 4000), 4 -> Window(5000, 8000), 8 -> Window(9000, 12000))

  /** Two users, from 4 s on four and from 8 s on eight, who share 10 requests/s; from 8 s on every third fails. */
  private def climbing: Vector[LogRecord] = {
    val users = Vector.fill(2)(0) ++ Vector.fill(2)(4000) ++ Vector.fill(4)(8000)
    val requests = users.zipWithIndex.flatMap { case (from, user) =>
      Iterator
        .iterate(from + user * 100)(start => start + at(start))
        .takeWhile(_ < 13000)
        .zipWithIndex
        .map { case (start, n) =>
          val failed = start >= 8000 && n % 3 == 0
          MadeLog.request(start, start + at(start), if (failed) "Premature close" else "")
        }
    }
    users.map(User(0, arrives = true, _)) ++ requests.sortBy(_.end)
  }

  private def at(ms: Int): Int = if (ms < 4000) 200 else if (ms < 8000) 400 else 800

  private def levels: Levels.Collector = {
    val collector = new Levels.Collector(steps)
    climbing.foreach(collector.add)
    collector
  }

  "A level" should "be read of the part of it that is judged" in {
    val first = levels.readings.head
    first.copy(throughput = 0) shouldBe LevelReading(2, 1000, 4000, 30, 0, Some(200), Some(200), 0)
    first.throughput shouldBe 10.0 +- 1e-9
    levels.readings.map(_.users) shouldBe Vector(2, 4, 8)
    levels.readings.map(_.p95Ms) shouldBe Vector(Some(200), Some(400), Some(800))
    levels.readings(1).throughput shouldBe 10.0 +- 0.4
  }

  it should "have the share of its requests that failed" in {
    levels.readings.map(_.errors).take(2) shouldBe Vector(0, 0)
    levels.readings.last.errors should (be > 0.2 and be < 0.5)
    levels.readings.last.throughput should be < 8.0
  }

  "Little's law" should "hold over the levels together" in {
    val seen = levels.occupancy
    seen.users shouldBe (2 + 4 + 8) / 3.0 +- 1e-9
    seen.perSecond * seen.responseSeconds shouldBe seen.users +- 0.05 * seen.users
  }

  "The levels" should "be the occupancy of the run, whose window is from the first to the last" in {
    val log = MadeLog.write(folder.resolve("simulation.log"), climbing)
    val statistics =
      RunStatistics.read(log, RunStatistics.ofStaircase(steps)).fold(error => fail(error.message), identity)
    statistics.window shouldBe Window(1000, 12000)
    statistics.levels shouldBe levels.readings
    statistics.occupancy shouldBe levels.occupancy
  }

  private def level(users: Int, throughput: Double, p95Ms: Long, errors: Double = 0): LevelReading =
    LevelReading(users, fromMs = 0, toMs = 1, ok = 0, throughput, Some(p95Ms), Some(p95Ms), errors)

  /** Ten levels of 10 … 100 users, each waiting for 100 ms where no queue is. */
  private def staircase(throughput: Double => Double): Vector[LevelReading] =
    Vector.tabulate(10)(i => 10 * (i + 1)).map { users =>
      level(users, throughput(users.toDouble), (1000 * users / throughput(users.toDouble)).round)
    }

  private def reading(levels: Vector[LevelReading], slo: Slo = Slo()): StaircaseReading =
    StaircaseReading.of(levels, slo).getOrElse(fail("nothing"))

  private def saturation(throughput: Double => Double): Option[Int] =
    reading(staircase(throughput)).saturation.map(_.users)

  "The knee" should "be where throughput stops growing" in {
    saturation(load => math.min(load * 10, 500)) shouldBe Some(50)
    saturation(load => math.min(load * 10, 300)) shouldBe Some(30)
  }

  it should "be found in noise of 2 %" in {
    val random = new Random(3)
    val found = Vector.fill(100)(saturation(load => math.min(load * 10, 500) * (1 + 0.02 * random.nextGaussian())))
    found.count(_.contains(50)) should be > 90
  }

  it should "be the peak where throughput falls after it" in {
    saturation(load => if (load <= 60) load * 10 else 600 - 5 * (load - 60)) shouldBe Some(60)
  }

  // by hand: x = 0, 1/6 … 1; throughput 0, 60, 80, 90, 95, 98, 100 of 100; leads 0, 0.433, 0.467, 0.4 …: 0.467 − 1/6 = 0.3
  it should "be the largest lead of a curve that bends softly" in {
    val throughput = Vector(0.0, 60, 80, 90, 95, 98, 100)
    val levels = throughput.zipWithIndex.map { case (x, i) => level(i + 1, x, 0) }
    reading(levels).saturation.map(_.users) shouldBe Some(3)
  }

  it should "not exist where throughput grows to the end" in {
    saturation(_ * 10) shouldBe None
    saturation(load => math.min(load * 10, 950)) shouldBe None
    reading(staircase(_ * 10).take(2)).saturation shouldBe None
  }

  "The sustained load" should "be the last before the SLO is missed" in {
    val levels = staircase(load => math.min(load * 10, 200)).reverse
    // users ÷ throughput is 500 ms at exactly 100 users
    reading(levels).sustained.map(_.users) shouldBe Some(100)
    reading(levels, Slo(p95Ms = 499)).sustained.map(_.users) shouldBe Some(90)
    reading(levels, Slo(p95Ms = 99)).sustained shouldBe None
  }

  it should "not come after a level that missed it" in {
    val levels = Vector(level(1, 10, 100), level(2, 20, 100, 0.01), level(3, 30, 100))
    reading(levels).sustained.map(_.users) shouldBe Some(1)
    reading(levels, Slo(errors = 0.01)).sustained.map(_.users) shouldBe Some(3)
  }
}
