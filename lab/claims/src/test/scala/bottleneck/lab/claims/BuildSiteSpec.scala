package bottleneck.lab.claims

import bottleneck.lab.claims.verdict.ResultFiles
import bottleneck.lab.figures.record.{Expectation, MadeRecord, Result, RunRecord}
import bottleneck.lab.figures.theory.Limit
import bottleneck.lab.log.LogReader
import java.nio.file.{Files, Path}
import org.scalatest.flatspec.AnyFlatSpec
import scala.concurrent.duration._

class BuildSiteSpec extends AnyFlatSpec with ConcludedRuns {
  private val record = MadeRecord.of(load, Expectation(Vector(Limit.users(16, 250.millis))))

  /** A folder with the log of 16 users who are answered after 250 ms, and a result. */
  private def run(record: RunRecord, result: String): Path = {
    Files.write(Files.createDirectories(left).resolve(LogReader.file), made())
    RunRecord.write(left, record)
    Files.writeString(left.resolve(ResultFiles.name), result)
  }

  private def result: Result = stored.head

  "The site" should "be built of results that are computed anew from what the runs left" in {
    val _ = run(record, "{}")
    build().mkString should include("index.html")
    result.run.id shouldBe "withoutindex-1"
    result.total.throughput shouldBe 64.0 +- 0.1
    result.prediction.map(_.perSecond) shouldBe Some(64)
    result.objections.filter(_.startsWith("parts")) shouldBe empty
    RunRecord.write(left, record.copy(ended = Vector("The database ended during the run.")))
    val _ = build()
    result.objections should contain("parts: The database ended during the run.")
  }

  it should "keep the result of a run that cannot be explained, and say why" in {
    val old = run(record, "old")
    Files.delete(left.resolve(RunRecord.file))
    build().head should (include("withoutindex-1") and include("its result is kept as it was: it has no run.json"))
    RunRecord.write(left, record)
    Files.writeString(left.resolve(LogReader.file), "RUN")
    build().head should include("is no simulation.log")
    Files.writeString(left.resolve(RunRecord.file), "{")
    build().head should include("run.json cannot be used")
    Files.readString(old) shouldBe "old"
  }

  it should "not be built of a folder that is not there" in {
    BuildSite.build(folder, results, history = None).fold(_.sentence, _ => "") should include("results is no folder")
  }
}
