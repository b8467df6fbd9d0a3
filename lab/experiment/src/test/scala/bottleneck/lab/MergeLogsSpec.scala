package bottleneck.lab

import bottleneck.lab.log.GoldenLogs
import java.nio.file.{Files, Path}
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class MergeLogsSpec extends AnyFlatSpec with Matchers with GoldenLogs with ChildJvm {
  private def mergeLogs(arguments: String*): (Int, String) = jvm("bottleneck.lab.MergeLogs" +: arguments: _*)

  private def part(name: String): Path = {
    val part = Files.createDirectories(folder.resolve(name))
    Files.write(part.resolve("simulation.log"), kinds)
    part
  }

  "Merged logs" should "become one report of Gatling, of the sum of their requests" in {
    val (code, said) = mergeLogs(part("a").toString, s"${part("b")}/simulation.log", s"$folder/merged")
    (code, said.trim) shouldBe (
      0,
      s"$folder/merged/simulation.log: 409 records of bottleneck.lab.explain.log.GoldenLog, merged from 2 logs."
    )
    val (_, report) = jvm("io.gatling.app.Gatling", "-rf", folder.toString, "-ro", "merged")
    // twice 88 requests, of which 52 were OK
    report.replaceAll("[ |]+", " ") should include("> request count 176 104 72")
    Files.exists(folder.resolve("merged/index.html")) shouldBe true
  }

  "Merging" should "write a file where one is named, and say when a part ended early" in {
    val merged = folder.resolve("merged.log")
    Files.write(part("a").resolve("simulation.log"), kinds.take(2289))
    MergeLogs.merge(Vector(folder.resolve("a")), merged) shouldBe Right(
      s"$merged: 75 records of bottleneck.lab.explain.log.GoldenLog, merged from 1 log." +
        " At least one of them ends early, as that of a killed run does."
    )
    Files.size(merged) shouldBe 2227
  }

  "A mistake" should "be one sentence and an exit code" in {
    mergeLogs(s"$folder/none", s"$folder/merged") shouldBe
      (1, s"$folder/none cannot be read: there is no such file.\n")
    Vector(Vector.empty, Vector(part("a").toString)).foreach { arguments =>
      val (code, said) = mergeLogs(arguments: _*)
      code shouldBe 1
      said should include("usage: MergeLogs <log>... <merged>")
    }
  }
}
