package bottleneck.lab.run.service

import bottleneck.lab.run.host.Folders
import java.io.File
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path}
import java.util.jar.JarFile
import scala.util.Using

/** The service as the lab knows it: a jar with a main class, and the class path of its dependencies.
  *
  * @param code
  *   a hash of the jar and of its dependencies' names, wherever they are
  * @param hash
  *   of all that, and of where they are
  */
final case class ServiceProgram private (
    jar: Path,
    dependencies: String,
    mainClass: String,
    code: String,
    hash: String
) {
  def classPath: String = s"$jar:$dependencies"
}

object ServiceProgram {

  /** Copies the jar below `cache` under the hash of its content: a start-up archive is void once the jar's time
    * differs.
    */
  def kept(jar: Path, classPathFile: Path, cache: Path): ServiceProgram = {
    val dependencies = Files.readString(classPathFile).trim
    val content = Files.readAllBytes(jar)
    val names = dependencies.split(File.pathSeparator).map(path => Path.of(path).getFileName.toString)
    val code = Folders.hash(content, names.sorted.mkString("\n").getBytes(UTF_8)).take(codeDigits)
    val hash = Folders.hash(content, dependencies.getBytes(UTF_8))
    val folder = Folders.madeOnce(cache.resolve(s"service-$hash")) { draft =>
      val _ = Files.copy(jar, draft.resolve("service.jar"))
    }
    ServiceProgram(folder.resolve("service.jar"), dependencies, mainClass(jar), code, hash)
  }

  private val codeDigits = 8

  private def mainClass(jar: Path): String =
    Using.resource(new JarFile(jar.toFile)) { file =>
      Option(file.getManifest.getMainAttributes.getValue("Main-Class"))
        .getOrElse(throw new IllegalArgumentException(s"$jar has no Main-Class in its manifest"))
    }
}
