package bottleneck.lab.run

import bottleneck.lab.run.host.Executable
import bottleneck.lab.settings.{DatabaseAccess, Layout, RedisAccess, RunningParts, Scale, Settings}
import bottleneck.lab.target.{Balancer, Cache, CpuLimits, Database, HealthCheck, Index, Policy, Target}
import java.net.URI
import java.nio.file.{Files, Path}
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.concurrent.duration._

class NeedsSpec extends AnyFlatSpec with Matchers with Children {
  private val plain = Target(instances = 1, Map.empty, database = None)
  private val balanced =
    plain.copy(balancer = Some(Balancer(Policy.RoundRobin, HealthCheck("/", 1.second, 1.second, 1, 1), 1.second)))
  private val replicated = plain.copy(database = Some(Database(25, Index.None, readers = 1)))
  private val distant = plain.copy(database = Some(Database(25, Index.None, roundTrip = 1.milli)))
  private val modern = plain.copy(oldestJava = 21)
  private val cached = plain.copy(cache = Some(Cache.Redis(1.second)))
  private val redis = Some(Executable(Path.of("redis-server"), "6.2.11"))
  private val haProxy = Some(Executable(Path.of("haproxy"), "2.6.12"))

  private def limited(service: Option[Double], database: Option[Double]): Target =
    plain.copy(cpus = CpuLimits(service, database))

  private def settings(version: String, urls: String*): Settings = {
    val jdk = program(s"$version/bin/java", "").getParent.getParent
    Files.writeString(jdk.resolve("release"), s"JAVA_VERSION=\"$version\"")
    val layout = Layout(folder, folder, folder, folder, folder)
    Settings(Scale.Quick, layout, RunningParts(urls.toVector.map(new URI(_))), Some(jdk))
  }

  private def here = settings("17.0.15")

  private def users = here.copy(running =
    here.running.copy(database = Some(DatabaseAccess("jdbc:postgresql://127.0.0.1:1/mine", "me", "")))
  )

  /** With Redis and HAProxy, but no way to limit cores, where nothing else is said. */
  private def unmet(
      target: Target,
      settings: Settings = here,
      haProxy: Option[Executable] = haProxy,
      redis: Option[Executable] = redis,
      canLimit: Boolean = false
  ): Option[String] = Needs.unmet(target, settings, haProxy, redis, _ => canLimit)

  "A target" should "be startable where there is all that it needs" in {
    unmet(plain, haProxy = None, redis = None) shouldBe None
    unmet(balanced, redis = None) shouldBe None
    unmet(modern, settings("21.0.4")) shouldBe None
    unmet(plain, settings("25", "http://127.0.0.1:1")) shouldBe None
  }

  it should "not be startable without its load balancer" in {
    unmet(balanced, haProxy = None) shouldBe Some(
      "HAProxy is not installed (no haproxy on the PATH or in /usr/sbin, /usr/local/sbin, /opt/homebrew/sbin, /opt/homebrew/bin): " +
        "install it, on Debian with apt-get install haproxy, and run again."
    )
  }

  it should "not be startable without its Redis, unless that is the user's or the cache is in the service" in {
    unmet(cached, redis = None) shouldBe Some(
      "The Redis that comes with the lab does not run here, and none is installed (no redis-server on the PATH or in /usr/bin, /usr/local/bin, /opt/homebrew/bin): " +
        "install one, on Debian with apt-get install redis-server, or name one of yours with -Dlab.redis.url=redis://HOST:PORT."
    )
    unmet(cached) shouldBe None
    val usersRedis = here.running.copy(redis = Some(RedisAccess("127.0.0.1", 6379)))
    unmet(cached, here.copy(running = usersRedis), redis = None) shouldBe None
    unmet(plain.copy(cache = Some(Cache.Caffeine(1.second))), redis = None) shouldBe None
  }

  it should "not be startable where its cores cannot be limited" in {
    val target = limited(Some(0.5), Some(0.25))
    unmet(target, canLimit = true) shouldBe None
    unmet(target) shouldBe Some(
      "The target needs a limit of 0.5 and 0.25 cores, but here no control group can be made and taskset, which knows whole cores only, does not do: " +
        "run it on Linux as root, or as systemd-run --user --scope -p Delegate=yes mvn gatling:test."
    )
    unmet(limited(Some(0.5), None), users, canLimit = true) shouldBe None
    unmet(target, users, canLimit = true) shouldBe Some(
      "The target needs its database limited to 0.25 cores, which the lab cannot do to a database of yours: " +
        "leave -Dlab.database.url= out and the lab starts one."
    )
  }

  it should "not be startable with readers of a database that the lab does not start" in {
    unmet(replicated) shouldBe None
    unmet(plain.copy(database = Some(Database(25, Index.None))), users) shouldBe None
    unmet(replicated, users) shouldBe Some(
      "The target needs readers of its database, which the lab can only start beside a PostgreSQL of its own: leave -Dlab.database.url= out and it starts one."
    )
    unmet(distant) shouldBe None
    unmet(distant, users).getOrElse("") should startWith(
      "The target needs a relay that makes its database 1 millisecond away, which the lab can only start"
    )
  }

  it should "not be looked for in a system that runs already" in
    Vector(
      balanced -> "a load balancer",
      modern -> "JDK 21 or later",
      replicated -> "readers of its database",
      distant -> "a relay that makes its database 1 millisecond away",
      cached -> "a cache",
      limited(Some(0.5), None) -> "limits of its cores"
    ).foreach { case (target, need) =>
      unmet(target, settings("25", "http://127.0.0.1:1")) shouldBe Some(
        s"The target needs $need, which the lab cannot tell of the system at -Dtarget.url: leave the property out and the lab starts one."
      )
    }
}
