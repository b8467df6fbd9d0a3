package bottleneck.scaleup

import bottleneck.lab.{Experiment, Workload}
import bottleneck.lab.explain.result.Trial
import io.gatling.core.Predef._
import io.gatling.http.Predef._

/** All authors with their journals: a scan in the database, or what a cache has of it (source `scale-up`). */
abstract class FindAllAuthors(trial: Trial, cell: FindAllCell)
    extends Experiment(trial, cell.target, _.choose(quick = FindAllCell.quick, full = FindAllCell.full)) {
  measure(
    Workload(
      exec(http("GET /authors").get("/authors").requestTimeout(FindAllCell.requestTimeout).check(status.is(200))),
      Vector(noFailure),
      // what is cached is not read
      explained = if (cell.cache.isEmpty) Vector("/authors") else Vector.empty
    )
  )
}

abstract class FindAll(tier: FindAllTier, kind: FindAllKind)
    extends FindAllAuthors(FindAllStudy.trial(tier, kind), kind.on(tier))

final class FindAllNoCacheHalfCore extends FindAll(FindAllTier.Half, FindAllKind.NoCache)
final class FindAllNoCache1Core extends FindAll(FindAllTier.One, FindAllKind.NoCache)
final class FindAllNoCache2Cores extends FindAll(FindAllTier.Two, FindAllKind.NoCache)

final class FindAllCaffeineHalfCore extends FindAll(FindAllTier.Half, FindAllKind.Caffeine)
final class FindAllCaffeine1Core extends FindAll(FindAllTier.One, FindAllKind.Caffeine)
final class FindAllCaffeine2Cores extends FindAll(FindAllTier.Two, FindAllKind.Caffeine)

final class FindAllRedisHalfCore extends FindAll(FindAllTier.Half, FindAllKind.Redis)
final class FindAllRedis1Core extends FindAll(FindAllTier.One, FindAllKind.Redis)
final class FindAllRedis2Cores extends FindAll(FindAllTier.Two, FindAllKind.Redis)
