package bottleneck

import bottleneck.lab.explain.record.{Result, TargetDescription}
import bottleneck.lab.target.{Database, Index, Target, Training}

/** Spring properties that experiments set and studies read again, and JVM flags that they share. */
object ServiceProperties {
  val poolSize: String = TargetDescription.poolSize
  val readerPoolSize: String = TargetDescription.readerPoolSize

  /** In milliseconds: how long a thread waits for a connection. */
  val connectionTimeout: String = "spring.datasource.hikari.connection-timeout"

  /** Whether one request at a time reads what is no longer in the cache. */
  val singleFlight: String = "authors.single-flight"

  val threads: String = "server.tomcat.threads.max"
  val spareThreads: String = "server.tomcat.threads.min-spare"
  val maxConnections: String = "server.tomcat.max-connections"
  val acceptCount: String = "server.tomcat.accept-count"

  /** How many requests a connection may send before Tomcat closes it. */

  /** How many requests may be worked on at once: others are refused. */
  val bulkheadCalls: String = "bulkhead.calls"

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

  /** As many compiler threads as 3 cores or more would have: on 2 it takes twice as long to be warm, and as fast then.
    */
  val warmSooner: Vector[String] = Vector("-XX:CICompilerCount=4")

  /** For a service that sleeps, of which there may be many: compiling it well would cost more CPU than it saves, and a
    * heap that grows as it is needed leaves room for others. Metadata, code and what lives long have room from the
    * start, as making some stops the whole service. No run showed a gain of large pages beyond the noise.
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

  /** For a service that reads no database: it starts without what would, a fifth less CPU for each instance. */
  val withoutDatabase: Map[String, String] = without(database)

  /** For a service that sleeps: as [[withoutDatabase]], and it observes no requests and counts no threads by state, for
    * which all of them are looked at.
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

  /** The number that a run's service was started with. */
  def number(run: Result, property: String): Option[Double] = run.target.service.get(property).flatMap(_.toDoubleOption)
}
