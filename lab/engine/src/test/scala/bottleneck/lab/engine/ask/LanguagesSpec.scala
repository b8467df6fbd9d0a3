package bottleneck.lab.engine.ask

import bottleneck.lab.log.Slow
import java.nio.file.Path
import org.scalatest.Assertion
import org.scalatest.flatspec.AnyFlatSpec
import scala.util.Try

/** Limits of services in other languages than Java's are named or, where no name can be had, sized.
  * `-Dtests.jvm=-Dlanguages=python` asks only about commands that begin so.
  */
class LanguagesSpec extends AnyFlatSpec with AskedZoo {
  import LanguagesSpec._

  private val chosen = sys.props.getOrElse("languages", "")
  private val services = Path.of("src", "test", "services").toAbsolutePath

  private def isHere(program: String): Boolean =
    Try(new ProcessBuilder(program, if (program == "go") "version" else "--version").start().waitFor()).toOption
      .contains(0)

  "A question" should "name or size each planted limit in any language" taggedAs Slow in {
    val asked = planted.filter(_.command.startsWith(chosen))
    val there = asked.filter(of => isHere(of.command.takeWhile(_ != ' ')))
    asked.diff(there).foreach(of => info(s"left out, as it is not installed: ${of.command}"))
    there.foreach(check)
  }

  private def check(of: Planted): Assertion = {
    remove(results)
    val command = of.command.replace(" service.", s" $services/service.")
    val (_, said, found) = ask("service.command" -> command, "ask" -> s"GET ${of.path}")
    withClue(s"${of.command} ${of.path}: ${said.linesIterator.filter(_.startsWith("[ask]")).mkString("\n")}") {
      val finding = found.getOrElse(fail("no answer"))("finding")
      info(s"${of.command} ${of.path}: ${finding("sentence").str}")
      finding("name").str shouldBe of.name
      finding("sentence").str should include regex of.said
    }
  }
}

private object LanguagesSpec {
  final case class Planted(command: String, path: String, name: String, said: String)

  private val atOnce = "About %s at a time are served"

  val planted = Vector(
    Planted("node service.js {port}", "/cpu?ms=5", "one thread (node)", "the thread's CPU time"),
    Planted("node service.js {port}", "/gate?ms=50", "", atOnce.format("""(3|2\.[789]\d*|3\.[0-3]\d*)""")),
    Planted("python3 service.py {port}", "/cpu?ms=5", "one thread (Python's global lock)", "cores ÷"),
    Planted("python3 service.py {port}", "/lock?ms=20", "", atOnce.format("""(1|0\.9\d*|1\.\d+)""")),
    Planted("python3 service.py {port} 4", "/sleep?ms=50", "worker processes", "4 worker processes ÷"),
    Planted("go run service.go {port}", "/mutex?ms=20", "", atOnce.format("""(1|0\.9\d*|1\.\d+)""")),
    Planted("go run service.go {port}", "/channel?ms=50", "", atOnce.format("""(8|7\.[2-9]\d*|8\.[0-8]\d*)""")),
    Planted("go run service.go {port}", "/cpu?ms=10", "cores", "CPU time of all")
  )
}
