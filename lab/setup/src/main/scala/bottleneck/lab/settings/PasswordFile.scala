package bottleneck.lab.settings

import java.io.IOException
import java.nio.ByteBuffer
import java.nio.charset.CharacterCodingException
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.attribute.PosixFilePermission
import java.nio.file.attribute.PosixFilePermission.{OWNER_EXECUTE, OWNER_READ, OWNER_WRITE}
import java.nio.file.{Files, Path}
import scala.jdk.CollectionConverters._
import scala.util.{Try, Using}

/** A file with a password: one line, whose end does not belong to it. */
private[settings] object PasswordFile {
  private val mostBytes = 1024
  private val owners: Set[PosixFilePermission] = Set(OWNER_READ, OWNER_WRITE, OWNER_EXECUTE)

  /** The password in the file that the property `name` has, or what is wrong with it. */
  def read(name: String, text: String): Either[Refused, String] = {
    def refused(reason: String): Refused = new Refused(s"-D$name=$text $reason")
    for {
      file <- Try(Path.of(text)).toOption.filter(Files.exists(_)).toRight(refused("is not there."))
      _ <- Either.cond(Files.isRegularFile(file), (), refused("is no file."))
      _ <- Either.cond(
        permissions(file).subsetOf(owners),
        (),
        refused("is open to other users of this machine: chmod 600 it.")
      )
      bytes <- firstBytes(file).left.map(error => refused(s"cannot be read (${error.getMessage})."))
      _ <- Either.cond(bytes.length <= mostBytes, (), refused(s"is no password: it has more than $mostBytes bytes."))
      line <- line(bytes).toRight(refused("is no password: it is to be one line of UTF-8."))
      _ <- Either.cond(line.nonEmpty, (), refused("is empty."))
    } yield line
  }

  /** None on a file system that has no such permissions. */
  private def permissions(file: Path): Set[PosixFilePermission] =
    try Files.getPosixFilePermissions(file).asScala.toSet
    catch { case _: UnsupportedOperationException => Set.empty }

  /** One more than there may be. */
  private def firstBytes(file: Path): Either[IOException, Array[Byte]] =
    try Right(Using.resource(Files.newInputStream(file))(_.readNBytes(mostBytes + 1)))
    catch { case error: IOException => Left(error) }

  private def line(bytes: Array[Byte]): Option[String] =
    try
      Some(UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString.stripSuffix("\n").stripSuffix("\r"))
        .filterNot(_.exists(char => char == '\n' || char == '\r'))
    catch { case _: CharacterCodingException => None }
}
