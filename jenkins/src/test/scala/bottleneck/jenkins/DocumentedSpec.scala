package bottleneck.jenkins

import bottleneck.jenkins.Node._
import java.nio.file.Files
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.concurrent.duration._

/** Whether the Jenkinsfile is what docs/how-to/jenkins.md says. */
class DocumentedSpec extends AnyFlatSpec with Matchers with Scratch {
  private lazy val file = GroovySource.read(jenkinsfile).getOrElse(fail("not read"))
  private lazy val calls = file.flatMap(all)

  private def all(node: Node): Vector[Call] = node match {
    case call: Call => call +: call.block.toVector.flatten.flatMap(all)
    case _ => Vector.empty
  }

  private def arguments(name: String): Vector[Map[String, Value]] = calls
    .filter(_.name == name)
    .map(call => Arguments.byName(Vocabulary.steps.find(_.name == name).getOrElse(fail(name)), call))

  /** As one line, without the end of lines that go on. */
  private def joined(text: String): String = text.replaceAll("""\\?\s+""", " ")

  "Each command" should "be one that the documentation shows" in {
    val shown = joined(Files.readString(project.resolve("docs/how-to/jenkins.md")))
    val scripts = arguments("sh").flatMap(_.get("script")).collect { case Literal(script: String) => joined(script) }
    scripts should have size 6
    scripts.filterNot(shown.contains) shouldBe empty
  }

  "The file" should "be short" in { jenkinsfile.linesIterator.size should be <= 120 }

  "Time limits" should "leave post a time of its own, and the night its budget" in {
    val limits = arguments("timeout").map(named => Steps.time(Values(named)))
    limits.tail.reduce(_ + _) should be < limits.head
    val budget = calls
      .filter(_.name == "string")
      .map(_.arguments.flatMap(argument => argument.name.map(_ -> argument.value)).toMap)
      .find(_.get("name").contains(Literal("BUDGET")))
      .flatMap(_.get("defaultValue"))
    budget shouldBe Some(Literal("7h"))
    limits.tail.max should be > 7.hours
  }
}
