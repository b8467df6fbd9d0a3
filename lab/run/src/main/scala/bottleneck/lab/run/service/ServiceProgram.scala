package bottleneck.lab.run.service

import bottleneck.lab.run.host.Folders
import java.nio.file.{Files, Path}
import java.util.jar.JarFile
import scala.util.Using

/** The service as the lab knows it: a jar with a main class, and the class path of its dependencies. */
final case class ServiceProgram private (jar: Path, dependencies: String, mainClass: String, hash: String) {
  def classPath: String = s"$jar:$dependencies"
}

object ServiceProgram {

  /** Copies the jar below `cache` under the hash of its content: a start-up archive is void once the jar's time
    * differs.
    */
  def kept(jar: Path, classPathFile: Path, cache: Path): ServiceProgram = {
    val dependencies = Files.readString(classPathFile).trim
    val hash = Folders.hash(Files.readAllBytes(jar), dependencies.getBytes)
    val folder = Folders.madeOnce(cache.resolve(s"service-$hash")) { draft =>
      val _ = Files.copy(jar, draft.resolve("service.jar"))
    }
    ServiceProgram(folder.resolve("service.jar"), dependencies, mainClass(jar), hash)
  }

  private def mainClass(jar: Path): String =
    Using.resource(new JarFile(jar.toFile)) { file =>
      Option(file.getManifest.getMainAttributes.getValue("Main-Class"))
        .getOrElse(throw new IllegalArgumentException(s"$jar has no Main-Class in its manifest"))
    }
}
