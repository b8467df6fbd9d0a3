package bottleneck.lab.engine

import bottleneck.lab.log.{Project, TemporaryFolder}
import java.nio.file.attribute.PosixFilePermissions
import java.nio.file.{Files, Path}
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.jdk.CollectionConverters._

/** Command of simulations/injector.sh, with a `java` that prints its arguments. */
class InjectorScriptSpec extends AnyFlatSpec with Matchers with TemporaryFolder {
  private val script = Project.root.resolve("simulations/injector.sh")

  /** A path with a space, as a user may have. */
  private def shares: Path = folder.resolve("all results")

  /** The exit code, and what was said: of `java` each argument between brackets. */
  private def run(command: String, environment: (String, String)*): (Int, String) = {
    val java = Files.createDirectories(folder.resolve("bin")).resolve("java")
    Files.writeString(java, "#!/bin/sh\nprintf '[%s]' \"$@\"\necho\n")
    Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwxr-xr-x"))
    val builder = new ProcessBuilder("sh", script.toString, command).redirectErrorStream(true)
    builder.environment.put("PATH", s"${java.getParent}:${sys.env("PATH")}")
    builder.environment.putAll(environment.toMap.asJava)
    val process = builder.start()
    val said = new String(process.getInputStream.readAllBytes)
    (process.waitFor(), said)
  }

  private def load: Vector[(String, String)] =
    Vector("SIMULATION" -> "bottleneck.mine.Orders", "INJECTORS" -> "2", "RESULTS" -> shares.toString)

  private def leave(number: Int, run: String): Path = {
    val left = Files.createDirectories(shares.resolve(number.toString).resolve(run))
    Files.writeString(left.resolve("run.json"), "{}")
    left
  }

  "An injector" should "send the share of its index, with all that it writes below its own folder" in {
    val own = Vector("TARGET_URL" -> "http://target", "START" -> "2026-11-25T14:00:00Z", "JOB_COMPLETION_INDEX" -> "1")
    val (code, said) = run("send", load ++ own: _*)
    code shouldBe 0
    Vector(
      s"[-Dlab.work=$shares/2/work]",
      s"[-Dlab.results=$shares/2]",
      "[-Dtarget.url=http://target]",
      "[-Dlab.injector=2/2]",
      "[-Dlab.start=2026-11-25T14:00:00Z]",
      s"[--simulation][bottleneck.mine.Orders][--results-folder][$shares/2]"
    ).foreach(said should include(_))
  }

  it should "say what it lacks" in {
    val (code, said) = run("send", load: _*)
    code shouldBe 1
    said should (startWith("TARGET_URL is not set.") and include("usage: injector.sh send|merge"))
  }

  "A merge" should "wait for each injector, and name those whose share does not come" in {
    leave(1, "orders-1")
    leave(1, "orders-2")
    val (code, said) = run("merge", load :+ ("PATIENCE" -> "1"): _*)
    (code, said) shouldBe (1, s"No share of these injectors is in $shares: 2 \n")
  }

  it should "be of the folders of all, made into pages and a report" in {
    val folders = Vector(leave(1, "orders-1"), leave(2, "orders-7"))
    val (code, said) = run("merge", load: _*)
    code shouldBe 0
    val lines = said.linesIterator.toVector
    lines.head should endWith(
      s"[bottleneck.lab.engine.MergeLogs][${folders.mkString("][")}][$shares/site/merged-orders]"
    )
    lines(1) should include("[bottleneck.lab.claims.BuildSite]")
    lines(2) should endWith(s"[--reports-only][merged-orders][--results-folder][$shares/site]")
  }
}
