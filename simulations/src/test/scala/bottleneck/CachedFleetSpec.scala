package bottleneck

import bottleneck.lab.run.Fleet
import bottleneck.lab.run.cache.{RedisProgram, RedisServer}
import bottleneck.lab.settings.RunningParts
import bottleneck.lab.target._
import scala.collection.mutable.ArrayBuffer
import scala.concurrent.duration._
import scala.util.Using

/** The lab with a cache in the service, and in Redis. */
class CachedFleetSpec extends FleetTest {

  /** Misses and then hits of an author list that is asked for three times. */
  private def lookups(name: String, cache: Cache): (Fleet, Vector[Double]) = {
    val cached = started(fleet(name, Target(instances = 1, pool, database, cache = Some(cache))))
    (1 to 3).foreach(_ => get(cached, "/authors") shouldBe Some(200))
    val columns = Vector("misses", "hits").map(what => s"service-1.cache_${what}_total")
    eventually(metrics(name).gauge(columns.last).flatten.lastOption shouldBe Some(2.0))
    cached -> columns.flatMap(metrics(name).gauge(_).flatten.lastOption)
  }

  "A fleet" should "have its Redis as the cache, and tell when it ended" in {
    assume(RedisProgram.found(settings.layout.cache).isDefined, RedisProgram.missing)
    val (cached, found) = lookups("redis", Cache.Redis(1.minute))
    Using.resource(cached) { cached =>
      found shouldBe Vector(1.0, 2.0)
      cached.installed.redis shouldBe RedisProgram.found(settings.layout.cache).map(_.version)
      eventually(metrics("redis").gauge("cache.cpu_seconds_total").flatten should not be empty)
      metrics("redis").gauge("cache.rss_bytes").flatten.max should be > 1e6
      val redis = child("redis-server")
      kill(redis)
      eventually(get(cached, "/authors") shouldBe Some(503))
    }
    cached.endedEarly.mkString should include("Redis ended during the run")
    children shouldBe 0
  }

  it should "remove what it left in a Redis of the user's" in {
    val program = RedisProgram.found(settings.layout.cache).getOrElse(cancel(RedisProgram.missing))
    Using.resource(RedisServer.start(program, settings.layout, folder.resolve("user-redis"))) { users =>
      users.awaitReady()
      val told = ArrayBuffer.empty[String]
      val target = Target(instances = 1, pool, database, cache = Some(Cache.Redis(1.minute)))
      val theirs = settings.copy(running = RunningParts(redis = Some(users.access)))
      Using.resource(started(new Fleet(FleetTest.quick(target), theirs, folder.resolve("theirs"), told += _))) { cached =>
        get(cached, "/authors") shouldBe Some(200)
      }
      told.mkString("\n") should include("removed 1 keys that began with bottleneck:")
      users.hasEnded shouldBe false
    }
  }

  it should "have its cache in the service" in {
    val (cached, found) = lookups("caffeine", Cache.Caffeine(1.minute))
    cached.close()
    found shouldBe Vector(1.0, 2.0)
    metrics("caffeine").parts should not contain "cache"
  }
}
