package bottleneck.lab.parts.service

import java.net.{InetSocketAddress, Socket}
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.Path
import java.util.jar.JarFile
import scala.jdk.CollectionConverters._
import scala.util.{Try, Using}

/** Contents of a jar: if it is a fat jar of Spring Boot, names of the jars in it, and its Spring configuration. */
private[lab] final case class ServiceJar(
    mainClass: Option[String],
    isBoot: Boolean,
    libraries: Vector[String],
    configuration: String
) {
  private def has(library: String): Boolean = libraries.exists(_.startsWith(library))

  /** True if its configuration gives Actuator a port of its own. */
  def hasManagementPort: Boolean = ServiceJar.managementPort.findFirstIn(configuration).isDefined

  /** Path that all of its requests begin with, by its configuration. */
  def contextPath: Option[String] = ServiceJar.contextPath.findFirstMatchIn(configuration).map(_.group(1))

  /** True if it needs a PostgreSQL that nobody has named, or one that its configuration names and that is not there. */
  def wantsPostgres: Boolean =
    (has("postgresql-") || has("r2dbc-postgresql-")) && (ServiceJar.url.findFirstMatchIn(configuration) match {
      case None => !Vector("h2-", "hsqldb-", "derby-").exists(has)
      case Some(url) if url.group(1) == "postgresql" =>
        val port = Option(url.group(3)).fold(ServiceJar.usualPort)(_.toInt)
        !ServiceJar.isThere(if (url.group(2).isEmpty) "localhost" else url.group(2), port)
      case Some(_) => false
    })
}

private[lab] object ServiceJar {
  private val url = """(?:jdbc|r2dbc):([a-z]+):(?://)?([\w.-]*)(?::(\d{1,5}))?""".r
  private val managementPort =
    """management\.server\.port|(?m)^management:\s*$(?:\R\s+.*$)*?\R\s+server:\s*$(?:\R\s+.*$)*?\R\s+port:""".r
  private val contextPath = """(?m)^\s*(?:server\.servlet\.)?context-path\s*[=:]\s*["']?(/[\w./-]*)""".r
  private val usualPort = 5432
  private val configurations = """(BOOT-INF/classes/)?(config/)?application\.(properties|ya?ml)""".r

  private def isThere(host: String, port: Int): Boolean =
    Try(Using.resource(new Socket)(_.connect(new InetSocketAddress(host, port), 1000))).isSuccess

  /** Nothing where it is no jar. */
  def open(path: Path): Option[ServiceJar] = Try(Using.resource(new JarFile(path.toFile)) { jar =>
    val main = Option(jar.getManifest).map(_.getMainAttributes)
    val names = jar.entries().asScala.map(_.getName).toVector
    val texts = names.filter(configurations.matches).map { name =>
      new String(Using.resource(jar.getInputStream(jar.getEntry(name)))(_.readAllBytes()), UTF_8)
    }
    ServiceJar(
      main.flatMap(attributes => Option(attributes.getValue("Main-Class"))),
      main.exists(attributes => Option(attributes.getValue("Start-Class")).isDefined),
      names.filter(_.endsWith(".jar")).map(name => name.drop(name.lastIndexOf('/') + 1)),
      texts.mkString("\n")
    )
  }).toOption
}
