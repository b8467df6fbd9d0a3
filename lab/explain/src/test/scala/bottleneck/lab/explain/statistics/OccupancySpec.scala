package bottleneck.lab.explain.statistics

import bottleneck.lab.statistics.Window
import bottleneck.lab.log.LogRecord.{judged, Request, User}
import bottleneck.lab.log.LogRecord
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class OccupancySpec extends AnyFlatSpec with Matchers {

  /** Log of ten users from the start, with consecutive requests of 2 s. The load is cut off after `ms`: requests in
    * flight have no record.
    */
  private def cutOff(ms: Int, leave: Boolean = false): Vector[LogRecord] = {
    val users = (0 until 10).toVector
    val requests = for {
      user <- users
      start <- (user * 200) until ms by 2000
      if start + 2000 <= ms
    } yield Request(Vector.empty, "GET /", start, start + 2000, ok = true, "")
    users.map(_ => User(judged, true, 0)) ++ requests ++ (if (leave) users.map(_ => User(judged, false, ms))
                                                          else Vector.empty)
  }

  private def seen(records: Vector[LogRecord], window: Window): Occupancy = {
    val collector = new Occupancy.Collector(window)
    records.foreach(collector.add)
    collector.occupancy
  }

  "A load that is cut off" should "leave out the end, in which requests without a record were in flight" in {
    val whole = seen(cutOff(20000), Window(4000, 20000))
    whole.seconds shouldBe 14.0
    whole.inFlight shouldBe 10.0 +- 1e-9
    whole.perSecond * whole.responseSeconds shouldBe whole.inFlight +- 0.2
    whole.users shouldBe 10.0 +- 1e-9
  }

  it should "be known up to the end where it went on for long enough" in {
    val whole = seen(cutOff(24000), Window(4000, 20000))
    whole.seconds shouldBe 16.0
    whole.inFlight shouldBe 10.0 +- 1e-9
  }

  it should "be unknown where a request took as long as the window" in {
    seen(
      cutOff(20000) :+ Request(Vector.empty, "GET /", 4000, 20000, ok = true, ""),
      Window(4000, 20000)
    ).seconds shouldBe 0
  }

  "A load whose users left" should "be known to its end: each request has a record" in {
    seen(cutOff(20000, leave = true), Window(4000, 20000)).seconds shouldBe 16.0
  }
}
