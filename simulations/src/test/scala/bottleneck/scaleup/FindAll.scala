package bottleneck.scaleup

import bottleneck.Dsl._
import bottleneck.lab.claims.verdict.{Sentence, Study}

/** All authors with their journals: a scan in the database, or what a cache has of it (source `scale-up`). */
abstract class FindAll(tier: FindAllTier, kind: String, cache: Option[Cache], published: Option[PublishedSetting])
    extends Experiment("find-all", s"${tier.name}, $kind", published = published) {
  import FindAll._

  override def target = FindAll.target(tier.cores, cache)
  override def load = SlicedLoad.of(users, warm)

  /** The source's users, whose answers take longer than any slice. */
  override def fullLoad =
    ClosedLoad.ofWindow(users = 1000, arrival = 20.seconds, settle = 80.seconds, window = 120.seconds, warm)
  override def requests(run: RunContext) =
    exec(http("GET /authors").get("/authors").requestTimeout(patience).check(status.is(200)))

  /** What is cached is not read. */
  override def explained(run: RunContext) = if (cache.isEmpty) Vector("/authors") else Vector.empty

  /** By time if there is no cache: the database is the bottleneck, so the service's JVM would stay cold for minutes. */
  private def warm: WarmUp =
    if (cache.isDefined) warmUp else warmUp.copy(until = WarmUp.TimeSteady(scan * users.toLong))
}

abstract class FindAllNoCache(tier: FindAllTier, published: Option[PublishedSetting] = None)
    extends FindAll(tier, "no cache", None, published)

final class FindAllNoCacheHalfCore
    extends FindAllNoCache(FindAllTier.Half, published("scale-up/micro-db", "t2.micro without cache"))
final class FindAllNoCache1Core
    extends FindAllNoCache(FindAllTier.One, published("scale-up/medium-db", "t2.medium without cache"))
final class FindAllNoCache2Cores extends FindAllNoCache(FindAllTier.Two)

abstract class FindAllCaffeine(tier: FindAllTier)
    extends FindAll(tier, "Caffeine", Some(Cache.Caffeine(FindAll.expiry)), published = None)

final class FindAllCaffeineHalfCore extends FindAllCaffeine(FindAllTier.Half)
final class FindAllCaffeine1Core extends FindAllCaffeine(FindAllTier.One)
final class FindAllCaffeine2Cores extends FindAllCaffeine(FindAllTier.Two)

abstract class FindAllRedis(tier: FindAllTier, published: Option[PublishedSetting] = None)
    extends FindAll(tier, "Redis", Some(Cache.Redis(FindAll.expiry)), published)

final class FindAllRedisHalfCore
    extends FindAllRedis(FindAllTier.Half, published("scale-up/micro-redis", "t2.micro with Redis"))
final class FindAllRedis1Core
    extends FindAllRedis(FindAllTier.One, published("scale-up/medium-redis", "t2.medium with Redis"))
final class FindAllRedis2Cores extends FindAllRedis(FindAllTier.Two)

/** Users enough to saturate the database, or the service where it has a cache. */
final class FindAllNoCacheByTurns extends ByTurns(new FindAllNoCache1Core, new FindAllNoCacheHalfCore, users = 16)
final class FindAllRedisByTurns extends ByTurns(new FindAllRedis1Core, new FindAllRedisHalfCore, users = 16)

private[scaleup] object FindAll {

  /** Timeout of requests and of the connection pool. At full scale users wait about a minute for a saturated database,
    * and none is to time out.
    */
  private val patience = 180.seconds

  /** Enough users to compile the reading of Redis's JSON. */
  val warmUp: WarmUp = WarmUp(users = 16)

  /** Expiry of entries; the source gives none. */
  val expiry: FiniteDuration = 5.seconds

  private val users = 100

  /** CPU time of the database per list; order of magnitude. */
  private val scan = 30.millis

  /** A service with `cores` and an optional cache, and a database with one core. With a cache, one request per instance
    * at a time reloads an expired entry.
    */
  def target(cores: Double, cache: Option[Cache]): Target = service(
    Map(ServiceProperties.connectionTimeout -> patience.toMillis.toString) ++
      cache.map(_ => "authors.single-flight" -> "true"),
    Some(Database(maxConnections = 100, Index.None))
  ).copy(
    // what a JVM chooses with 2 cores, also where it sees fewer: the tiers are to differ in cores alone
    jvm = ServiceProperties.warmSooner :+ "-XX:+UseG1GC",
    cpus = CpuLimits(service = Some(cores), database = Some(1)),
    cache = cache
  )
}

/** CPU quota of a service: half the cores of the source's instance types, t2.micro and t2.medium, as a machine of 2
  * cores must carry the other parts too.
  */
final case class FindAllTier(cores: Double, name: String)

object FindAllTier {
  val Half: FindAllTier = FindAllTier(0.5, "½ core")
  val One: FindAllTier = FindAllTier(1, "1 core")
  val Two: FindAllTier = FindAllTier(2, "2 cores")
}

/** Study: caches and larger tiers. */
object FindAllStudy {
  val study: Study = Study(
    id = "find-all",
    title = "Find all: a cache, or a larger tier?",
    question = "What do a cache and twice the cores bring to a list that one core of database can hardly read?",
    factor = "cache and cores of the service",
    answer = Vector(
      "On ½ core Redis brought {throughput[½ core, Redis] ÷ throughput[½ core, no cache]} times and twice the cores {turns[1 core, no cache ÷ ½ core, no cache]} times (by turns): {throughput[½ core, no cache]} became {throughput[½ core, Redis]} with Redis. With Redis twice the cores brought {throughput[1 core, Redis] ÷ throughput[½ core, Redis]} times, {throughput[1 core, Redis]}."
    ),
    advice = Vector(
      Sentence(
        "Look whose cores are used up before buying some. Here the database's were, so a larger service answered {turns[1 core, no cache ÷ ½ core, no cache]} times as much (by turns), and a cache that keeps a list for 5 s {throughput[½ core, Caffeine] ÷ throughput[½ core, no cache]} times (Caffeine, ½ core). With the cache it is the service's cores that limit: twice as many then answered {throughput[1 core, Caffeine] ÷ throughput[½ core, Caffeine]} times as much.",
        when = "cpu.database%[½ core, no cache] >= 80% and cpu.service%[½ core, Caffeine] >= 80%"
      ),
      "A hit in Redis cost the service {cpu.service.request[1 core, Redis]} of CPU time, {cpu.service.request[1 core, Redis] ÷ cpu.service.request[1 core, Caffeine]} times one in its own heap (Caffeine, {cpu.service.request[1 core, Caffeine]}), as the list is fetched and read from JSON each time; without a cache a request cost it {cpu.service.request[1 core, no cache]}. Keep in the heap what every instance may have on its own, and in Redis what they must share.",
      "The runs with a cache let one request at a time read what has expired."
    ),
    order = Vector("no cache", "Caffeine", "Redis")
      .flatMap(kind => Vector("½ core", "1 core", "2 cores").map(tier => s"$tier, $kind"))
  )
}
