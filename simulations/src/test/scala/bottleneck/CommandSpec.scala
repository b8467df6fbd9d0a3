package bottleneck

import bottleneck.lab.figures.settings.{Properties => Known}
import java.io.{ByteArrayInputStream, ByteArrayOutputStream}
import java.nio.file.{Files, Path}
import java.util.Properties
import org.scalatest.BeforeAndAfterAll
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.sys.process.{Process, ProcessLogger}

/** What `.mvn/Command.java` says before anything is compiled. */
class CommandSpec extends AnyFlatSpec with Matchers with BeforeAndAfterAll {

  private def jdk(program: String): String = Path.of(sys.props("java.home"), "bin", program).toString

  /** Compiled once: `java .mvn/Command.java` does it each time. */
  private lazy val classes: Path = {
    val folder = Files.createTempDirectory("command-")
    Process(Vector(jdk("javac"), "-d", folder.toString, ".mvn/Command.java"), Checkout.project.toFile).! shouldBe 0
    folder
  }

  override def afterAll(): Unit = {
    Files.delete(classes.resolve("Command.class"))
    Files.delete(classes)
  }

  /** Maven's properties and the goals among its `arguments`, as the root POM passes them. */
  private def said(what: String, arguments: String*): (Int, String) = {
    val (options, goals) = arguments.partition(_.startsWith("-D"))
    val properties = new Properties
    options.map(_.stripPrefix("-D").split("=", 2)).foreach { set =>
      properties.setProperty(set(0), set.lift(1).getOrElse("true"))
    }
    val stored = new ByteArrayOutputStream
    properties.store(stored, "")
    val command = Vector(jdk("java"), "-cp", classes.toString, "Command", what, goals.mkString("[", ", ", "]"))
    val lines = new StringBuffer
    val process = Process(command, Checkout.project.toFile) #< new ByteArrayInputStream(stored.toByteArray)
    val code = process.!(ProcessLogger { line =>
      val _ = lines.append(line).append('\n')
    })
    code -> lines.toString
  }

  private def isNone(name: String): (Int, String) =
    1 -> s"[ERROR] $name is no property of Bottleneck: mvn gatling:test -Dhelp lists them.\n"

  private def noClass(argument: String): (Int, String) = 1 ->
    (s"[ERROR] $argument is no simulation: give a full class name such as bottleneck.tuning.OneInstance, " +
      "or patterns with -Dgatling.includes=.\n")

  private def noMatch(argument: String): (Int, String) =
    1 -> s"[ERROR] $argument matches no simulation: docs/reference/experiments.md lists them.\n"

  "A command" should "be refused where it names no simulation, or no property" in {
    Vector("bottleneck.tuning.Instance", "bottleneck.OneInstance", "").map(s"-Dgatling.simulationClass=" + _).foreach {
      argument => said("check", argument) shouldBe noClass(argument)
    }
    Vector("bottleneck.tuning.Witout*,bottleneck.Nope", "bottleneck.tuning.JournalPages")
      .map("-Dgatling.includes=" + _)
      .foreach(argument => said("check", argument) shouldBe noMatch(argument))
    said("check", "gatling:test", "-Dlab.atempts=2") shouldBe isNone("-Dlab.atempts")
    said("check", "gatling:test", "-Dservice.jar=a.jar", "-Drates=5") shouldBe isNone("-Drates")
  }

  it should "be accepted otherwise, whatever Maven and values say" in {
    val all = Known.groups.flatMap(_.all.map(_.name)).filterNot(_.startsWith("gatling.")).map(name => s"-D$name=1")
    val accepted = Vector(
      Vector("gatling:test", "-DskipTests", "-Dlab.repeat=1", "-Dconfirm", "-Dmaven.x=1"),
      Vector("gatling:test", "-Dask=GET /a, POST /b", "-Dservice.args=--a=1 --b", "-Drate=5"),
      Vector("gatling:test", "-Dgatling.simulationClass=bottleneck.tuning.OneInstance"),
      Vector("gatling:test", "-Dgatling.simulationClass=bottleneck.lab.engine.ask.Ask"),
      Vector("verify", "-Dsuites=bottleneck.CommandSpec"),
      "gatling:test" +: all
    ) ++ Vector("bottleneck.*", "bottleneck.Nope, bottleneck.tuning.*Index*", "bottleneck.tomcat.MinSpare10Cold", "")
      .map(patterns => Vector("gatling:test", s"-Dgatling.includes=$patterns"))
    accepted.foreach(arguments => withClue(arguments)(said("check", arguments: _*) shouldBe ((0, ""))))
  }

  "Help" should "have the verbs, and each property that a user sets" in {
    val (code, text) = said("help")
    code shouldBe 0
    text should (include("replay    mvn gatling:test\n") and include("explain   mvn"))
    val (ofThePom, set) = Known.groups.partition(_.id == "pom")
    set.flatMap(_.all).filterNot(of => text.contains(s"\n  ${of.name} ")) shouldBe empty
    ofThePom.flatMap(_.all).filter(of => text.contains(s"\n  ${of.name} ")) shouldBe empty
    text should include("\n  lab.repeat                1 to 100: how often")
  }
}
