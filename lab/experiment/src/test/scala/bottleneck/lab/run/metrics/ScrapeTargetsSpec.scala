package bottleneck.lab.run.metrics

import bottleneck.lab.TemporaryFolder
import java.net.URI
import java.nio.file.{Files, Path}
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.jdk.StreamConverters._
import scala.util.Using

class ScrapeTargetsSpec extends AnyFlatSpec with Matchers with TemporaryFolder {
  private val instances = Vector(15001, 15002).map(port => new URI(s"http://127.0.0.1:$port/actuator/prometheus"))

  private def files: Vector[Path] = Using.resource(Files.list(folder.resolve("live")))(_.toScala(Vector))

  "Instances" should "be announced with their run and number, as long as it lasts" in {
    Using.resource(ScrapeTargets.announce(folder, "OneInstance-1", instances)) { _ =>
      val targets = ujson.read(Files.readString(files.head)).arr
      targets.map(_("targets")(0).str) shouldBe Vector("127.0.0.1:15001", "127.0.0.1:15002")
      targets.map(_("labels")("service").str) shouldBe Vector("1", "2")
      targets.map(_("labels")("run").str).distinct shouldBe Vector("OneInstance-1")
    }
    files shouldBe empty
  }

  "What a killed lab left" should "be removed by the next, and what another one uses be kept" in {
    val gone = new ProcessBuilder("true").start()
    gone.waitFor()
    val live = Files.createDirectories(folder.resolve("live"))
    Files.writeString(live.resolve(s"${gone.pid}-Old-1.json"), "[]")
    val other = Files.writeString(live.resolve(s"${ProcessHandle.current().pid()}-Other-1.json"), "[]")
    ScrapeTargets.announce(folder, "New-1", instances).close()
    files shouldBe Vector(other)
  }
}
