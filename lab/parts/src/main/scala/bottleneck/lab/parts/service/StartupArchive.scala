package bottleneck.lab.parts.service

import bottleneck.lab.figures.settings.RedisAccess
import bottleneck.lab.figures.target.{Cache, Training}
import bottleneck.lab.parts.host.{Daemon, Folders, Http}
import java.net.URI
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path}
import java.time.Duration
import java.util.concurrent.atomic.AtomicLong
import scala.concurrent.duration._

/** A file of preloaded classes that halves the service's start: an AOT cache from JDK 25 on (JEP 514), which has
  * profiles of methods too (JEP 515), an AppCDS archive before (JEP 350). It serves one program on one JDK.
  */
final case class StartupArchive private (folder: Path, name: String, recording: String, using: String) {
  def file: Path = folder.resolve(name)

  /** True once it was recorded, even if the JVM left no archive then. */
  def wasRecorded: Boolean = Files.isDirectory(folder)

  /** Has `train` record it, with this JVM flag, unless that was done. */
  def record(train: String => Unit): Unit = {
    val _ = Folders.madeOnce(folder)(draft => train(s"$recording=${draft.resolve(name)}"))
  }

  /** JVM flags of a start with the archive; none where there is no archive. */
  def flags: Vector[String] = if (Files.exists(file)) Vector(s"$using=$file") else Vector.empty
}

object StartupArchive {
  private val firstWithAotCache = 25

  /** Number of JVMs from which on a run records the archive, which takes as long as some 25 starts save by it. */
  val paysFrom: Int = 25

  /** The archive of the launch's program and JDK, which may not be there yet: one for all that are trained alike, and
    * without a training one for each set of JVM flags.
    */
  def of(launch: ServiceLaunch, training: Option[Training], cache: Path): StartupArchive = {
    import launch.{jdk, jvm, program}
    val trained = training.fold(jvm)(training => Vector(training.toString))
    val key = Folders.hash((program.hash +: jdk.release +: trained).map(_.getBytes(UTF_8)): _*)
    val folder = cache.resolve(s"archive-$key")
    if (jdk.feature >= firstWithAotCache)
      StartupArchive(folder, "service.aot", "-XX:AOTCacheOutput", "-XX:AOTCache")
    else StartupArchive(folder, "service.jsa", "-XX:ArchiveClassesAtExit", "-XX:SharedArchiveFile")
  }
}

/** GETs from some connections for some time, one after the other on each. */
private[service] object TrainingLoad {

  def send(requests: Vector[URI], connections: Int, time: FiniteDuration): Long = {
    val answered = new AtomicLong
    val deadline = time.fromNow
    val threads = Vector.tabulate(connections) { n =>
      val own = requests.drop(n % requests.size) ++ requests.take(n % requests.size)
      def send(): Unit = Iterator.continually(own).flatten.takeWhile(_ => deadline.hasTimeLeft()).foreach { request =>
        if (Http.status(request).exists(_ < 400)) { val _ = answered.incrementAndGet() }
      }
      new Daemon(s"training-$n", () => send())
    }
    threads.foreach(_.start())
    threads.foreach(_.join())
    answered.get()
  }
}

/** Cache configuration of an instance: Spring properties, and secrets, which a command line would show. */
final case class ServiceCache(properties: Map[String, String], environment: Map[String, String] = Map.empty)

object ServiceCache {
  val none: ServiceCache = ServiceCache(Map.empty)

  def caffeine(cache: Cache.Caffeine): ServiceCache = ServiceCache(
    Map(
      "spring.cache.type" -> cache.name,
      "spring.cache.caffeine.spec" -> s"expireAfterWrite=${Duration.ofMillis(cache.expiry.toMillis)},recordStats"
    )
  )

  /** All keys begin with `keyPrefix`. */
  def redis(cache: Cache.Redis, access: RedisAccess, keyPrefix: String): ServiceCache = ServiceCache(
    Map(
      "spring.cache.type" -> cache.name,
      "spring.cache.redis.time-to-live" -> s"${cache.expiry.toMillis}ms",
      "spring.cache.redis.enable-statistics" -> "true",
      "spring.cache.redis.key-prefix" -> keyPrefix,
      "spring.data.redis.host" -> access.host,
      "spring.data.redis.port" -> access.port.toString
    ),
    (access.user.map("SPRING_DATA_REDIS_USERNAME" -> _) ++
      access.password.map("SPRING_DATA_REDIS_PASSWORD" -> _)).toMap
  )
}
