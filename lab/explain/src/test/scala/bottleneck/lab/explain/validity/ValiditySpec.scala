package bottleneck.lab.explain.validity

import bottleneck.lab.model.Check
import bottleneck.lab.statistics.Window
import bottleneck.lab.log.LogRecord
import bottleneck.lab.explain.preparation.{MadeSlices, Preparation}
import bottleneck.lab.explain.record.Soundness
import bottleneck.lab.explain.series.PartFigures
import bottleneck.lab.explain.statistics.{MadeLog, RunStatistics}
import bottleneck.lab.target.{ClosedLoad, WarmUp}
import java.nio.file.Files
import org.scalatest.flatspec.AnyFlatSpec
import scala.concurrent.duration._

class ValiditySpec extends AnyFlatSpec with JudgedRuns {
  "A run without a flaw" should "be sound" in {
    objections(steady) shouldBe empty
    Validity.judge(steady, quiet).map(_.name).distinct should have size 10
  }

  "A run that was not warm before its load" should "be invalid, and say what still changed" in {
    def after(requestMs: Double*): Circumstances =
      quiet.copy(preparation = Some(Preparation(MadeSlices.warming(requestMs: _*), 60000, heldMs = None, cpus = 2)))
    objections(steady, after(1, 1, 1, 1)) shouldBe empty
    objections(steady, after(1, 1, 1)) shouldBe Vector("warm")
    objections(steady, after(2, 1.8, 1.6, 1.4)) shouldBe Vector("warm")
    Validity.judge(steady, after(1, 1, 1, 1)).filter(_.name == "warm") shouldBe
      Vector(Check("warm", passed = true, "warm after 12 s"))
    Validity.judge(steady, after(2, 1.8, 1.6, 1.4)).filter(_.name == "warm").map(_.sentence) shouldBe
      Vector("not warm after 12 s: the CPU time of a request in the service changed by -35 % within 12 s")
  }

  "A log that was cut" should "make a run invalid" in {
    MadeLog.write(log, MadeLog.closed(20, 26000)(_ => 1000))
    Files.write(log, Files.readAllBytes(log).dropRight(3))
    objections(RunStatistics.read(log, window).fold(error => fail(error.message), identity)) shouldBe Vector("log")
  }

  "Few responses" should "make a run invalid" in {
    objections(of(MadeLog.closed(users = 4, ms = 26000)(_ => 1000))) shouldBe Vector("responses")
  }

  "Failures that nobody can name" should "make a run invalid, and others not" in {
    def failing(message: String): RunStatistics =
      of(MadeLog.closed(20, 26000)(_ => 1000, start => if (start % 10000 < 1000) message else ""))
    objections(failing("boom")) shouldBe Vector("errors")
    objections(failing("j.i.IOException: Premature close")) shouldBe empty
  }

  "Users who neither wait nor think" should "be shown as the generator's part, and be no fault" in {
    // a pause of 100 ms between the answers: 20 users, X·R = 18.2
    val pausing = of(MadeLog.closed(20, 26000)(_ => 1100).map {
      case request: LogRecord.Request => request.copy(end = request.end - 100)
      case other => other
    })
    objections(pausing) shouldBe empty
    check("little", pausing, quiet).sentence should (startWith(
      "18.2 requests in flight, throughput × response time = 18.2"
    ) and
      endWith("20.0 users = 18.2/s × (response 1000.0 ms + think time 0.0 ms + generator 100.2 ms)"))
    check(
      "little",
      pausing,
      loaded(ClosedLoad(20, 1.second, 4.seconds, 25.seconds, Some(WarmUp(2)), thinkTime = 100.millis))
    ).sentence should endWith("(response 1000.0 ms + think time 100.0 ms + generator 0.2 ms)")
  }

  "A window too short for its responses" should "leave it open whether Little's law holds" in {
    // of 20 requests of 30 s all are in flight all the time, and none ends in the window but one
    val one = LogRecord.User(0, arrives = true, 0) +: Vector.tabulate(20) { n =>
      MadeLog.request(0, if (n == 0) 24000 else 30000)
    }
    check("little", of(one), quiet).undecided shouldBe true
  }

  "A window in which the system changes" should "disturb a run" in {
    val drifting = of(MadeLog.closed(20, 26000)(start => 1000 - start / 40))
    objections(drifting) shouldBe Vector("steady")
    check("steady", drifting, quiet).sentence should (include("throughput +") and include("at most ±10 % is steady"))
  }

  "A window too short for its noise" should "be one that cannot tell" in {
    // responses take 0.7 to 1.3 s, in no order
    val lumpy = of(MadeLog.closed(users = 20, ms = 26000)(start => 700 + start * 7919 % 601))
    val steady = check("steady", lumpy, quiet)
    steady.holds shouldBe None
    steady.sentence should include("the window is too short to tell: with seconds that differ by")
    objections(lumpy) shouldBe empty
  }

  it should "be so with less than ten whole seconds" in {
    val short = read(MadeLog.closed(20, 26000)(_ => 1000))(RunStatistics.read(_, Window(5000, 14000)))
    check("steady", short, quiet).holds shouldBe None
  }

  "A run without metrics" should "be invalid, since nobody can say what else went on" in {
    objections(steady, quiet.copy(damage = Some("metrics.csv cannot be read"))) shouldBe Vector("metrics")
  }

  "A part that ended" should "make a run invalid and be named" in {
    val bereft = recorded()(_.copy(ended = Vector("The database ended during the run.")))
    objections(steady, bereft) shouldBe Vector("parts")
    Validity.judge(steady, bereft).map(_.sentence).mkString should include("The database ended")
  }

  "What could not be measured" should "be said, and neither hold nor fail" in {
    val checks = Validity.judge(steady, quiet.copy(figures = PartFigures.none))
    checks.filter(_.holds.isEmpty).map(_.name) shouldBe
      Vector("compilation", "generator", "machine")
    Soundness.of(checks) shouldBe Soundness.Sound
  }
}
