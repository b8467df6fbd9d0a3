package bottleneck.lab.explain.stats

import bottleneck.lab.TemporaryFolder
import bottleneck.lab.explain.log.LogRecord
import bottleneck.lab.explain.log.LogRecord.User
import bottleneck.lab.explain.stats.MadeLog.request
import java.nio.file.Path
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class BurstTimesSpec extends AnyFlatSpec with Matchers with TemporaryFolder {
  private def log(records: Vector[LogRecord]): Path = MadeLog.write(folder.resolve("simulation.log"), records)

  private def statistics(records: Vector[LogRecord], afterMs: Int = 0): RunStatistics =
    RunStatistics.readBurst(log(records), fromMs = 9000, afterMs).fold(error => fail(error.message), identity)

  /** A warm-up of one user until 7000, and 20 requests at 10,000 whose n-th is answered n × 100 ms later. */
  private val warmUp = Vector(User(1, arrives = true, 0), request(0, 7000), User(1, arrives = false, 7000))
  private val burst = Vector.fill(20)(User(0, arrives = true, 10000)) ++
    (1 to 20).flatMap(n => Vector(request(10000, 10000 + n * 100), User(0, arrives = false, 10000 + n * 100)))

  "A burst" should "be from its first request to its last answer" in {
    val seen = statistics(warmUp ++ burst)
    seen.burst shouldBe Some(BurstTimes(20, 10000, 12000, 0, (1 to 10).map(_ * 200).toVector))
    seen.measurement.window shouldBe Window(10000, 12001)
    seen.measurement.total.ok shouldBe 20
    seen.burst.flatMap(_.allAnsweredMs) shouldBe Some(2000)
  }

  it should "keep Little's law, without the users of the warm-up" in {
    val seen = statistics(warmUp ++ burst).occupancy
    seen.users shouldBe seen.perSecond * seen.responseSeconds +- 0.01
  }

  it should "be watched for longer where something is left to do" in {
    statistics(warmUp ++ burst, afterMs = 5000).measurement.window shouldBe Window(10000, 17001)
  }

  it should "tell how far its requests were apart, and leave out answers that never came" in {
    val seen =
      statistics(Vector(request(10000, 10500), request(10040, 11040), request(10010, 15010, "Request timeout")))
    seen.burst shouldBe Some(BurstTimes(3, 10000, 15010, 40, Vector.fill(5)(500) ++ Vector.fill(5)(1040)))
  }

  it should "have no times where no request was sent or none answered" in {
    statistics(warmUp).burst shouldBe None
    statistics(Vector(request(10000, 15000, "Request timeout"))).burst.map(_.answeredByMs) shouldBe Some(Vector.empty)
  }

  "Users of another scenario" should "be a disturbance when they come after those who are judged" in {
    val disturbed = Vector(User(0, arrives = true, 0), User(1, arrives = true, 4000), User(1, arrives = true, 4001))
    statistics(disturbed).disturbedFromMs shouldBe Some(4000)
    statistics(warmUp ++ burst).disturbedFromMs shouldBe None
  }
}
