package bottleneck.lab.engine

import bottleneck.lab.figures.settings.Layout
import bottleneck.lab.log.TemporaryFolder
import bottleneck.lab.parts.host.Folders
import java.io.IOException
import java.nio.file.{Files, Path}
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class RunFolderSpec extends AnyFlatSpec with Matchers with TemporaryFolder {
  private def results: Path = Files.createDirectories(folder.resolve("results"))

  private def run: RunFolder = new RunFolder(Layout(folder, folder, folder, folder.resolve("work"), results), "OneRun")

  private def write(file: Path): Unit = {
    val _ = Files.createDirectories(file.getParent)
    val _ = Files.writeString(file, file.getFileName.toString)
  }

  private def files(below: Path): Vector[String] =
    Folders.tree(below).filter(Files.isRegularFile(_)).map(below.relativize(_).toString).sorted

  "What a run writes" should "be moved into Gatling's folder for it, and leave nothing behind" in {
    val ours = run
    Vector("logs/service-1.log", "metrics.csv", "statements.csv").foreach(name => write(ours.work.resolve(name)))
    write(results.resolve("onerun-20260101000000000/simulation.log"))
    write(results.resolve("oneruns-20270101000000000/simulation.log"))
    ours.moveToResults(_ => ()).map(_._1) shouldBe Some(results.resolve("onerun-20260101000000000"))
    files(results.resolve("onerun-20260101000000000")) shouldBe
      Vector("logs/service-1.log", "metrics.csv", "simulation.log", "statements.csv")
    Files.exists(ours.work) shouldBe false
  }

  it should "have no record there while something of it is missing" in {
    val ours = run
    Vector("run.json", "metrics.csv", "speed.csv").foreach(name => write(ours.work.resolve(name)))
    // which cannot be replaced by a file
    write(results.resolve("onerun-20260101000000000/speed.csv/other"))
    an[IOException] should be thrownBy ours.moveToResults(_ => ())
    files(results.resolve("onerun-20260101000000000")) should not contain "run.json"
    files(ours.work) should contain("run.json")
  }

  it should "stay where it is when Gatling left no folder" in {
    val ours = run
    write(ours.work.resolve("metrics.csv"))
    ours.moveToResults(_ => ()) shouldBe None
    files(ours.work) shouldBe Vector("metrics.csv")
  }

  it should "not be moved into the folder of a repeat, which has its result" in {
    val ours = run
    write(ours.work.resolve("metrics.csv"))
    write(results.resolve("onerun-20260101000000000/result.json"))
    ours.moveToResults(_ => ()) shouldBe None
    write(results.resolve("onerun-20260101000000001/simulation.log"))
    ours.moveToResults(_ => ()).map(_._1) shouldBe Some(results.resolve("onerun-20260101000000001"))
  }
}
