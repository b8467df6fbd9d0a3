package bottleneck.lab

import bottleneck.lab.explain.page.{ExampleResults, ExampleRuns}
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
}
