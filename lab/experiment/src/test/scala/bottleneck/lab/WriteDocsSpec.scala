package bottleneck.lab

import bottleneck.lab.explain.page.ExampleResults.oneInstance
import bottleneck.lab.explain.page.{ExampleResults, ExampleRuns}
import bottleneck.lab.explain.record.Check
import bottleneck.lab.run.host.Folders
import java.nio.file.{Files, Path}
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.jdk.StreamConverters._
import scala.util.Using

class WriteDocsSpec extends AnyFlatSpec with Matchers with TemporaryFolder {
  private def project: Path = folder.resolve("project")

  private def files: Set[String] = Using
    .resource(Files.walk(folder))(_.toScala(Vector))
    .filter(_.toString.endsWith(".json"))
    .map(folder.relativize(_).toString)
    .toSet

  "Results that are taken into the documents" should "be named by their folder, whatever they call themselves" in {
    val results = folder.resolve("results")
    val file = ExampleRuns.write(results, ExampleResults.oneInstance).resolve("result.json")
    val id = ExampleResults.oneInstance.run.id
    Files.writeString(file, Files.readString(file).replace(s"\"$id\"", "\"../../../outside\""))
    Files.readString(file) should include("../../../outside")
    val before = files
    WriteDocs.take(results, project)
    files -- before shouldBe Set(s"project/docs/results/$id.json")
  }

  they should "be the newest runs of a variant that count, as many as it is to run" in {
    val results = folder.resolve("results")
    def write(n: Int, failed: String*): String = {
      val run = oneInstance.run.copy(id = s"run-$n", startedAt = s"2026-03-01T0$n:00:00Z")
      val checks = oneInstance.validity ++ failed.map(Check(_, ok = false, "", size = Some(0.1)))
      ExampleRuns.write(results, oneInstance.copy(run = run, validity = checks)).getFileName.toString
    }
    def taken(times: Int): Set[String] = {
      WriteDocs.take(results, project, _ => times)
      files.filter(_.startsWith("project")).map(_.stripPrefix("project/docs/results/").stripSuffix(".json"))
    }
    val disturbed = write(1, "steady")
    taken(1) shouldBe Set(disturbed)
    val sound = Vector(2, 3, 4).map(write(_))
    val _ = write(5, "parts")
    taken(1) shouldBe Set(sound(2))
    taken(2) shouldBe Set(sound(1), sound(2))
    // those of before count too
    Folders.remove(results)
    val later = write(6)
    taken(2) shouldBe Set(sound(2), later)
    Folders.remove(results)
    val _ = write(7, "steady")
    taken(2) shouldBe Set(sound(2), later)
    // one that counts for nothing takes nothing away, wherever it ran
    val elsewhere = oneInstance.copy(
      run = oneInstance.run.copy(id = "run-8", startedAt = "2026-03-01T08:00:00Z"),
      machine = oneInstance.machine.copy(cpus = 64),
      validity = Vector(Check("parts", ok = false, ""))
    )
    val _ = ExampleRuns.write(results, elsewhere)
    taken(2) shouldBe Set(sound(2), later)
  }
}
