package bottleneck.lab.parts.host

import bottleneck.lab.log.TemporaryFolder
import java.nio.file.attribute.PosixFilePermissions
import java.nio.file.{Files, Path}
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.concurrent.ExecutionContext.Implicits.global
import scala.concurrent.duration._
import scala.concurrent.{Await, Future}
import scala.jdk.StreamConverters._
import scala.util.Using

class FoldersSpec extends AnyFlatSpec with Matchers with TemporaryFolder {

  private def names(path: Path): Vector[String] =
    Using.resource(Files.list(path))(_.toScala(Vector)).map(_.getFileName.toString).sorted

  private def write(text: String)(draft: Path): Unit = {
    val _ = Files.writeString(draft.resolve("file"), text)
  }

  "A folder that is made once" should "be made the first time only" in {
    val target = folder.resolve("made")
    Folders.madeOnce(target)(write("first")) shouldBe target
    Folders.madeOnce(target)(write("second"))
    Files.readString(target.resolve("file")) shouldBe "first"
    names(folder) shouldBe Vector("made")
  }

  it should "not be there when making it failed, nor its draft" in {
    an[IllegalStateException] should be thrownBy
      Folders.madeOnce(folder.resolve("made")) { draft =>
        write("half")(draft)
        throw new IllegalStateException("disk full")
      }
    names(folder) shouldBe empty
  }

  it should "be the other's when another made it meanwhile" in {
    val target = folder.resolve("made")
    Folders.madeOnce(target) { draft =>
      write("ours")(draft)
      val _ = Folders.madeOnce(target)(write("theirs"))
    }
    Files.readString(target.resolve("file")) shouldBe "theirs"
    names(folder) shouldBe Vector("made")
  }

  "A temporary folder" should "go when its process is gone, and stay while it lives" in {
    val ours = Folders.temporary(folder, "run")
    val other = new ProcessBuilder("true").start()
    other.waitFor() shouldBe 0
    val _ = Files.createDirectories(folder.resolve(s"run-${other.pid()}-1/below"))
    val theirs = Folders.temporary(folder, "run")
    names(folder) shouldBe Vector(ours, theirs).map(_.getFileName.toString).sorted
  }

  "Removing" should "leave nothing, though others remove the same at the same time" in
    (1 to 20).foreach { n =>
      val shared = folder.resolve(s"shared-$n")
      (1 to 100).foreach(file => Files.createDirectories(shared.resolve(s"$file/below")))
      val removals = Future.sequence(Vector.fill(3)(Future(Folders.remove(shared))))
      Await.result(removals, 10.seconds)
      Files.exists(shared) shouldBe false
    }

  "A copy" should "have the files and permissions of the original" in {
    val from = Files.createDirectories(folder.resolve("from/below")).getParent
    val _ = Files.writeString(from.resolve("below/file"), "text")
    val secret = PosixFilePermissions.fromString("rwx------")
    val _ = Files.setPosixFilePermissions(from, secret)
    Folders.copy(from, folder.resolve("to"))
    Files.readString(folder.resolve("to/below/file")) shouldBe "text"
    Files.getPosixFilePermissions(folder.resolve("to")) shouldBe secret
  }
}
