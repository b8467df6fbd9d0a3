package bottleneck.lab.explain.validity

import bottleneck.lab.statistics.Window
import bottleneck.lab.log.LogRecord
import bottleneck.lab.explain.record.Soundness
import bottleneck.lab.explain.statistics.{MadeLog, RunStatistics}
import bottleneck.lab.target._
import org.scalatest.flatspec.AnyFlatSpec
import scala.concurrent.duration._

class LoadValiditySpec extends AnyFlatSpec with JudgedRuns {

  /** 20 users at once, answered one after the other in `ms`; the last is sent `late`. */
  def burst(ms: Int = 2000, late: Int = 0): RunStatistics = {
    val requests = (1 to 20).flatMap { n =>
      val start = if (n == 20) 10000 + late else 10000
      val end = 10000 + ms * n / 20
      Vector(LogRecord.User(0, arrives = true, start), MadeLog.request(start, end), LogRecord.User(0, false, end))
    }
    read(requests.toVector.sortBy(_.at))(RunStatistics.readBurst(_, 9000, 0))
  }

  private def asked(users: Int): Circumstances = loaded(Burst(users, patience = 5.seconds))

  "A burst" should "be judged by what it is: complete and simultaneous, and not by trends" in {
    objections(burst(), asked(20)) shouldBe empty
    objections(burst(), asked(21)) shouldBe Vector("complete")
    objections(burst(late = 101), asked(20)) shouldBe Vector("simultaneous")
    objections(of(Vector(LogRecord.User(0, arrives = true, 0))), asked(20)) should contain("complete")
  }

  /** Statistics of an open load: from 5 to 25 s a user every 20 ms, sent `late` ms late, with a request of `ms`. */
  def open(late: Int => Int = _ => 0, ms: Int => Int = _ => 100, count: Int = 1000): RunStatistics = {
    val requests = Vector.tabulate(count) { n =>
      val start = 5000 + n * 20 + late(n)
      MadeLog.request(start, start + ms(n))
    }
    read(requests.sortBy(_.end))(RunStatistics.readOpen(_, Window(7000, 25000), 4000, perSecond = 50))
  }

  private def asked(overload: Boolean): Circumstances =
    loaded(OpenLoad(perSecond = 50, settle = 2.seconds, hold = 20.seconds, patience = 5.seconds, overload = overload))

  "An open load" should "be sound where it kept its schedule, and its requests in flight obey Little's law" in {
    objections(open(), asked(overload = false)) shouldBe empty
    val details = Validity.judge(open(), asked(overload = false)).map(check => check.name -> check.sentence).toMap
    details("schedule") should include("1000 of 1000 requests were sent, 99 % of them at most 0 ms after")
    details("little") should startWith("5.0 requests in flight, throughput × response time = 5.0")
  }

  it should "be disturbed where it fell behind its schedule by more than 100 ms and an interval" in {
    objections(open(late = n => n / 10), asked(overload = false)) shouldBe empty
    objections(open(late = n => n / 8), asked(overload = false)) shouldBe Vector("schedule")
  }

  it should "be disturbed where not all came" in {
    objections(open(count = 999), asked(overload = false)) shouldBe Vector("schedule")
    objections(of(Vector(LogRecord.User(0, arrives = true, 0))), asked(overload = false)) should contain("schedule")
  }

  it should "be disturbed where requests pile up, unless it was meant to overload" in {
    val growing = open(ms = n => 100 + n * 4)
    objections(growing, asked(overload = false)) should contain allOf ("steady", "little")
    objections(growing, asked(overload = true)) shouldBe empty
    val details =
      Validity.judge(growing, asked(overload = true)).filter(_.sentence.startsWith("not judged of an overload"))
    details.map(_.name) shouldBe Vector("steady", "little")
  }

  "An open load whose response time drifts" should "be disturbed though its throughput is steady" in {
    val slowing = open(ms = n => 100 + n / 20)
    val steady = check("steady", slowing, asked(overload = false))
    Soundness.of(Vector(steady)) shouldBe Soundness.Disturbed(Vector("steady"))
    steady.sentence should include("; response time +")
    // of a closed load the throughput alone is asked
    check("steady", slowing, quiet).passed shouldBe true
  }

  "A staircase" should "be judged by its levels, and not by trends" in {
    def stairs(users: Int): RunStatistics = {
      val steps = Vector(users -> Window(5000, 12000), users * 2 -> Window(15000, 22000))
      read(MadeLog.closed(users, ms = 26000)(start => 1000 - start / 40))(RunStatistics.readStaircase(_, steps))
    }
    val climbing = loaded(Staircase(Vector(20, 40), each = 10.seconds, settle = 3.seconds))
    objections(stairs(20), climbing) shouldBe empty
    Validity.judge(stairs(20), climbing).map(_.name) should contain allOf ("levels", "steady")
    objections(stairs(9), climbing) shouldBe Vector("levels")
    Validity.judge(stairs(9), climbing).map(_.sentence).mkString should include(" at 9 users")
  }

  private def changed(steps: Step*): Circumstances = recorded() { record =>
    val building = BuildIndex(1.second, IndexBuild.Plain, Index.Keyset, "idx")
    record.copy(setup = record.setup.copy(intervention = Some(building)), steps = steps.toVector)
  }

  private def step(toMs: Option[Int]): Step =
    Step("CREATE INDEX", MadeLog.start + 12000, toMs.map(MadeLog.start + _), Step.ok)

  /** Answered in 1 s each, and from 15 s on in 100 ms. */
  def jumping: RunStatistics = of(MadeLog.closed(users = 20, ms = 26000)(at => if (at < 15000) 1000 else 100))

  "A load that an intervention changes" should "not be judged by its trend, but by whether it saw the end of it" in {
    check("steady", jumping, quiet).holds should not be Some(true)
    val checks = Validity.judge(jumping, changed(step(Some(14900))))
    checks.filterNot(_.passed) shouldBe empty
    checks.find(_.name == "steady").map(_.sentence).getOrElse("") should include("by design")
    objections(jumping, changed(step(Some(14900)), step(Some(25000)))) shouldBe Vector("intervention")
    objections(jumping, changed(step(None))) shouldBe Vector("intervention")
    objections(jumping, changed()) shouldBe Vector("intervention")
  }
}
