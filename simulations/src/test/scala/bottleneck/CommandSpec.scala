package bottleneck

import bottleneck.lab.figures.settings.Properties
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.sys.process.{Process, ProcessLogger}

/** What `.mvn/command.sh` says before anything is compiled. */
class CommandSpec extends AnyFlatSpec with Matchers {

  /** A shell with these arguments stands for Maven. */
  private def said(what: String, arguments: String*): (Int, String) = {
    val lines = new StringBuffer
    val shell = Vector("sh", "-c", s"sh .mvn/command.sh $what; exit $$?", "mvn") ++ arguments
    val code = Process(shell, Checkout.project.toFile).!(ProcessLogger { line =>
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
    val all = Properties.groups.flatMap(_.all.map(_.name)).filterNot(_.startsWith("gatling.")).map(name => s"-D$name=1")
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
    val (ofThePom, set) = Properties.groups.partition(_.id == "pom")
    set.flatMap(_.all).filterNot(of => text.contains(s"\n  ${of.name} ")) shouldBe empty
    ofThePom.flatMap(_.all).filter(of => text.contains(s"\n  ${of.name} ")) shouldBe empty
    text should include("\n  lab.repeat                1 to 100: how often")
  }
}
