package bottleneck.lab.log

import java.nio.file.{Files, Path}
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.jdk.StreamConverters._
import scala.util.Using

class WholeFileSpec extends AnyFlatSpec with Matchers with TemporaryFolder {

  private def file: Path = folder.resolve("deeper").resolve("file")

  private def entries: Vector[String] =
    Using.resource(Files.list(file.getParent))(_.toScala(Vector)).map(_.getFileName.toString)

  "A whole file" should "replace what was there, and make its folder" in {
    WholeFile.write(file, "before")
    WholeFile.write(file, "저널")
    Files.readString(file) shouldBe "저널"
    entries shouldBe Vector("file")
  }

  it should "stay as it was when its successor cannot be written" in {
    WholeFile.write(file, "before")
    an[IllegalStateException] should be thrownBy WholeFile.writeTo(file) { output =>
      output.write('x'.toInt)
      throw new IllegalStateException("broken")
    }
    WholeFile.writeUnless(file) { output =>
      output.write('x'.toInt)
      Left("refused")
    } shouldBe Left("refused")
    Files.readString(file) shouldBe "before"
    entries shouldBe Vector("file")
  }
}
