package bottleneck.journal

import bottleneck.{ServiceProperties, StudyRuns}
import bottleneck.journal.DistantDatabaseStudy.{few, many, roundTrips}
import bottleneck.lab.explain.record._
import bottleneck.lab.explain.statistics.FirstFailure
import bottleneck.lab.explain.verdict._
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class DistantDatabaseStudySpec extends AnyFlatSpec with Matchers {
  private val limit = "tuning/index#pool-is-the-limit"
  private val failures = "tuning/index#mass-failures"

  /** Runs with few and many connections, these answering so many times as many at each distance. */
  private def pairs(gains: Double*): Vector[StoredResult] = roundTrips.zip(gains).flatMap { case (roundTrip, gain) =>
    Vector(
      StudyRuns.stored(DistantDatabaseStudy.trial(few, roundTrip), 400)(held),
      StudyRuns.stored(DistantDatabaseStudy.trial(many, roundTrip), 400 * gain)(identity)
    )
  }

  private def held(run: Result): Result = run.copy(server =
    run.server.copy(service = run.server.service.copy(hikari = Some(Hikari(5, 50, 0, None, usageMeanMs = Some(10.5)))))
  )

  private def crowd(ok: Long, ko: Long, refused: Long): StoredResult =
    StudyRuns.stored(DistantDatabaseStudy.crowd(few), 400) { run =>
      val total = run.total.copy(ok = ok, ko = ko, errors = Map("No database connection" -> refused))
      run.copy(
        measured = run.measured.copy(total = total, firstFailure = Some(FirstFailure(7000, 123))),
        target = run.target.copy(service = Map(ServiceProperties.connectionTimeout -> "250"))
      )
    }

  "The pool" should "be the limit where more connections alone answer half as many again at every distance between hosts" in {
    StudyRuns.verdict(limit)(pairs(1, 1.5, 4): _*) shouldBe Verdict.Reproduced
    StudyRuns.verdict(limit)(pairs(2, 1.49, 1.2): _*) shouldBe Verdict.Refuted
  }

  it should "be undecided where that depends on the distance, and not run without all of them" in {
    StudyRuns.judgement(limit)(pairs(1.1, 1.4, 3): _*) shouldBe Judgement(
      Verdict.Undecided,
      "23 connections instead of 5 answered 0 ms away 1.10 times, 1 ms away 1.40 times, 5 ms away 3.00 times as many: " +
        "it depends on the distance, which the source does not give"
    )
    StudyRuns.verdict(limit)(pairs(2, 2): _*) shouldBe Verdict.NotRun
  }

  "Failures" should "be mass failures from a tenth on, if all are for want of a connection" in {
    StudyRuns.verdict(failures)(crowd(900, 100, 100)) shouldBe Verdict.Reproduced
    StudyRuns.verdict(failures)(crowd(901, 99, 99)) shouldBe Verdict.Refuted
    StudyRuns.verdict(failures)(crowd(900, 100, 99)) shouldBe Verdict.Refuted
    StudyRuns.verdict(failures)(crowd(900, 0, 0)) shouldBe Verdict.Refuted
    StudyRuns.judgement(failures)(crowd(900, 100, 100)).evidence should include(
      "failures begin at 123 users (by Little's law at 105)"
    )
  }

  "Answer and advice" should "have the numbers of the runs, and be silent without" in {
    val evidence = Evidence.of(pairs(1.1, 1.4, 3))
    DistantDatabaseStudy.study.answer(evidence).getOrElse("") should
      (include("from 5 ms on") and include("5 ms away 400.0/s and 1,200/s"))
    DistantDatabaseStudy.study.advice(evidence).mkString should
      (include("5 ms away a page held its connection for") and include("would need 5 connections"))
    DistantDatabaseStudy.study.answer(Evidence.of(pairs(1, 1, 1))).getOrElse("") should startWith("At none")
    DistantDatabaseStudy.study.answer(Evidence.of(pairs(2, 2, 2))).getOrElse("") should include("every distance")
    DistantDatabaseStudy.study.answer(Evidence.none) shouldBe None
    DistantDatabaseStudy.study.advice(Evidence.none) shouldBe empty
  }
}
