package bottleneck.lab.parts.cache

import bottleneck.lab.figures.settings.{Layout, Refused}
import bottleneck.lab.parts.Children
import bottleneck.lab.parts.host.{Executable, Folders, FreePorts}
import bottleneck.lab.parts.process.ChildFailed
import java.nio.file.attribute.FileTime
import java.nio.file.{Files, Path}
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.collection.mutable.ArrayBuffer
import scala.util.Using

/** The real Redis, where one can be run. */
class RedisSpec extends AnyFlatSpec with Matchers with Children {
  private def layout: Layout = Layout(folder, folder, folder, folder.resolve("work"), folder)
  private def real: Executable = RedisProgram.found(layout.cache).getOrElse(cancel(RedisProgram.missing))

  private def running[A](test: RedisServer => A): A =
    Using.resource(RedisServer.start(real, layout, folder)) { redis =>
      redis.awaitReady()
      test(redis)
    }

  private def setting(redis: RedisServer, name: String): String =
    TargetRedis.connected(redis.access)(_.configGet(name).get(name))

  private def scratch: Vector[Path] =
    Folders.entries(layout.work).filter(_.getFileName.toString.startsWith("run-"))

  "Redis" should "listen on loopback alone, keep nothing, and leave nothing" in {
    val redis = running { redis =>
      redis.version should fullyMatch regex "\\d+\\.\\d+\\.\\d+"
      new UserRedis(redis.access, _ => ()).version shouldBe redis.version
      setting(redis, "save") shouldBe ""
      setting(redis, "appendonly") shouldBe "no"
      setting(redis, "maxmemory") shouldBe (256 << 20).toString
      setting(redis, "bind") shouldBe "127.0.0.1"
      scratch should have size 1
      redis.hasEnded shouldBe false
      redis
    }
    redis.hasEnded shouldBe true
    redis.pid.exists(isAlive) shouldBe false
    FreePorts.isFree(redis.access.port) shouldBe true
    scratch shouldBe empty
    Files.readString(folder.resolve("redis.log")) should
      (include("--maxmemory 256mb") and not include redis.access.password.getOrElse("no password"))
  }

  it should "say why it does not start" in {
    val broken = program("broken", "echo no memory\nexit 3")
    Using.resource(RedisServer.start(Executable(broken, "1"), layout, folder)) { redis =>
      (the[ChildFailed] thrownBy redis.awaitReady()).getMessage should
        (include("Redis ended during start-up with exit code 3") and include("no memory"))
    }
  }

  "A Redis of the user's" should "lose all keys of the run at its end, and no other" in running { server =>
    val messages = ArrayBuffer.empty[String]
    val redis = new UserRedis(server.access, messages += _)
    redis.awaitReady()
    redis.version shouldBe server.version
    redis.pid shouldBe None
    redis.keyPrefix should not be new UserRedis(server.access, _ => ()).keyPrefix
    TargetRedis.connected(server.access) { connection =>
      (1 to 2500).foreach(n => connection.set(s"${redis.keyPrefix}authors::$n", "value"))
      connection.set("bottleneck:other", "stays")
    }
    redis.close()
    TargetRedis.connected(server.access)(_.keys("*")) should contain only "bottleneck:other"
    messages.mkString should include(
      s"removed 2500 keys that began with ${redis.keyPrefix} from Redis at ${server.access}"
    )
  }

  it should "be logged in to with its password, which nobody is told" in running { server =>
    val (none, wrong) = (server.access.copy(password = None), server.access.copy(password = Some("n0")))
    UserRedis.refuseUnusable(server.access)
    UserRedis.refuseUnusable(server.access.copy(user = Some("default")))
    val refusals = Vector(none, wrong).map(access => the[Refused] thrownBy UserRedis.refuseUnusable(access))
    refusals.map(_.getMessage).foreach { sentence =>
      sentence should (include(s"Redis at ${server.access} cannot be used") and not include "n0)")
    }
    refusals.head.getMessage should include("NOAUTH")
  }

  "The program of Redis" should "be the first that tells its version" in {
    def named(name: String, says: String): Path = program(name, s"[ $$1 = --version ] && echo '$says'")
    val nowhere = folder.resolve("nowhere")
    val other = named("other", "error while loading shared libraries: libssl.so.3")
    val one = named("one", "Redis server v=7.0.15 sha=00000000:0 malloc=jemalloc-5.3.0 bits=64 build=1")
    val two = named("two", "Redis server v=6.2.11 sha=00000000:0")
    RedisProgram.first(Iterator(nowhere, other, one, two)) shouldBe Some(Executable(one, "7.0.15"))
    RedisProgram.first(Iterator(nowhere, other)) shouldBe None
  }

  it should "be unpacked once" in {
    val unpacked = RedisProgram.embedded(folder).getOrElse(cancel("there is none for this platform"))
    Files.isExecutable(unpacked) shouldBe true
    Files.setLastModifiedTime(unpacked, FileTime.fromMillis(1000))
    RedisProgram.embedded(folder) shouldBe Some(unpacked)
    Files.getLastModifiedTime(unpacked).toMillis shouldBe 1000
  }
}
