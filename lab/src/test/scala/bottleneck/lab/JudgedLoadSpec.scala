package bottleneck.lab

import bottleneck.lab.explain.log.LogRecord
import bottleneck.lab.explain.result.{Arrivals, LoadDescription}
import bottleneck.lab.explain.stats.{MadeLog, RunStatistics, ScheduleLag, Window}
import bottleneck.lab.explain.theory.Prediction
import bottleneck.lab.target._
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.concurrent.duration._

class JudgedLoadSpec extends AnyFlatSpec with Matchers with TemporaryFolder {
  private val warmUp = Some(WarmUp(users = 2, 6.seconds))
  private val open = OpenLoad(perSecond = 50, settle = 2.seconds, hold = 12.seconds, patience = 5.seconds, warmUp)
  private val stairs = Staircase(Vector(5, 10), each = 4.seconds, settle = 1.second, warmUp)

  /** A warm-up to 6.1 s, and then a user each 20 ms from 8 s on, whose request takes 100 ms. */
  private val passing: Vector[LogRecord] = {
    val before = (0 to 60).toVector.map(n => MadeLog.request(n * 100, n * 100 + 100))
    before ++ Vector.tabulate(600)(n => MadeLog.request(8000 + n * 20, 8100 + n * 20))
  }

  private def read(load: Load, records: Vector[LogRecord]): RunStatistics = new JudgedLoad(load)
    .read(MadeLog.write(folder.resolve("simulation.log"), records))
    .fold(error => fail(error.message), identity)

  "An open load" should "be judged from when it has settled, and by all requests that were sent for it" in {
    val statistics = read(open, passing)
    statistics.measurement.window shouldBe Window(10000, 20000)
    statistics.measurement.total.throughput shouldBe 50.0 +- 0.2
    statistics.lag shouldBe Some(ScheduleLag(600, 0, 0))
    statistics.occupancy.inFlight shouldBe 5.0 +- 0.05
  }

  it should "be limited by its arrivals, and told as what it is" in {
    val judged = new JudgedLoad(open)
    judged.limit shouldBe Some(Prediction(50, "arrivals", "50/s"))
    judged.arrivals shouldBe Some(Arrivals(50, 600, overload = false))
    judged.description shouldBe LoadDescription(250, 12000, 2000, 12000, 6000, perSecond = Some(50))
    (judged.isOneState, judged.isAllLoad, judged.burst, judged.quietMs) shouldBe ((true, true, None, 0))
  }

  "A staircase" should "be judged level by level, and as a whole be no state" in {
    val judged = new JudgedLoad(stairs)
    val levels = read(stairs, MadeLog.closed(users = 5, ms = 14000)(_ => 100)).levels
    levels.map(level => (level.users, level.fromMs, level.toMs)) shouldBe Vector((5, 7000, 10000), (10, 11000, 14000))
    levels.map(_.ok) shouldBe Vector(150, 150)
    judged.description shouldBe LoadDescription(10, 8000, 1000, 8000, 6000)
    (judged.isOneState, judged.isAllLoad, judged.limit, judged.arrivals) shouldBe ((false, false, None, None))
  }
}
