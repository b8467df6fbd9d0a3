package bottleneck.lab.files

import java.io.{IOException, OutputStream}
import java.nio.charset.CharacterCodingException
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, NoSuchFileException, Path}
import java.nio.file.StandardCopyOption.{ATOMIC_MOVE, REPLACE_EXISTING}
import scala.util.Using

/** Reads whole text files in bounded memory. */
object InputText {

  /** Bytes of the largest file that is read: more than a day of metrics. */
  val most: Long = 64L << 20

  /** The UTF-8 text of `file`, or why it cannot be read and what to do: a clause. */
  def read(file: Path, most: Long = most): Either[String, String] =
    try {
      val size = Files.size(file)
      if (size <= most) Right(Files.readString(file))
      else Left(s"it has $size bytes and at most $most are read, so remove it or put the right one in its place")
    } catch {
      case _: CharacterCodingException => Left("it is no text in UTF-8, so remove it or put the right one in its place")
      case _: NoSuchFileException => Left("there is no such file")
      case error: IOException => Left(error.toString)
    }
}

/** Files that are there as a whole or not at all: written beside their place, then moved into it. If that fails, what
  * was there before stays.
  */
object WholeFile {
  def write(path: Path, text: String): Unit = writeTo(path)(_.write(text.getBytes(UTF_8)))

  def writeTo(path: Path)(write: OutputStream => Unit): Unit = {
    val _ = writeUnless(path)(output => Right(write(output)))
  }

  /** Nothing is moved when `write` gives an error, which is returned. */
  def writeUnless[E, A](path: Path)(write: OutputStream => Either[E, A]): Either[E, A] = {
    val folder = Files.createDirectories(path.toAbsolutePath.getParent)
    val draft = folder.resolve(s".${path.getFileName}-${ProcessHandle.current().pid()}")
    try {
      val written = Using.resource(Files.newOutputStream(draft))(write)
      written.foreach(_ => Files.move(draft, path, ATOMIC_MOVE, REPLACE_EXISTING))
      written
    } finally {
      val _ = Files.deleteIfExists(draft)
    }
  }
}
