package bottleneck.journal

import bottleneck.lab.explain.record._
import bottleneck.lab.explain.statistics.{Latency, Outcome}
import bottleneck.lab.explain.verdict._
import bottleneck.StudyRuns
import io.gatling.core.session.Session
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class ReaderDatabasesStudySpec extends AnyFlatSpec with Matchers {
  private val fine = Replication(0, lagMaxMs = 81, lagMeanMs = 12, lagMaxBytes = 4096, walBytesPerSecond = Some(20000))

  private def replayed(readers: Int, missing: Double): Replication =
    fine.copy(replayed = Some(Replayed(readers.toDouble, missing)))

  /** With reads that take 2.5 ms but for their wait, so that 190.5/s go through 10 connections. */
  private def run(readers: Int, reads: Double, replication: Option[Replication] = None)(
      change: Result => Result = identity
  ): StoredResult =
    StudyRuns.stored(ReaderDatabasesStudy.trial(readers), reads + 40) { run =>
      val ms = run.total.latencyMs.map(_.copy(p50 = if (readers == 0) 510 else 4))
      val outcomes =
        Map(ReadersAndWriters.read -> outcome(reads, None), ReadersAndWriters.write -> outcome(40, ms))
      val server =
        if (readers == 0) run.server
        else
          run.server.copy(
            cpu = run.server.cpu.copy(readers = Some(0.25)),
            replication = replication.orElse(Some(replayed(readers, missing = 0)))
          )
      change(
        run.copy(
          measured = run.measured.copy(requests = outcomes),
          server = server,
          expected = run.expected.copy(demand = Some(Demand(2, 1, 2.5)))
        )
      )
    }

  private def outcome(perSecond: Double, latency: Option[Latency]): Outcome =
    Outcome((perSecond * 25).round, 0, perSecond, latency, Map.empty)

  private val without = run(0, 190)()
  private val one = run(1, 189)()
  private val two = run(2, 370)()

  private def judgement(statement: String, runs: Seq[StoredResult]): Judgement =
    ReaderDatabasesStudy.study.statements
      .find(_.id == s"tuning/reader-db#$statement")
      .get
      .judge(Evidence.of(runs.toVector))

  private def connections(runs: StoredResult*): Verdict = judgement("connections", runs).verdict
  private def replication(runs: StoredResult*): Verdict = judgement("replication", runs).verdict

  "Readers" should "add their connections, and tell the price" in {
    val added = judgement("connections", Vector(without, one, two))
    added.verdict shouldBe Verdict.Reproduced
    added.evidence should (include("1.95 times") and include("99.8") and include("97.1"))
    val replicated = judgement("replication", Vector(one, two))
    replicated.verdict shouldBe Verdict.Reproduced
    replicated.evidence should (include("500 bytes of WAL") and include("0.25 cores"))
  }

  "Two readers of little worth" should "refute that they add connections" in {
    // their reads take 2 ms longer, so that 367/s go through 20 connections
    def gain(reads: Double): Verdict = connections(
      run(0, 199)(),
      one,
      run(2, reads)(run => run.copy(expected = run.expected.copy(demand = Some(Demand(2, 1, 4.5)))))
    )
    gain(359) shouldBe Verdict.Reproduced
    gain(358) shouldBe Verdict.Refuted
  }

  "Reads that do not follow their connections" should "refute it, be they fewer or more" in {
    connections(without, run(1, 181)(), two) shouldBe Verdict.Reproduced
    connections(without, run(1, 180)(), two) shouldBe Verdict.Refuted
    connections(without, run(1, 199)(), two) shouldBe Verdict.Reproduced
    connections(without, run(1, 201)(), two) shouldBe Verdict.Refuted
    // then something else limits the primary alone
    connections(run(0, 180)(), one, two) shouldBe Verdict.Undecided
  }

  "A reader that lacks a change, or stops following" should "refute replication, and count as connections" in {
    Vector(replayed(2, missing = 1), replayed(1, missing = 0)).foreach { end =>
      replication(one, run(2, 370, Some(end))()) shouldBe Verdict.Refuted
      connections(without, one, run(2, 370, Some(end))()) shouldBe Verdict.Reproduced
    }
    replication(run(1, 189, Some(replayed(1, missing = 1)))(), two) shouldBe Verdict.Refuted
    // to be behind for a while is no loss
    val late = replayed(2, missing = 0).copy(readers = 1, lagMaxMs = 9000, lagMaxBytes = 1e6)
    replication(one, run(2, 370, Some(late))()) shouldBe Verdict.Reproduced
  }

  "What was not watched, or not run" should "decide nothing" in {
    replication(one, run(2, 370)(run => run.copy(server = Server.unknown))) shouldBe Verdict.Undecided
    replication(one, run(2, 370, Some(fine))()) shouldBe Verdict.Undecided
    val silent = Map(ReadersAndWriters.read -> outcome(370, None), ReadersAndWriters.write -> outcome(0, None))
    replication(one, run(2, 370)(run => run.copy(measured = run.measured.copy(requests = silent)))) shouldBe
      Verdict.Undecided
    val unpriced = run(2, 370)(run => run.copy(server = run.server.copy(cpu = Server.unknown.cpu)))
    replication(one, unpriced) shouldBe Verdict.Reproduced
    val unknown = run(0, 190)(run => run.copy(expected = run.expected.copy(demand = None)))
    connections(unknown, one, two) shouldBe Verdict.Undecided
    connections(without, two) shouldBe Verdict.NotRun
    replication(without, two) shouldBe Verdict.NotRun
  }

  "Answer and advice" should "have the numbers of the runs, and be silent without" in {
    val evidence = Evidence.of(Vector(without, one, two))
    ReaderDatabasesStudy.study.answer(evidence).getOrElse("") should (include("190.0/s") and include("370.0/s"))
    val advice = ReaderDatabasesStudy.study.advice(evidence).map(_.replace('\u202f', ' '))
    advice.head should (include("0.995") and include("1.95"))
    advice(1) should (include("510 ms") and include("4 ms"))
    advice(2) should (include("12 ms") and include("81 ms"))
    ReaderDatabasesStudy.study.advice(Evidence.of(Vector(without, two))) shouldBe empty
  }

  "The first users of the load" should "be the writers, whatever number Gatling gives them after those of the warm-up" in {
    val writers = new FirstUsers(2)
    val sessions = (17L to 20L).map(Session("", _, null)).map(writers.numbered)
    sessions.map(writers.has) shouldBe Vector(true, true, false, false)
    sessions.reverse.map(writers.numbered).map(writers.has) shouldBe Vector(false, false, true, true)
  }

  "The limit" should "be that of the reads, beside what the writers ask for where they need not wait" in {
    Vector(0, 1, 2).map(ReadersAndWriters.limit).map(limit => limit.perSecond -> limit.formula) shouldBe Vector(
      200.0 -> "10 / 50 ms",
      240.0 -> "10 / 50 ms + 2 / 50 ms",
      440.0 -> "10 × 2 / 50 ms + 2 / 50 ms"
    )
  }

  "A target" should "have a pool to its readers where it has some" in {
    Vector(0, 1, 2)
      .map(ReaderDatabases.target)
      .map(target => target.properties.get("reader.datasource.maximum-pool-size")) shouldBe
      Vector(None, Some("10"), Some("20"))
    Vector(0, 1, 2).map(ReaderDatabases.target(_).database.map(_.readers)) shouldBe Vector(0, 1, 2).map(Some(_))
  }
}
