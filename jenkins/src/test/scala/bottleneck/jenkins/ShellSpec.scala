package bottleneck.jenkins

import java.nio.file.Files
import java.time.Instant
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class ShellSpec extends AnyFlatSpec with Matchers with Scratch {
  private def run(script: String, until: Option[Instant] = None): Shell.End =
    Shell.Real.run(script, Map("WHO" -> "me"), folder, until)

  "The shell" should "run a script in the workspace with the environment" in {
    run("""echo "$WHO" > file""") shouldBe Shell.Exit(0)
    Files.readString(folder.resolve("file")) shouldBe "me\n"
  }

  it should "stop at the first command that fails, with its exit code" in {
    run("true\n(exit 3)\necho later > file") shouldBe Shell.Exit(3)
    Files.exists(folder.resolve("file")) shouldBe false
  }

  it should "end what it started when the time is up" in {
    run("sleep 100 & echo $! > child; sleep 100", until = Some(Instant.now().plusMillis(500))) shouldBe Shell.TimeUp
    val child = Files.readString(folder.resolve("child")).trim.toLong
    ProcessHandle.of(child).filter(_.isAlive).isPresent shouldBe false
  }
}
