package bottleneck.lab.figures.files

import bottleneck.lab.log.TemporaryFolder
import java.nio.file.{Files, Path}
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class InputTextSpec extends AnyFlatSpec with Matchers with TemporaryFolder {

  private def file: Path = folder.resolve("file")

  "A text" should "be read as it is, up to a number of bytes" in {
    Files.writeString(file, "저널\n")
    InputText.read(file) shouldBe Right("저널\n")
    InputText.read(file, most = 7) shouldBe Right("저널\n")
    InputText.read(file, most = 6).left.getOrElse("") should startWith(
      "it has 7 bytes and at most 6 are read, so remove"
    )
  }

  it should "be refused with what to do where it is none" in {
    def reason: String = InputText.read(file).left.getOrElse(fail("it was read"))
    reason shouldBe "there is no such file"
    Files.write(file, Array(0xff.toByte))
    reason should (startWith("it is no text in UTF-8") and include("remove it"))
  }
}
