package bottleneck.lab.explain.verdict

import bottleneck.lab.explain.record.ResultError
import bottleneck.lab.TemporaryFolder
import java.nio.file.{Files, Path}
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class SkipFilesSpec extends AnyFlatSpec with Matchers with TemporaryFolder {
  private val simulation = "bottleneck.a.B"
  private val skip = Skip("a", "2 instances", "HAProxy is \"not\" installed.", "2026-11-21T01:35:50.914Z")

  private def file: Path = folder.resolve(s"skipped/$simulation.json")

  private def found(folders: Path*): FoundResults = ResultFiles.find(folders.toVector)

  "A skipped run" should "be found as it was recorded, until it has a result" in {
    SkipFiles.write(folder, simulation, skip)
    ujson.read(Files.readString(file))("reason").str shouldBe skip.reason
    found(folder) shouldBe FoundResults(Vector.empty, Vector.empty, Vector(skip))
    SkipFiles.remove(folder, simulation)
    SkipFiles.remove(folder, simulation)
    found(folder, folder.resolve("none")).skips shouldBe empty
  }

  it should "count once when the history has it too" in {
    val history = folder.resolve("history")
    SkipFiles.write(folder, simulation, skip)
    SkipFiles.write(history, simulation, skip.copy(reason = "of old"))
    SkipFiles.write(history, "bottleneck.a.C", skip.copy(variant = "1 instance"))
    found(folder, history).skips.map(_.reason) shouldBe Vector(skip.reason, skip.reason)
  }

  it should "be named when its record is damaged" in {
    SkipFiles.write(folder, simulation, skip)
    val text = Files.readString(file)
    Vector("", text.take(text.length / 2), "{\"experiment\":\"a\"}", "[]")
      .foreach { damaged =>
        Files.writeString(file, damaged)
        found(folder).skips shouldBe empty
        found(folder).damaged.map(_.file) shouldBe Vector(file)
        found(folder).damaged.head.error shouldBe a[ResultError.Damaged]
      }
  }
}
