package bottleneck.lab.figures.reading

import bottleneck.lab.figures.statistics.Window
import bottleneck.lab.log.LogRecord.{Request, User}
import bottleneck.lab.log.MadeLog.request
import bottleneck.lab.log.{LogRecord, MadeLog, TemporaryFolder}
import java.nio.file.Path
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.util.Random

class BurstTimesSpec extends AnyFlatSpec with Matchers with TemporaryFolder {

  private def log(records: Vector[LogRecord]): Path = MadeLog.write(folder.resolve("simulation.log"), records)

  private def statistics(records: Vector[LogRecord], afterMs: Int = 0): RunStatistics =
    RunStatistics
      .read(log(records), RunStatistics.ofBurst(fromMs = 9000, afterMs))
      .fold(error => fail(error.message), identity)

  /** A warm-up of one user until 7000, and 20 requests at 10,000 whose n-th is answered n × 100 ms later. */
  private val warmUp = Vector(User(1, arrives = true, 0), request(0, 7000), User(1, arrives = false, 7000))
  private val burst = Vector.fill(20)(User(0, arrives = true, 10000)) ++
    (1 to 20).flatMap(n => Vector(request(10000, 10000 + n * 100), User(0, arrives = false, 10000 + n * 100)))

  "A burst" should "be from its first request to its last answer" in {
    val seen = statistics(warmUp ++ burst)
    seen.burst shouldBe Some(BurstTimes(20, 10000, 12000, 0, (1 to 10).map(_ * 200).toVector))
    seen.window shouldBe Window(10000, 12001)
    seen.total.ok shouldBe 20
    seen.burst.flatMap(_.allAnsweredMs) shouldBe Some(2000)
  }

  it should "keep Little's law, without the users of the warm-up" in {
    val seen = statistics(warmUp ++ burst).occupancy
    seen.users shouldBe seen.perSecond * seen.responseSeconds +- 0.01
  }

  it should "tell how far its requests were apart, and leave out answers that never came" in {
    val seen =
      statistics(Vector(request(10000, 10500), request(10040, 11040), request(10010, 15010, "Request timeout")))
    seen.burst shouldBe Some(BurstTimes(3, 10000, 15010, 40, Vector.fill(5)(500) ++ Vector.fill(5)(1040)))
  }

  "Any burst" should "have the times that sorting all its answers gives" in
    (1 to 200).foreach { seed =>
      val random = new Random(seed)
      val requests = Vector.fill(1 + random.nextInt(300)) {
        val start = 8990 + random.nextInt(1 + random.nextInt(3000))
        request(start, start + random.nextInt(5000), if (random.nextInt(3) == 0) "late" else "")
      } :+ request(9000, 9000, "refused")
      val collector = new BurstTimes.Collector(9000)
      requests.foreach(collector.add)
      collector.times shouldBe Some(bruteForce(requests.filter(_.start >= 9000)))
    }

  private def bruteForce(sent: Vector[Request]): BurstTimes = {
    val first = sent.map(_.start).min
    val answered = sent.filter(_.ok).map(_.end - first).sorted
    val ranks = (1 to 10).map(tenth => math.ceil(answered.size * tenth / 10.0).toInt - 1).toVector
    val times = if (answered.isEmpty) Vector.empty else ranks.map(answered(_))
    BurstTimes(sent.size, first, sent.map(_.end).max, sent.map(_.start).max - first, times)
  }

  "Users of another scenario" should "be a disturbance when they come after those who are judged" in {
    val disturbed = Vector(User(0, arrives = true, 0), User(1, arrives = true, 4000), User(1, arrives = true, 4001))
    statistics(disturbed).disturbedFromMs shouldBe Some(4000)
    statistics(warmUp ++ burst).disturbedFromMs shouldBe None
  }
}
