package bottleneck.lab.figures.files

import java.io.IOException
import java.nio.charset.CharacterCodingException
import java.nio.file.{Files, NoSuchFileException, Path}

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
