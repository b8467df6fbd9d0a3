package bottleneck.lab.explain.statistics

import bottleneck.lab.log.LogRecord.User
import bottleneck.lab.log.LogRecord
import bottleneck.lab.explain.statistics.MadeLog.request
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class FirstFailureSpec extends AnyFlatSpec with Matchers {
  private def first(records: LogRecord*): Option[FirstFailure] = {
    val collector = new FirstFailure.Collector
    records.foreach(collector.add)
    collector.firstFailure
  }

  private def arrives(at: Int): User = User(LogRecord.judged, arrives = true, at)

  "The first failure" should "be when the first failed request ended, with the users who were there then" in {
    first(
      arrives(0),
      arrives(100),
      User(scenario = 1, arrives = true, 150),
      request(100, 200),
      User(LogRecord.judged, arrives = false, 250),
      arrives(300),
      request(0, 400, "refused"),
      arrives(500),
      request(300, 600, "refused")
    ) shouldBe Some(FirstFailure(400, 2))
  }

  it should "be the earliest of those that were written out of order" in {
    first(arrives(0), request(0, 402, "one"), arrives(401), request(0, 400, "other")).map(_.atMs) shouldBe Some(400)
  }
}
