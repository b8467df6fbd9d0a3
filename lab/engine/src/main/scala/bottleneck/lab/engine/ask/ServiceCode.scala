package bottleneck.lab.engine.ask

import java.io.InputStream
import java.nio.file.Path
import java.util.jar.{JarFile, JarInputStream}
import scala.jdk.CollectionConverters._
import scala.util.{Try, Using}

/** Whose code a class is: the service's own, or a library's. Both are known by the packages in a fat jar of Spring
  * Boot, else by the package of the main class, and else by the names of well-known libraries.
  */
private[ask] final class ServiceCode private (own: Set[String], libraries: Map[String, String], main: Option[String]) {
  import ServiceCode._

  def isOwn(className: String): Boolean =
    if (own.nonEmpty) own(packageOf(className)) && !isGenerated(className)
    else main.fold(!Waits.isLibrary(className))(className.startsWith(_))

  /** Name of the library of a class: of its jar, or the beginning of its package. */
  def library(className: String): String =
    libraries.getOrElse(packageOf(className), packageOf(className).split('.').take(3).mkString("."))

  /** Frames of proxies and lambdas stand in the package of the class that they are made for. */
  private def isGenerated(className: String): Boolean = className.contains("$Proxy") ||
    className.contains("$$") && !className.contains("$$Lambda")
}

private[ask] object ServiceCode {
  private val classes = Vector("BOOT-INF/classes/", "WEB-INF/classes/")
  private val version = """-\d[\w.+-]*\.jar$""".r
  private val multiRelease = """META-INF/versions/\d+/""".r

  /** By the names of libraries alone. */
  val unknown: ServiceCode = new ServiceCode(Set.empty, Map.empty, None)

  /** By a service's jar; by names alone where it cannot be read. */
  def of(jar: Path): ServiceCode = Try(Using.resource(new JarFile(jar.toFile)) { jar =>
    val entries = jar.entries().asScala.toVector
    val own = for {
      entry <- entries
      folder <- classes.find(entry.getName.startsWith)
      of <- inPackage(entry.getName.drop(folder.length))
    } yield of
    val libraries = for {
      entry <- entries if entry.getName.endsWith(".jar")
      name = version.replaceFirstIn(entry.getName.drop(entry.getName.lastIndexOf('/') + 1), "")
      of <- Using.resource(jar.getInputStream(entry))(packages)
    } yield of -> name
    val main = Option(jar.getManifest).flatMap(of => Option(of.getMainAttributes.getValue("Main-Class")))
    // com.acme of com.acme.shop.Main
    val prefix =
      main.filterNot(Waits.isLibrary).map(packageOf).filter(_.nonEmpty).map(_.split('.').take(2).mkString("", ".", "."))
    new ServiceCode(own.toSet, libraries.toMap, prefix)
  }).getOrElse(unknown)

  private def packages(jar: InputStream): Set[String] = Using.resource(new JarInputStream(jar)) { in =>
    Iterator.continually(in.getNextEntry).takeWhile(_ != null).flatMap(entry => inPackage(entry.getName)).toSet
  }

  /** Package of a class by its path in a jar. */
  private def inPackage(path: String): Option[String] =
    Option.when(path.endsWith(".class"))(
      packageOf(multiRelease.replaceFirstIn(path, "").replace('/', '.').stripSuffix(".class"))
    )

  private def packageOf(className: String): String = className.take(math.max(0, className.lastIndexOf('.')))
}
