package bottleneck.lab.run

import bottleneck.lab.TemporaryFolder
import bottleneck.lab.run.balancer.HaProxyProgram
import bottleneck.lab.run.cache.RedisProgram
import bottleneck.lab.run.limit.{CpuLimit, CpuLimiter, LimitedProcess}
import bottleneck.lab.settings.{DatabaseAccess, Layout, RedisAccess, RunningParts, Scale, Settings}
import bottleneck.lab.target.{Balancer, Cache, CpuLimits, Database, HealthCheck, Index, Policy, Target}
import java.net.URI
import java.nio.file.{Files, Path}
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.concurrent.duration._

class NeedsSpec extends AnyFlatSpec with Matchers with TemporaryFolder {
  private val plain = Target(instances = 1, Map.empty, database = None)
  private val balanced =
    plain.copy(balancer = Some(Balancer(Policy.RoundRobin, HealthCheck("/", 1.second, 1.second, 1, 1), 1.second)))
  private val replicated = plain.copy(database = Some(Database(25, Index.None, readers = 1)))
  private val distant = plain.copy(database = Some(Database(25, Index.None, roundTrip = 1.milli)))
  private val modern = plain.copy(oldestJava = 21)
  private val cached = plain.copy(cache = Some(Cache.Redis(1.second)))
  private val redis = Some(RedisProgram(Path.of("redis-server"), "6.2.11"))
  private val haProxy = Some(HaProxyProgram(Path.of("haproxy"), "2.6.12"))

  private def limited(service: Option[Double], database: Option[Double]): Target =
    plain.copy(cpus = CpuLimits(service, database))

  private final class NoLimiter extends CpuLimiter {
    override def name: String = "none"
    override def allows(cores: Double): Boolean = true
    override def limitOf(processes: Vector[LimitedProcess]): CpuLimit = fail("nothing is to be limited")
  }

  private def jdk(version: String): Path = {
    val java = Files.createDirectories(folder.resolve(version).resolve("bin")).resolve("java")
    Files.createFile(java).toFile.setExecutable(true) shouldBe true
    val _ = Files.writeString(folder.resolve(version).resolve("release"), s"JAVA_VERSION=\"$version\"")
    folder.resolve(version)
  }

  private def settings(java: Path, urls: String*): Settings = Settings(
    Scale.Quick,
    Layout(folder, folder, folder, folder, folder),
    RunningParts(urls.toVector.map(new URI(_))),
    Some(java)
  )

  "A target" should "be startable where there is all that it needs" in {
    val old = settings(jdk("17.0.15"))
    Needs.unmet(plain, old, None, None) shouldBe None
    Needs.unmet(balanced, old, haProxy, None) shouldBe None
    Needs.unmet(modern, settings(jdk("21.0.4")), None, None) shouldBe None
    Needs.unmet(plain, settings(jdk("25"), "http://127.0.0.1:1"), None, None) shouldBe None
  }

  it should "not be startable without its load balancer" in {
    Needs.unmet(balanced, settings(jdk("17.0.15")), None, None) shouldBe Some(
      "HAProxy is not installed (no haproxy on the PATH or in /usr/sbin, /usr/local/sbin, /opt/homebrew/sbin, /opt/homebrew/bin): " +
        "install it, on Debian with apt-get install haproxy, and run again."
    )
  }

  it should "not be startable without its Redis, unless that is the user's or the cache is in the service" in {
    val here = settings(jdk("17.0.15"))
    Needs.unmet(cached, here, None, None) shouldBe Some(
      "The Redis that comes with the lab does not run here, and none is installed (no redis-server on the PATH or in /usr/bin, /usr/local/bin, /opt/homebrew/bin): " +
        "install one, on Debian with apt-get install redis-server, or name one of yours with -Dlab.redis.url=redis://HOST:PORT."
    )
    Needs.unmet(cached, here, None, redis) shouldBe None
    Needs.unmet(
      cached,
      here.copy(running = here.running.copy(redis = Some(RedisAccess("127.0.0.1", 6379)))),
      None,
      None
    ) shouldBe None
    Needs.unmet(plain.copy(cache = Some(Cache.Caffeine(1.second))), here, None, None) shouldBe None
  }

  it should "not be startable where its cores cannot be limited" in {
    val java = jdk("25")
    val target = limited(Some(0.5), Some(0.25))
    LimitNeeds.unmet(target, settings(java), _ => Some(new NoLimiter)) shouldBe None
    LimitNeeds.unmet(target, settings(java), _ => None) shouldBe Some(
      "The target needs a limit of 0.5 and 0.25 cores, but here no control group can be made and taskset, which knows whole cores only, does not do: " +
        "run it on Linux as root, or as systemd-run --user --scope -p Delegate=yes mvn gatling:test."
    )
    val yours = settings(java).copy(running =
      settings(java).running.copy(database = Some(DatabaseAccess("jdbc:postgresql://db/x", "me", "")))
    )
    LimitNeeds.unmet(limited(Some(0.5), None), yours, _ => Some(new NoLimiter)) shouldBe None
    LimitNeeds.unmet(target, yours, _ => Some(new NoLimiter)) shouldBe Some(
      "The target needs its database limited to 0.25 cores, which the lab cannot do to a database of yours: " +
        "leave -Dlab.database.url= out and the lab starts one."
    )
  }

  it should "not be startable with readers of a database that the lab does not start" in {
    val own = settings(jdk("17.0.15"))
    val users = own.copy(running =
      own.running.copy(database = Some(DatabaseAccess("jdbc:postgresql://127.0.0.1:1/mine", "me", "")))
    )
    Needs.unmet(replicated, own, None, redis) shouldBe None
    Needs.unmet(plain.copy(database = Some(Database(25, Index.None))), users, None, redis) shouldBe None
    Needs.unmet(replicated, users, None, redis) shouldBe Some(
      "The target needs readers of its database, which the lab can only start beside a PostgreSQL of its own: leave -Dlab.database.url= out and it starts one."
    )
    Needs.unmet(distant, own, None, redis) shouldBe None
    Needs.unmet(distant, users, None, redis).getOrElse("") should startWith(
      "The target needs a relay that makes its database 1 millisecond away, which the lab can only start"
    )
  }

  it should "not be looked for in a system that runs already" in {
    val elsewhere = settings(jdk("25"), "http://127.0.0.1:1")
    Vector(
      balanced -> "a load balancer",
      modern -> "JDK 21 or later",
      replicated -> "readers of its database",
      distant -> "a relay that makes its database 1 millisecond away",
      cached -> "a cache",
      limited(Some(0.5), None) -> "limits of its cores"
    ).foreach { case (target, need) =>
      Needs.unmet(target, elsewhere, haProxy, redis) shouldBe Some(
        s"The target needs $need, which the lab cannot tell of the system at -Dtarget.url: leave the property out and the lab starts one."
      )
    }
  }
}
