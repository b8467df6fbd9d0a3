package bottleneck.lab.explain.statistics

import bottleneck.lab.TemporaryFolder
import bottleneck.lab.explain.statistics.MadeLog.request
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class SentSecondsSpec extends AnyFlatSpec with Matchers with TemporaryFolder {
  "Requests" should "be counted by the second in which they were sent; a log without any has none" in {
    val log = folder.resolve("simulation.log")
    def read(): Option[SentSeconds] = SentSeconds.read(log).fold(error => fail(error.message), identity)
    MadeLog.write(log, Vector(request(100, 700), request(1000, 1900, "late"), request(999, 61000)))
    read() shouldBe Some(SentSeconds(Vector(Sent(0, ok = 2, ko = 0), Sent(1, ok = 0, ko = 1, Map("late" -> 1L)))))
    MadeLog.write(log, Vector.empty)
    read() shouldBe None
  }
}
