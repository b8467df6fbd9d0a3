package bottleneck.lab.run

import bottleneck.lab.TemporaryFolder
import bottleneck.lab.run.host.{FreePorts, OpenFiles}
import bottleneck.lab.settings.{Layout, RedisAccess, Refused, RunningParts, Scale, Settings}
import bottleneck.lab.target.{Balancer, Cache, Database, HealthCheck, Index, Policy, Target}
import java.nio.file.{Files, Path}
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.concurrent.duration._

class PreflightSpec extends AnyFlatSpec with Matchers with TemporaryFolder {
  private val plain = Target(instances = 1, Map.empty, database = None)
  private val balanced =
    plain.copy(balancer = Some(Balancer(Policy.RoundRobin, HealthCheck("/", 1.second, 1.second, 1, 1), 1.second)))

  private def check(
      target: Target,
      users: Int = 1,
      redis: Option[RedisAccess] = None,
      work: => Path = folder
  ): Unit = {
    val layout = Layout(folder, folder, folder, work, folder)
    Preflight.check(Settings(Scale.Quick, layout, RunningParts(redis = redis)), target, users)
  }

  "Users" should "have their sockets, and those of a load balancer in front too" in {
    val limit = OpenFiles.limit.filter(_ < Int.MaxValue).map(_.toInt)
    assume(limit.isDefined, "ulimit -n is no number here")
    val half = limit.getOrElse(0) / 2
    check(plain, half)
    (the[Refused] thrownBy check(plain, 2 * half)).getMessage should include(s"need ${2 * half + 500} open files")
    (the[Refused] thrownBy check(balanced, half)).getMessage should include(s"$half users need ${2 * half + 500} open")
    check(balanced, half - 250)
  }

  "More rows" should "have room on the disk twice" in {
    def rows(times: Int): Target = plain.copy(database = Some(Database(25, Index.None, times)))
    check(rows(1), 1)
    val free = folder.toFile.getUsableSpace
    val tooMany = (free / Preflight.rowsBytes).toInt
    check(rows(tooMany / 4), 1)
    (the[Refused] thrownBy check(rows(tooMany), 1)).getMessage should
      (include(s"$folder has ") and include(s"a run needs ${1024 + 200L * (tooMany - 1)}: free "))
  }

  "A folder that cannot be written" should "be named before anything is started" in {
    // where root cannot write either
    val nowhere = Path.of("/proc/bottleneck")
    assume(Files.isDirectory(nowhere.getParent), "there is no /proc here")
    (the[Refused] thrownBy check(plain, work = nowhere)).getMessage should
      (startWith(s"$nowhere cannot be written") and endWith("results need it."))
  }

  "A Redis of the user's" should "be there before anything is started, where a target needs it" in {
    val nobody = RedisAccess("127.0.0.1", FreePorts.choose(1).head, password = Some("s3cret"))
    val refusal = the[Refused] thrownBy check(plain.copy(cache = Some(Cache.Redis(1.second))), redis = Some(nobody))
    refusal.getMessage should (include(s"Redis at redis://127.0.0.1:${nobody.port} cannot be used") and include(
      "-Dlab.redis.url="
    ))
    refusal.getMessage should not include "s3cret"
    check(plain, redis = Some(nobody))
    check(plain.copy(cache = Some(Cache.Caffeine(1.second))), redis = Some(nobody))
  }
}
