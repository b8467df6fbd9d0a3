package bottleneck.lab.run.process

import bottleneck.lab.TemporaryFolder
import bottleneck.lab.settings.Passwords
import java.nio.charset.StandardCharsets.ISO_8859_1
import java.nio.file.{Files, Path}
import org.scalatest.concurrent.Eventually
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import org.scalatest.time.{Millis, Seconds, Span}

class ChildEnvironmentSpec extends AnyFlatSpec with Matchers with TemporaryFolder with Eventually {
  implicit override val patienceConfig: PatienceConfig = PatienceConfig(Span(10, Seconds), Span(20, Millis))

  /** Names of a process's environment variables, without the values. */
  private def variables(pid: Long): Vector[String] =
    Files.readString(Path.of(s"/proc/$pid/environ"), ISO_8859_1).split('\u0000').toVector.map(_.takeWhile(_ != '='))

  "A lab" should "keep the passwords in its environment from its children" in {
    assume(Files.isDirectory(Path.of("/proc/self")), "environments cannot be read here")
    val scratch = Files.createDirectories(folder.resolve("scratch"))
    val java = Path.of(sys.props("java.home"), "bin", "java").toString
    val main = Vector(java, "-cp", sys.props("java.class.path"), "bottleneck.lab.run.process.LabThatWaits")
    val builder = new ProcessBuilder(main ++ Vector(folder.toString, scratch.toString): _*).inheritIO()
    Passwords.variables.foreach(builder.environment().put(_, "s3cret"))
    val lab = builder.start()
    try {
      eventually(Files.readString(folder.resolve("pid")) should not be empty)
      variables(lab.pid()) should contain allElementsOf Passwords.variables
      val child = variables(Files.readString(folder.resolve("pid")).toLong)
      child should contain("PATH")
      child should contain noElementsOf Passwords.variables
    } finally {
      val _ = lab.destroyForcibly().waitFor()
    }
    eventually(Files.exists(scratch) shouldBe false)
  }
}
