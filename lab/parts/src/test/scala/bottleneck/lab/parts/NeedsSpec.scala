package bottleneck.lab.parts

import bottleneck.lab.figures.settings.{DatabaseAccess, Layout, RedisAccess, Refused, RunningParts, Scale, Settings}
import bottleneck.lab.figures.target.{Balancer, Cache, CpuLimits, Database, HealthCheck, Index, Policy, Target}
import bottleneck.lab.parts.host.{Executable, FreePorts, OpenFiles}
import java.net.URI
import java.nio.file.{Files, Path}
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.concurrent.duration._

/** What is looked at before anything is started. */
class NeedsSpec extends AnyFlatSpec with Matchers with Children {
  private val plain = Target(instances = 1, Map.empty, database = None)
  private val balanced =
    plain.copy(balancer = Some(Balancer(Policy.RoundRobin, HealthCheck("/", 1.second, 1.second, 1, 1), 1.second)))
  private val database = Database(25, Index.None)
  private val replicated = plain.copy(database = Some(database.copy(readers = 1)))
  private val distant = plain.copy(database = Some(database.copy(roundTrip = 1.milli)))
  private val modern = plain.copy(oldestJava = 21)
  private val cached = plain.copy(cache = Some(Cache.Redis(1.second)))
  private val inTheService = plain.copy(cache = Some(Cache.Caffeine(1.second)))
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
    unmet(inTheService, redis = None) shouldBe None
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

  it should "not be startable with readers or a relay of a database that the lab does not start" in {
    unmet(plain.copy(database = Some(database)), users) shouldBe None
    Vector(replicated -> "readers of its database", distant -> "a relay that makes its database 1 millisecond away")
      .foreach { case (target, need) =>
        unmet(target) shouldBe None
        unmet(target, users) shouldBe Some(
          s"The target needs $need, which the lab can only start beside a PostgreSQL of its own: leave -Dlab.database.url= out and it starts one."
        )
      }
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

  /** The refusal of a run by what it would use up, or nothing. */
  private def refusal(
      target: Target,
      users: Int = 1,
      redis: Option[RedisAccess] = None,
      work: => Path = folder
  ): String = {
    val settings = Settings(Scale.Quick, Layout(folder, folder, folder, work, folder), RunningParts(redis = redis))
    try { Preflight.check(settings, target, users); "" }
    catch { case refused: Refused => refused.getMessage }
  }

  "Users" should "have their sockets, and those of a load balancer in front too" in {
    val limit = OpenFiles.limit.filter(_ < Int.MaxValue).map(_.toInt)
    assume(limit.isDefined, "ulimit -n is no number here")
    val half = limit.getOrElse(0) / 2
    refusal(plain, half) shouldBe ""
    refusal(plain, 2 * half) should include(s"need ${2 * half + 500} open files")
    refusal(balanced, half) should include(s"$half users need ${2 * half + 500} open")
    refusal(balanced, half - 250) shouldBe ""
  }

  "More rows" should "have room on the disk twice" in {
    def rows(times: Int): Target = plain.copy(database = Some(database.copy(scale = times)))
    val tooMany = (folder.toFile.getUsableSpace / Preflight.rowsBytes).toInt
    refusal(rows(1)) shouldBe ""
    refusal(rows(tooMany / 4)) shouldBe ""
    refusal(rows(tooMany)) should
      (include(s"$folder has ") and include(s"a run needs ${1024 + 200L * (tooMany - 1)}: free "))
  }

  "A folder that cannot be written" should "be named before anything is started" in {
    // where root cannot write either
    val nowhere = Path.of("/proc/bottleneck")
    assume(Files.isDirectory(nowhere.getParent), "there is no /proc here")
    refusal(plain, work = nowhere) should (startWith(s"$nowhere cannot be written") and endWith("results need it."))
  }

  "A Redis of the user's" should "be there before anything is started, where a target needs it" in {
    val nobody = Some(RedisAccess("127.0.0.1", FreePorts.choose(1).head, password = Some("s3cret")))
    refusal(cached, redis = nobody) should
      (include(s"Redis at redis://127.0.0.1:${nobody.get.port} cannot be used") and not include "s3cret")
    refusal(plain, redis = nobody) shouldBe ""
    refusal(inTheService, redis = nobody) shouldBe ""
  }
}
