package bottleneck.lab.figures.reading

import bottleneck.lab.log.LogRecord.Request
import bottleneck.lab.log.{MadeLog, Slow}
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.concurrent.duration._
import scala.util.Random

class ScheduleLagSpec extends AnyFlatSpec with Matchers {

  /** Requests that are to start every 10 ms from 1000 ms on, and take so long that they end out of order. */
  private def lag(starts: Vector[Int]): Option[ScheduleLag] = {
    val requests = starts.zipWithIndex.map { case (start, n) => MadeLog.request(start, start + 500 - n % 7 * 50) }
    collected(MadeLog.request(10, 900) +: requests.sortBy(_.end), perSecond = 100)
  }

  private def collected(requests: Vector[Request], perSecond: Double): Option[ScheduleLag] = {
    val collector = new ScheduleLag.Collector(fromMs = 1000, perSecond)
    requests.foreach(collector.add)
    collector.lag
  }

  /** Lag by definition, from all sorted starts. */
  private def bruteForce(requests: Vector[Request], perSecond: Double): ScheduleLag = {
    val starts = requests.map(_.start).filter(_ >= 1000).sorted
    val planned = starts.zipWithIndex.map { case (start, n) => start - n * 1000 / perSecond }
    val lags = planned.map(_ - planned.min).sorted
    ScheduleLag(lags.size, lags(math.ceil(lags.size * 0.99).toInt - 1))
  }

  private def planned(count: Int): Vector[Int] = Vector.tabulate(count)(1003 + _ * 10)

  "A load that keeps to its schedule" should "have no lag, whenever its first request came" in {
    lag(planned(200)) shouldBe Some(ScheduleLag(200, 0))
  }

  "A first request that came late" should "not hide that the others were in time" in {
    lag(planned(200).updated(0, 1006)) shouldBe Some(ScheduleLag(200, 0))
  }

  "A load that falls behind" should "be later and later" in {
    // by hand: request n is n ms late; of 200 the 198th is 197 ms late
    lag(planned(200).zipWithIndex.map { case (start, n) => start + n }) shouldBe Some(ScheduleLag(200, 197))
  }

  "Any load" should "have the lag that sorting all its starts gives" in
    (1 to 200).foreach { seed =>
      val random = new Random(seed)
      val perSecond = 1 + random.nextInt(3000).toDouble
      val requests = Vector.fill(1 + random.nextInt(400)) {
        val start = 900 + random.nextInt(4000)
        MadeLog.request(start, start + random.nextInt(3000), if (random.nextInt(4) == 0) "late" else "")
      } :+ MadeLog.request(2000, 2000)
      val lag = collected(requests, perSecond)
      val expected = bruteForce(requests, perSecond)
      lag.map(_.requests) shouldBe Some(expected.requests)
      lag.fold(Double.NaN)(_.p99Ms) shouldBe expected.p99Ms +- (0.051 + expected.p99Ms * 1e-5)
    }

  "Ten million requests" should "not overflow what counts them" taggedAs Slow in {
    val collector = new ScheduleLag.Collector(fromMs = 0, perSecond = 1000000)
    (0 until 10000000).foreach(n => collector.add(MadeLog.request(n / 1000, 60000)))
    // by hand: of each millisecond's thousand requests the first is on time, and the last 0.999 ms early
    collector.lag shouldBe Some(ScheduleLag(10000000, 1.0))
  }

  // 50 users of whom 40 wait for an answer, 100 answers/s: a cycle of 500 ms, of which 100 are between requests
  private val seen = Occupancy(users = 50, inFlight = 40, perSecond = 100, responseSeconds = 0.4, seconds = 18)

  "The gap" should "be what is neither response nor think time" in {
    GeneratorGap.of(seen, Duration.Zero) shouldBe Some(GeneratorGap(100, 0.2))
    GeneratorGap.of(seen, 90.millis) shouldBe Some(GeneratorGap(10, 0.02))
  }
}
