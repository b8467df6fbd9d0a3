package bottleneck.lab.command

import bottleneck.lab.figures.reading.GatlingReport
import bottleneck.lab.figures.{Check, Estimate, Run}
import bottleneck.lab.log.TemporaryFolder
import java.nio.file.{Files, Path}
import org.scalatest.flatspec.AnyFlatSpec

/** Reports of the real Gatling: see src/test/golden. */
class GatlingReportSpec extends AnyFlatSpec with GoldenRuns with TemporaryFolder {
  private def checks(run: Run): Vector[Check] = run.checks.filter(_.name == "Gatling's report")

  /** A copy of a golden log and its report, which says `changed` in it. */
  private def copy(version: String, report: String)(changed: String => String): Path = {
    val to = folder.resolve(report)
    Files.createDirectories(to.getParent)
    Files.writeString(to, changed(Files.readString(golden(version, report))))
    Files.copy(log(version), folder.resolve("simulation.log"))
  }

  for (
    (version, report) <- Vector(
      "3.11.5" -> "js/stats.json",
      "3.13.5" -> "js/stats.js",
      "3.14.9" -> "index.html",
      "3.15.1" -> "index.html"
    )
  ) {
    s"The report of Gatling $version" should "be found row by row" in {
      val found = GatlingReport.beside(log(version)).getOrElse(fail("no report"))
      val explained = run(log(version))
      found.total.map(_.count) shouldBe Some(explained.total.count)
      for ((path, outcome) <- explained.requests) withClue(path) {
        found.request(path).map(_.count) shouldBe Some(outcome.count)
      }
      checks(explained).map(_.passed) shouldBe Vector(true)
      explained.total.values("p99.gatling").value shouldBe found.total.getOrElse(fail()).times.last
    }

    it should "be shown where it is wrong" in {
      val p99 = GatlingReport.beside(log(version)).flatMap(_.total).getOrElse(fail()).times.last.toInt
      val wrong = run(copy(version, report)(_.replaceAll(s"(?<![0-9])$p99(?![0-9])", "17610")))
      checks(wrong).map(_.passed) shouldBe Vector(false)
      (wrong.total.values("p99.gatling"), wrong.total.values("p99").value) should matchPattern {
        case (Estimate(17610, None), exact: Double) if exact < 1300 =>
      }
      checks(wrong).head.sentence should include("p99 of all requests 17,610 ms, exactly 1,25")
    }
  }

  "A report of another log, or one that cannot be understood" should "not be compared" in {
    val other = run(copy("3.11.5", "js/stats.json")(_.replace("\"total\": 250,", "\"total\": 251,")))
    (checks(other), other.total.values.get("p99.gatling")) shouldBe ((Vector.empty, None))
    for (bad <- Vector("", "{", "[]", "{\"stats\": 1}", "Figures by bottleneck")) {
      Files.writeString(folder.resolve("js/stats.json"), bad)
      checks(run(folder.resolve("simulation.log"))) shouldBe empty
    }
  }
}
