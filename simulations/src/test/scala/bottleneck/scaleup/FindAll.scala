package bottleneck.scaleup

import bottleneck.lab.explain.record.Trial
import bottleneck.lab.{ByTurns, Setup, Simulated, Workload}
import io.gatling.core.Predef._
import io.gatling.http.Predef._

/** All authors with their journals: a scan in the database, or what a cache has of it (source `scale-up`). */
object FindAllAuthors {
  def of(trial: Trial, cell: FindAllCell): Setup = Setup(
    trial,
    cell.target,
    _.choose(cell.quick, cell.full),
    _ =>
      Workload(
        exec(http("GET /authors").get("/authors").requestTimeout(FindAllCell.requestTimeout).check(status.is(200))),
        // what is cached is not read
        explained = if (cell.cache.isEmpty) Vector("/authors") else Vector.empty
      )
  )
}

object FindAll {
  def of(tier: FindAllTier, kind: FindAllKind): Setup = FindAllAuthors.of(FindAllStudy.trial(tier, kind), kind.on(tier))
}

final class FindAllNoCacheHalfCore extends Simulated(FindAll.of(FindAllTier.Half, FindAllKind.NoCache))
final class FindAllNoCache1Core extends Simulated(FindAll.of(FindAllTier.One, FindAllKind.NoCache))
final class FindAllNoCache2Cores extends Simulated(FindAll.of(FindAllTier.Two, FindAllKind.NoCache))

/** Users enough to saturate the database, or the service where it has a cache. */
abstract class FindAllByTurns(kind: FindAllKind)
    extends ByTurns(FindAll.of(FindAllTier.One, kind), FindAll.of(FindAllTier.Half, kind), users = 16)

final class FindAllNoCacheByTurns extends FindAllByTurns(FindAllKind.NoCache)
final class FindAllRedisByTurns extends FindAllByTurns(FindAllKind.Redis)

final class FindAllCaffeineHalfCore extends Simulated(FindAll.of(FindAllTier.Half, FindAllKind.Caffeine))
final class FindAllCaffeine1Core extends Simulated(FindAll.of(FindAllTier.One, FindAllKind.Caffeine))
final class FindAllCaffeine2Cores extends Simulated(FindAll.of(FindAllTier.Two, FindAllKind.Caffeine))

final class FindAllRedisHalfCore extends Simulated(FindAll.of(FindAllTier.Half, FindAllKind.Redis))
final class FindAllRedis1Core extends Simulated(FindAll.of(FindAllTier.One, FindAllKind.Redis))
final class FindAllRedis2Cores extends Simulated(FindAll.of(FindAllTier.Two, FindAllKind.Redis))
