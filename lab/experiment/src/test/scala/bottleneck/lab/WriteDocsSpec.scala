package bottleneck.lab

import bottleneck.lab.explain.page.ExampleResults.oneInstance
import bottleneck.lab.explain.page.{ExampleResults, ExampleRuns}
import bottleneck.lab.explain.record.Check
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

  they should "be the newest sound runs of a variant, as many as it is to run" in {
    val run = oneInstance
    def write(n: Int, sound: Boolean = true): String = {
      val description = run.run.copy(id = s"run-$n", startedAt = s"2026-03-01T0$n:00:00Z")
      val checks = if (sound) run.validity else run.validity :+ Check("parts", ok = false, "")
      ExampleRuns.write(folder.resolve("results"), run.copy(run = description, validity = checks)).getFileName.toString
    }
    val names = Vector(write(1), write(2), write(3), write(4, sound = false))
    def taken(times: Int): Set[String] = {
      WriteDocs.take(folder.resolve("results"), project, _ => times)
      files.filter(_.startsWith("project")).map(_.stripPrefix("project/docs/results/").stripSuffix(".json"))
    }
    taken(1) shouldBe Set(names(2))
    taken(2) shouldBe Set(names(1), names(2))
    taken(1) shouldBe Set(names(2))
  }
}
