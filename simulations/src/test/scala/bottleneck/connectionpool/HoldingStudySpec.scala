package bottleneck.connectionpool

import bottleneck.lab.explain.record._
import bottleneck.lab.explain.verdict._
import bottleneck.connectionpool.PoolRuns._
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class HoldingStudySpec extends AnyFlatSpec with Matchers {
  private val long = HoldingStudy.at300ms
  private val short = HoldingStudy.at50ms

  private def at300ms(ko: Int => Long = size => if (size < 20) 100 else 0): Vector[StoredResult] =
    sweep(long, sizesAt300ms)(ko)

  private def at50ms(efficiency: Double = 0.99): Vector[StoredResult] = sweep(short, sizesAt50ms, efficiency)(_ => 0)

  private def replaced(runs: Vector[StoredResult], size: Int, throughput: Double): Vector[StoredResult] =
    runs.map { run =>
      if (run.result.run.factor.exists(_.value == size))
        run.copy(result =
          run.result.copy(measured = run.result.measured.copy(total = run.result.total.copy(throughput = throughput)))
        )
      else run
    }

  "Throughput proportional to the pool" should "be reproduced by runs on a line that fail nothing from 70 on" in {
    verdicts(long.study, at300ms(): _*) shouldBe Vector(Verdict.Reproduced)
  }

  it should "be refuted by a run off the line, or a failure at 70" in {
    verdicts(long.study, replaced(at300ms(), 50, 60): _*) shouldBe Vector(Verdict.Refuted)
    verdicts(long.study, at300ms(size => if (size == 70) 1 else 0): _*) shouldBe Vector(Verdict.Refuted)
    val slower = sweep(long, sizesAt300ms, efficiency = 0.94)(_ => 0)
    verdicts(long.study, slower: _*) shouldBe Vector(Verdict.Refuted)
  }

  it should "be reproduced by the source's own figures" in {
    val published = Map(5 -> 8.5, 10 -> 16.0, 20 -> 32.0, 30 -> 48.0, 50 -> 80.0, 70 -> 112.0, 100 -> 159.0)
    val errors = Map(5 -> 2000L, 10 -> 1000L, 20 -> 560L, 30 -> 228L, 50 -> 62L)
    val runs = published.foldLeft(at300ms(errors.getOrElse(_, 0L))) { case (runs, (size, perSecond)) =>
      replaced(runs, size, perSecond)
    }
    verdicts(long.study, runs: _*) shouldBe Vector(Verdict.Reproduced)
  }

  it should "need every published size" in {
    verdicts(long.study, at300ms().filterNot(_.result.run.factor.exists(_.value == 70)): _*) shouldBe
      Vector(Verdict.NotRun)
  }

  "20 connections" should "be the fewest for 150/s where a connection is held a little longer than told" in {
    verdicts(short.study, at50ms(): _*).head shouldBe Verdict.Reproduced
    verdicts(short.study, at50ms(efficiency = 1.01): _*).head shouldBe Verdict.Refuted
    verdicts(short.study, at50ms(efficiency = 0.2): _*).head shouldBe Verdict.Refuted
  }

  "The procedure" should "be reproduced where it saves connections and the next smaller pool misses the target" in {
    verdicts(short.study, at50ms() ++ at300ms(): _*).last shouldBe Verdict.Reproduced
    verdicts(short.study, at50ms(): _*).last shouldBe Verdict.Undecided
    verdicts(short.study, replaced(at50ms(), 15, 151) ++ at300ms(): _*).last shouldBe Verdict.Reproduced
    verdicts(short.study, at50ms(efficiency = 5) ++ at300ms(): _*).last shouldBe Verdict.Refuted
    verdicts(short.study, at50ms(efficiency = 0.2) ++ at300ms(): _*).last shouldBe Verdict.Refuted
  }

  "The answer" should "say which pool to take and why" in {
    val found = evidence(at50ms() ++ at300ms(): _*)
    short.study.answer(found(short.study)).getOrElse("") should startWith(
      "20 connections, the smallest pool tested that answers at least 150 requests/s without errors (198.0/s"
    )
    long.study.answer(found(long.study)).getOrElse("") should startWith("100 connections")
    long.study.answer(Evidence.none) shouldBe None
  }

  it should "say so when no pool meets the target" in {
    val few = sweep(long, Vector(5, 10, 20))(_ => 0)
    long.study.answer(evidence(few: _*)(long.study)).getOrElse("") should include("misses 150 requests/s")
  }

  "The advice" should "name the neighbours, the formulas, the ceiling, the errors and the cost of more" in {
    val found = evidence(at50ms() ++ at300ms(): _*)
    val advice = long.study.advice(found(long.study)).mkString("\n")
    advice should include(
      "keeps 90 connections busy at 600 ms and 15 at 100 ms (measured: 20 connections)"
        .replace(' ', ' ')
        .replace("600 ms", "600\u202fms")
        .replace("100 ms", "100\u202fms")
    )
    advice should include("70 connections gave 115.5/s")
    advice should include("30 more of the database's connections")
    advice should include("Little's law says 90")
    advice should include("(2 cores × 2 + 1) says 5, which gave 8.25/s")
    advice should include("was refused from 20 connections on. By theory nobody is refused from 17")
    advice should include("is within the ceiling of 120")
    advice should include("Larger is not better")
    advice should include("130 connections gave 165.0/s")
  }

  it should "say what larger costs where it is better" in {
    val found = evidence(at50ms() ++ at300ms(): _*)
    short.study.advice(found(short.study)).mkString("\n") should include("Larger still answers more, up to 495.0/s")
  }

  it should "compare the last size that refused with theory, not the first that did not" in {
    def order(ko: Int => Long): String =
      long.study.advice(evidence(at300ms(ko): _*)(long.study)).mkString("\n")
    order(size => if (size < 70) 1 else 0) should include("Hikari is between")
    order(size => if (size < 100) 1 else 0) should include("More were refused than theory says for either")
    order(size => if (size < 20) 1 else 0) should include("as if in order")
  }

  it should "begin with an answer also where every pool failed requests" in {
    val failing = sweep(long, sizesAt300ms)(_ => 5)
    val found = evidence(failing: _*)(long.study)
    long.study.answer(found).getOrElse("") should startWith("Take none of these pools")
    long.study.advice(found) should have size 1
  }

  it should "not stumble over a request that seemed to cost nothing" in {
    val free = at300ms().map(run =>
      run.copy(result =
        run.result.copy(expected =
          run.result.expected.copy(demand = Some(Demand(cpuMs = 1, serviceCpuMs = 0, responseMs = 0)))
        )
      )
    )
    long.study.advice(evidence(free: _*)(long.study)).mkString should not include "thread formula"
  }
}
