package bottleneck.lab.explain.statistics

import bottleneck.lab.statistics.Window
import bottleneck.lab.log.LogRecord.User
import bottleneck.lab.log.LogRecord
import bottleneck.lab.TemporaryFolder
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

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

  private def levels: Levels = {
    val collector = new Levels.Collector(steps)
    climbing.foreach(collector.add)
    collector.levels
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
    val statistics = RunStatistics.readStaircase(log, steps).fold(error => fail(error.message), identity)
    statistics.measurement.window shouldBe Window(1000, 12000)
    statistics.byLoad.levels shouldBe levels.readings
    statistics.occupancy shouldBe levels.occupancy
  }
}
