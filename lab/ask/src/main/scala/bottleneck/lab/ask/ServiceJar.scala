package bottleneck.lab.ask

import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.Path
import java.util.jar.JarFile
import scala.jdk.CollectionConverters._
import scala.util.{Try, Using}

/** Contents of a jar, as far as they tell how to start it.
  *
  * @param isBoot
  *   true for a fat jar of Spring Boot
  * @param libraries
  *   names of the jars in it
  * @param configuration
  *   text of its Spring configuration
  */
private[ask] final case class ServiceJar(
    mainClass: Option[String],
    isBoot: Boolean,
    libraries: Vector[String],
    configuration: String
) {
  private def has(library: String): Boolean = libraries.exists(_.startsWith(library))

  def hasR2dbc: Boolean = has("r2dbc-postgresql-")

  /** True if it needs a PostgreSQL that nobody has named. */
  def wantsPostgres: Boolean = (has("postgresql-") || hasR2dbc) && !Vector("h2-", "hsqldb-", "derby-").exists(has) &&
    !ServiceJar.url.findFirstIn(configuration).isDefined
}

private[ask] object ServiceJar {
  private val url = "(jdbc|r2dbc):[a-z]+:".r
  private val configurations = """(BOOT-INF/classes/)?(config/)?application[^/]*\.(properties|ya?ml)""".r

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
