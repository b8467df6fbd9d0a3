package bottleneck.scaleup

import bottleneck.lab.explain.record._
import bottleneck.lab.explain.verdict._
import bottleneck.StudyRuns
import bottleneck.lab.target.Cache
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class FindAllStampedeStudySpec extends AnyFlatSpec with Matchers {
  import FindAllStampede.{caffeine, redis}

  /** Of 25 s, in which an entry of 2 s expires 12.5 times at most. */
  private def run(cache: Cache, singleFlight: Boolean, reads: Double): StoredResult =
    StudyRuns.stored(FindAllStampedeStudy.trial(cache, singleFlight), 500) { run =>
      run.copy(
        target = run.target.copy(cache = Some(CacheDescription.of(cache))),
        server = run.server.copy(service =
          run.server.service.copy(
            hikari = Some(Hikari(10, 20, 0, None, None, acquired = Some(reads))),
            cache = Some(CacheUse(9000, 1000, Some(0.9)))
          )
        )
      )
    }

  private val runs = Vector(
    run(redis, singleFlight = false, reads = 1000),
    run(redis, singleFlight = true, reads = 12.5),
    run(caffeine, singleFlight = false, reads = 500),
    run(caffeine, singleFlight = true, reads = 12.5)
  )

  "The answer" should "count what the database is asked for each expiry" in {
    FindAllStampedeStudy.study.answer(Evidence.of(runs)).getOrElse("") should
      startWith("With Redis 80.0 reads of the database for every 2.00\u202fs that an entry lives instead of 1.00")
    FindAllStampedeStudy.study.answer(Evidence.of(runs.drop(1))) shouldBe None
  }

  "The advice" should "tell of Caffeine too, and of misses that cost nothing" in {
    val advice = FindAllStampedeStudy.study.advice(Evidence.of(runs))
    advice.head should startWith("With Caffeine 40.0 reads")
    advice.last should include("80.0 look-ups for every 2.00\u202fs")
    FindAllStampedeStudy.study.advice(Evidence.none) shouldBe empty
  }
}
