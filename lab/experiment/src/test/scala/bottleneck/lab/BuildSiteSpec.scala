package bottleneck.lab

import bottleneck.lab.log.LogReader
import bottleneck.lab.explain.page.ExampleRuns
import bottleneck.lab.explain.record.{Expectation, MadeRecord, Result, RunRecord}
import bottleneck.lab.explain.statistics.MadeLog
import bottleneck.lab.explain.theory.Prediction
import bottleneck.lab.explain.verdict.ResultFiles
import bottleneck.lab.target.ClosedLoad
import java.nio.file.{Files, Path}
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.concurrent.duration._

class BuildSiteSpec extends AnyFlatSpec with Matchers with TemporaryFolder {
  private val load = ClosedLoad(users = 16, arrival = 1.second, settle = 6.seconds, hold = 24.seconds)
  private val record = MadeRecord.of(load, Expectation(Vector(Prediction.users(16, 250.millis))))

  private def results: Path = folder.resolve("results")

  /** A folder with the log of 16 users who are answered after 250 ms, and a result. */
  private def run(record: RunRecord, result: String = "{}"): Path = {
    val run = Files.createDirectories(results.resolve("withoutindex-1"))
    val _ = MadeLog.write(run.resolve(LogReader.file), MadeLog.closed(users = 16, ms = 25000)(_ => 250))
    RunRecord.write(run, record)
    Files.writeString(run.resolve(ResultFiles.name), result)
    run
  }

  private def build(): Vector[String] = {
    ExampleRuns.writeData(folder.resolve("data"))
    BuildSite.build(folder.resolve("data"), results, history = None).fold(fail(_), identity)
  }

  private def result: Result = ResultFiles.find(Vector(results)).results.map(_.result).head

  "The site" should "be built of results that are computed anew from what the runs left" in {
    val _ = run(record)
    build().mkString should include("index.html")
    result.run.id shouldBe "withoutindex-1"
    result.total.throughput shouldBe 64.0 +- 0.1
    result.prediction.map(_.perSecond) shouldBe Some(64)
  }

  it should "judge a run anew, by what became of its parts" in {
    val folder = run(record)
    val _ = build()
    result.objections.filter(_.startsWith("parts")) shouldBe empty
    RunRecord.write(folder, record.copy(ended = Vector("The database ended during the run.")))
    val _ = build()
    result.objections should contain("parts: The database ended during the run.")
  }

  it should "keep the result of a run that cannot be explained, and say why" in {
    val old = run(record, "old")
    Files.delete(old.resolve(RunRecord.file))
    build().head should (include("withoutindex-1") and include("its result is kept as it was: it has no run.json"))
    RunRecord.write(old, record)
    Files.writeString(old.resolve(LogReader.file), "RUN")
    build().head should include("is no simulation.log")
    Files.writeString(old.resolve(RunRecord.file), "{")
    build().head should include("run.json cannot be used")
    Files.readString(old.resolve(ResultFiles.name)) shouldBe "old"
  }

  it should "not be built of a folder that is not there" in {
    BuildSite.build(folder, results, history = None).left.getOrElse("") should include("results is no folder")
  }
}
