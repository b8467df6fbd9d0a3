package bottleneck.lab

import bottleneck.lab.explain.theory.Prediction
import bottleneck.lab.target.Load
import io.gatling.core.Predef._
import java.nio.file.{Files, Path}
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.concurrent.duration._

class ConclusionSpec extends AnyFlatSpec with Matchers with TemporaryFolder {
  private val simulation = "bottleneck.journal.WithoutIndex"
  private lazy val golden = Path.of(getClass.getResource("explain/log/without-index.golden").toURI)
  private val load = Load(users = 16, arrival = 1.second, settle = 6.seconds, hold = 24.seconds)
  // measured from 7 s to 25 s, by another decoder: 58.667 requests/s
  private val workload = Workload(exec(session => session), Vector.empty)

  private def predicted(perSecond: Int, tolerance: Double): Workload =
    workload.copy(prediction = Some(Prediction.users(perSecond, 1.second)), tolerance = Some(tolerance))

  private def failures(log: Path, workload: Workload, load: Load = load): Vector[String] =
    Conclusion.of(log, simulation, load, workload).failures

  "A run" should "fail nothing when it went as it should" in {
    val conclusion = Conclusion.of(golden, simulation, load, predicted(60, tolerance = 0.05))
    conclusion.failures shouldBe empty
    conclusion.summary.mkString("\n") should (include("58.7") and include("= 0.978"))
  }

  it should "fail the build when it misses its prediction" in {
    failures(golden, predicted(100, tolerance = 0.05)) shouldBe
      Vector("the throughput misses the prediction by more than 5 %")
  }

  it should "fail the build when its log is another run's, cut, or not there" in {
    Conclusion.of(golden, "bottleneck.Other", load, workload).failures.mkString should include("another run")
    val cut = Files.write(folder.resolve("simulation.log"), Files.readAllBytes(golden).dropRight(3))
    failures(cut, workload) shouldBe Vector("the log of the run ends within its record 1427")
    failures(folder.resolve("nothing.log"), workload).mkString should include("nothing.log")
  }

  it should "fail the build when nothing was answered in its window" in {
    val late = Load(users = 16, arrival = 1.hour, settle = 1.second, hold = 2.seconds)
    failures(golden, workload, late) shouldBe Vector("no request of the window was answered")
  }
}
