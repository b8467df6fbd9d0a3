package bottleneck.lab.files

import bottleneck.lab.TemporaryFolder
import java.io.RandomAccessFile
import java.nio.charset.StandardCharsets.ISO_8859_1
import java.nio.file.{Files, Path}
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.util.Using

class InputTextSpec extends AnyFlatSpec with Matchers with TemporaryFolder with StrangeFiles {
  private def file: Path = folder.resolve("file")

  private def reason: String = InputText.read(file).left.getOrElse(fail("it was read"))

  "A text" should "be read as it is" in {
    Files.writeString(file, "저널\n")
    InputText.read(file) shouldBe Right("저널\n")
    Files.writeString(file, "")
    InputText.read(file) shouldBe Right("")
  }

  "What is no text" should "be refused with what to do" in {
    reason shouldBe "there is no such file"
    Files.write(file, "\u00ff".getBytes(ISO_8859_1))
    reason should (startWith("it is no text in UTF-8") and include("remove it"))
    Files.delete(file)
    Files.createDirectories(file)
    reason should startWith("it is a folder, so remove it")
    Files.delete(file)
    pipe(file)
    reason shouldBe "it is a pipe or a device, so remove it"
    Files.delete(file)
    link(file, folder.resolve("gone"))
    reason shouldBe "there is no such file"
  }

  "A text that is too long" should "be refused before it is read" in {
    long(file, InputText.most + 1)
    reason should startWith(s"it has ${InputText.most + 1} bytes and at most ${InputText.most} are read, so remove it")
    Files.writeString(file, "12345")
    InputText.read(file, most = 5) shouldBe Right("12345")
    InputText.read(file, most = 4).isLeft shouldBe true
  }
}

/** Files that no run leaves. */
trait StrangeFiles {

  /** Whoever opens it waits for a writer. */
  protected def pipe(path: Path): Unit = {
    val exit = new ProcessBuilder("mkfifo", path.toString).inheritIO().start().waitFor()
    require(exit == 0, s"mkfifo $path ended with $exit")
  }

  protected def link(path: Path, to: Path): Unit = {
    val _ = Files.createSymbolicLink(path, to.toAbsolutePath)
  }

  /** It takes no room on the disk. */
  protected def long(path: Path, bytes: Long): Unit =
    Using.resource(new RandomAccessFile(path.toFile, "rw"))(_.setLength(bytes))
}
