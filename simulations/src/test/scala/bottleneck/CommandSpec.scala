package bottleneck

import bottleneck.lab.settings.Settings
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

  "A command" should "be refused where it names no simulation, or no property" in {
    val unknown = "-Dgatling.simulationClass=bottleneck.tuning.Instance"
    said("check", unknown) should matchPattern {
      case (1, text: String) if text.startsWith(s"[ERROR] $unknown is no") =>
    }
    said("check", "-Dgatling.simulationClass=bottleneck.OneInstance")._1 shouldBe 1
    said("check", "-Dgatling.simulationClass=")._1 shouldBe 1
    said("check", "-Dgatling.includes=bottleneck.tuning.Witout*,bottleneck.Nope") shouldBe 1 ->
      "[ERROR] -Dgatling.includes=bottleneck.tuning.Witout*,bottleneck.Nope matches no simulation: docs/reference/experiments.md lists them.\n"
    said("check", "-Dgatling.includes=bottleneck.tuning.JournalPages")._1 shouldBe 1
    def isNone(name: String): (Int, String) =
      1 -> s"[ERROR] $name is no property of Bottleneck: mvn gatling:test -Dhelp lists them.\n"
    said("check", "gatling:test", "-Dlab.atempts=2") shouldBe isNone("-Dlab.atempts")
    said("check", "gatling:test", "-Dservice.jar=a.jar", "-Drates=5") shouldBe isNone("-Drates")
  }

  it should "be accepted otherwise, whatever Maven and values say" in {
    def accepted(arguments: String*): (Int, String) = said("check", arguments: _*)
    accepted("gatling:test") shouldBe ((0, ""))
    accepted("gatling:test", "-DskipTests", "-Dlab.attempts=1", "-Dconfirm", "-Dmaven.x=1") shouldBe ((0, ""))
    accepted("gatling:test", "-Dask=GET /a, POST /b", "-Dservice.args=--a=1 --b", "-Drate=5") shouldBe ((0, ""))
    accepted("gatling:test", "-Dgatling.simulationClass=bottleneck.tuning.OneInstance") shouldBe ((0, ""))
    accepted("gatling:test", "-Dgatling.simulationClass=bottleneck.lab.ask.Ask") shouldBe ((0, ""))
    Vector("bottleneck.*", "bottleneck.Nope, bottleneck.tuning.With*", "bottleneck.tomcat.MinSpare10Cold", "")
      .foreach(patterns => accepted("gatling:test", s"-Dgatling.includes=$patterns") shouldBe ((0, "")))
    accepted("verify", "-Dsuites=bottleneck.CommandSpec") shouldBe ((0, ""))
  }

  "Help" should "have the verbs, and each property of the lab that a user sets" in {
    val (code, text) = said("help")
    code shouldBe 0
    text should (include("replay    mvn gatling:test\n") and include("explain   mvn"))
    val set = Vector("project", "service.jar", "service.classpath", "work", "results", "repetition", "attempt")
    Settings.names.filterNot(name => text.contains(s"  $name ")) shouldBe set.map(name => s"lab.$name").toSet
  }
}
