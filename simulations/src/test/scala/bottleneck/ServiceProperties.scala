package bottleneck

import bottleneck.lab.figures.record.TargetDescription
import bottleneck.lab.figures.target.{Database, Index, Target, Training}

/** Spring properties that experiments set and studies read again, and JVM flags that they share. */
object ServiceProperties {
  val poolSize: String = TargetDescription.poolSize
  val readerPoolSize: String = TargetDescription.readerPoolSize

  /** Property: timeout of a thread for a connection, in ms. */
  val connectionTimeout: String = "spring.datasource.hikari.connection-timeout"

  val threads: String = TargetDescription.threads
  val spareThreads: String = "server.tomcat.threads.min-spare"
  val maxConnections: String = "server.tomcat.max-connections"
  val acceptCount: String = "server.tomcat.accept-count"

  /** Property: longest wait for a client's request on a connection, in ms. */
  val requestTimeout: String = "server.tomcat.connection-timeout"

  /** Every endpoint of the headline experiments, and one of each other kind, on the indexes that make pages quick. */
  val training: Option[Training] = Some(
    Training(
      Vector(
        "/journals?size=20",
        // pages at a depth, which most are
        "/journals?size=20&after=AAYOsCsTkwAAAAAAAAAke-Ddpds",
        "/journals?size=50&after=AAYOsCsTkwAAAAAAAAAke-Ddpds",
        "/journals?size=10&after=AAYOsCsTkwAAAAAAAAAke-Ddpds",
        "/journals/1",
        "/journals/2000",
        "/test?millis=0",
        "/hold?millis=0&queries=2",
        "/workload/db?millis=0"
      ),
      Map(poolSize -> "5"),
      Some(Database(maxConnections = 25, Index.Keyset))
    )
  )

  /** JVM flag: compiler threads as on 3 cores or more; with the default of 2 cores the warm-up takes twice as long. */
  val warmSooner: Vector[String] = Vector("-XX:CICompilerCount=4")

  /** JVM flags for many sleeping services: C2 would cost more CPU than it saves, and a growing heap leaves memory for
    * others. Metadata, code and old objects have space from the start, as its growth stops the service. Large pages
    * showed no gain beyond the noise.
    */
  val sleepers: Vector[String] = Vector(
    "-XX:TieredStopAtLevel=1",
    "-XX:+UseSerialGC",
    "-Xms40m",
    "-XX:NewSize=12m",
    "-Xmx256m",
    "-XX:MetaspaceSize=64m",
    "-XX:ReservedCodeCacheSize=64m",
    "-XX:+UseTransparentHugePages"
  )

  /** Properties of a service without a database: its start takes a fifth less CPU per instance. */
  val withoutDatabase: Map[String, String] = without(database)

  /** Properties of a sleeping service: as [[withoutDatabase]], and without request observation and thread states, which
    * inspect every thread.
    */
  val unobserved: Map[String, String] =
    without(database :+ "org.springframework.boot.webmvc.autoconfigure.WebMvcObservationAutoConfiguration") +
      ("management.metrics.enable.jvm.threads.states" -> "false")

  private def database: Vector[String] = Vector(
    "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration",
    "org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration",
    "org.springframework.boot.data.jpa.autoconfigure.DataJpaRepositoriesAutoConfiguration"
  )

  private def without(configurations: Vector[String]): Map[String, String] =
    Map("spring.main.lazy-initialization" -> "true", "spring.autoconfigure.exclude" -> configurations.mkString(","))

  private val virtualThreads = "spring.threads.virtual.enabled"

  /** The same with a virtual thread for each request, which the JDK must have. */
  def virtual(target: Target): Target =
    target.copy(properties = target.properties + (virtualThreads -> "true"), oldestJava = 21)
}
