package bottleneck.lab.explain.reading

import bottleneck.lab.explain.log.LogRecord
import bottleneck.lab.explain.record.LoadDescription
import bottleneck.lab.explain.statistics.{MadeLog, RunStatistics, ScheduleLag, Window}
import bottleneck.lab.explain.theory.Prediction
import bottleneck.lab.explain.validity.{Arrivals, Asked}
import bottleneck.lab.TemporaryFolder
import bottleneck.lab.target._
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.concurrent.duration._

class JudgedLoadSpec extends AnyFlatSpec with Matchers with TemporaryFolder {
  private val warmUp = Some(WarmUp(users = 2))
  private val open = OpenLoad(perSecond = 50, settle = 2.seconds, hold = 12.seconds, patience = 5.seconds, warmUp)
  private val stairs = Staircase(Vector(5, 10), each = 4.seconds, settle = 1.second, warmUp)

  /** Something of before to 0.9 s, and then a user each 20 ms from 2 s on, whose request takes 100 ms. */
  private val passing: Vector[LogRecord] = {
    val before = (0 to 8).toVector.map(n => MadeLog.request(n * 100, n * 100 + 100))
    before ++ Vector.tabulate(600)(n => MadeLog.request(2000 + n * 20, 2100 + n * 20))
  }

  private def read(load: Load, records: Vector[LogRecord]): RunStatistics = new JudgedLoad(load)
    .read(MadeLog.write(folder.resolve("simulation.log"), records))
    .fold(error => fail(error.message), identity)

  "An open load" should "be judged from when it has settled, and by all requests that were sent for it" in {
    val statistics = read(open, passing)
    statistics.measurement.window shouldBe Window(4000, 14000)
    statistics.measurement.total.throughput shouldBe 50.0 +- 0.2
    statistics.byLoad.lag shouldBe Some(ScheduleLag(600, 0, 0))
    statistics.occupancy.inFlight shouldBe 5.0 +- 0.05
  }

  it should "be limited by its arrivals, and told as what it is" in {
    val judged = new JudgedLoad(open)
    judged.limit shouldBe Some(Prediction(50, "arrivals", "50/s"))
    judged.arrivals shouldBe Some(Arrivals(50, 600, overload = false))
    judged.description shouldBe LoadDescription(250, 12000, 2000, 12000, perSecond = Some(50))
    (judged.isOneState, judged.isAllLoad, judged.burst, judged.quietMs) shouldBe ((true, true, None, 0))
  }

  "A staircase" should "be judged level by level, and as a whole be no state" in {
    val judged = new JudgedLoad(stairs)
    val levels = read(stairs, MadeLog.closed(users = 5, ms = 8000)(_ => 100)).byLoad.levels
    levels.map(level => (level.users, level.fromMs, level.toMs)) shouldBe Vector((5, 1000, 4000), (10, 5000, 8000))
    levels.map(_.ok) shouldBe Vector(150, 150)
    judged.description shouldBe LoadDescription(10, 8000, 1000, 8000)
    (judged.isOneState, judged.isAllLoad, judged.limit, judged.arrivals) shouldBe ((false, false, None, None))
  }

  "A closed load" should "be judged from when its users have come and settled, until it ends" in {
    val closed = ClosedLoad(users = 5, arrival = 2.seconds, settle = 3.seconds, hold = 9.seconds, warmUp, 7.millis)
    val judged = new JudgedLoad(closed)
    read(closed, MadeLog.closed(users = 5, ms = 11000)(_ => 100)).measurement.window shouldBe Window(5000, 11000)
    judged.description shouldBe LoadDescription(5, 2000, 3000, 9000, thinkMs = 7)
    (judged.isOneState, judged.isAllLoad, judged.limit, judged.arrivals) shouldBe ((true, true, None, None))
  }

  "A burst" should "be judged from its own first request, with quiet around it" in {
    val burst = Burst(users = 20, patience = 9.seconds, warmUp)
    val judged = new JudgedLoad(burst)
    val requests = Vector.tabulate(20)(n => MadeLog.request(4100, 4200 + n * 100))
    val users = requests.map(request => LogRecord.User(0, arrives = true, request.start))
    val window = read(burst, users ++ requests).measurement.window
    (window.fromMs, window.toMs) shouldBe ((4100, 6101))
    (judged.burst, judged.quietMs) shouldBe ((Some(Asked(20, 0)), 4000))
    (judged.isOneState, judged.isAllLoad) shouldBe ((false, true))
    new JudgedLoad(burst.copy(after = 1.second)).isAllLoad shouldBe false
  }

  "The window" should "be as long as what is judged" in {
    def length(load: Load): FiniteDuration = new JudgedLoad(load).length
    length(ClosedLoad(5, arrival = 2.seconds, settle = 3.seconds, hold = 9.seconds, warmUp)) shouldBe 6.seconds
    length(Burst(users = 20, patience = 9.seconds)) shouldBe 9.seconds
    length(open) shouldBe 10.seconds
    length(stairs) shouldBe 3.seconds
  }
}
