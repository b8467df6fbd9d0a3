package bottleneck.lab.files

import bottleneck.lab.TemporaryFolder
import java.nio.file.{Files, Path}
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class EnclosedSpec extends AnyFlatSpec with Matchers with TemporaryFolder with StrangeFiles {
  private def run: Path = Files.createDirectories(folder.resolve("results").resolve("run"))

  private def outside: Path = Files.writeString(folder.resolve("secret"), "secret")

  private def reason: String = Enclosed.wrong(run).getOrElse(fail("nothing is wrong"))

  "A folder" should "be enclosed with its files, folders, and links within it" in {
    Files.writeString(run.resolve("a"), "a")
    Files.createDirectories(run.resolve("logs"))
    link(run.resolve("b"), run.resolve("a"))
    link(run.resolve("c"), run.resolve("logs"))
    Files.createSymbolicLink(run.resolve("logs").resolve("d"), Path.of("../a"))
    Enclosed.wrong(run) shouldBe None
    link(run.resolveSibling("again"), run)
    Enclosed.wrong(run.resolveSibling("again")) shouldBe None
  }

  it should "not be where a link leads out of it" in {
    val links = Vector(run.resolve("a"), Files.createDirectories(run.resolve("logs")).resolve("a"))
    for { link <- links; to <- Vector(outside.toAbsolutePath.toString, "../../secret", "../../../../gone", "/") } {
      Files.createSymbolicLink(link, Path.of(to))
      reason should (startWith(s"$link is a link that leads out of $run") and endWith("so remove it"))
      Files.delete(link)
    }
  }

  it should "not be where it is itself a link out of its parent" in {
    Files.createDirectories(folder.resolve("elsewhere"))
    val other = run.resolveSibling("other")
    link(other, folder.resolve("elsewhere"))
    Enclosed.wrong(other).getOrElse("") should startWith(s"$other is a link that leads out of ${run.getParent}")
  }

  it should "not be where it holds a pipe" in {
    pipe(run.resolve("metrics.csv"))
    reason shouldBe s"${run.resolve("metrics.csv")} is neither file nor folder, so remove it"
  }
}
