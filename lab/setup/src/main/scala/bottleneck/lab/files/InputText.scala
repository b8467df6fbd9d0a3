package bottleneck.lab.files

import java.io.IOException
import java.nio.charset.CharacterCodingException
import java.nio.file.{AccessDeniedException, Files, NoSuchFileException, Path}

/** Reads whole text files that others may have made, in bounded memory. */
object InputText {

  /** Bytes of the largest file that is read: more than a day of metrics. */
  val most: Long = 64L << 20

  /** The UTF-8 text of `file`, or why it cannot be read and what to do: a clause. */
  def read(file: Path, most: Long = most): Either[String, String] =
    try
      if (!Files.exists(file)) Left("there is no such file")
      else if (Files.isDirectory(file)) Left("it is a folder, so remove it or put the file in its place")
      // reading a pipe may never end
      else if (!Files.isRegularFile(file)) Left("it is a pipe or a device, so remove it")
      else if (Files.size(file) > most)
        Left(
          s"it has ${Files.size(file)} bytes and at most $most are read, so remove it or put the right one in its place"
        )
      else Right(Files.readString(file))
    catch {
      case _: CharacterCodingException => Left("it is no text in UTF-8, so remove it or put the right one in its place")
      case _: NoSuchFileException => Left("there is no such file")
      case _: AccessDeniedException => Left("access is denied, so give this user the right to read it")
      case error: IOException => Left(Option(error.getMessage).getOrElse(error.toString))
    }
}
