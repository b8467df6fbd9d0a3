package bottleneck.lab.explain.stats

import bottleneck.lab.TemporaryFolder
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class ScheduleLagSpec extends AnyFlatSpec with Matchers with TemporaryFolder {

  /** Requests that are to start every 10 ms from 1000 ms on, and take so long that they end out of order. */
  private def lag(starts: Vector[Int]): Option[ScheduleLag] = {
    val earlier = MadeLog.request(10, 900)
    val requests = starts.zipWithIndex.map { case (start, n) => MadeLog.request(start, start + 500 - n % 7 * 50) }
    val log = MadeLog.write(folder.resolve("simulation.log"), earlier +: requests.sortBy(_.end))
    ScheduleLag.read(log, fromMs = 1000, perSecond = 100).fold(error => fail(error.message), identity)
  }

  private def planned(count: Int): Vector[Int] = Vector.tabulate(count)(1003 + _ * 10)

  "A load that keeps to its schedule" should "have no lag, whenever its first request came" in {
    lag(planned(200)) shouldBe Some(ScheduleLag(200, 0, 0))
  }

  "A first request that came late" should "not hide that the others were in time" in {
    lag(planned(200).updated(0, 1006)) shouldBe Some(ScheduleLag(200, 0, 3))
  }

  "A load that falls behind" should "be later and later" in {
    // by hand: request n is n ms late; of 200 the 198th is 197 ms late
    lag(planned(200).zipWithIndex.map { case (start, n) => start + n }) shouldBe Some(ScheduleLag(200, 197, 199))
  }

  "One late request in a hundred" should "not count, two should" in {
    lag(planned(100).updated(99, 2500)).map(_.p99Ms) shouldBe Some(0)
    lag(planned(100).updated(98, 2400).updated(99, 2500)).map(_.p99Ms) shouldBe Some(2400 - 1983)
  }

  "Nothing" should "be there without requests" in {
    lag(Vector.empty) shouldBe None
  }
}
