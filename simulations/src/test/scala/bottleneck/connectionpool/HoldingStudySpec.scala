package bottleneck.connectionpool

import bottleneck.lab.explain.record._
import bottleneck.lab.explain.verdict._
import bottleneck.StudyRuns.{evidence, verdict}
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

  private def proportional(runs: Vector[StoredResult]): Verdict = verdict("hikari/pool-300ms#proportional")(runs: _*)

  private def noErrors(runs: Vector[StoredResult]): Verdict = verdict("hikari/pool-300ms#no-errors")(runs: _*)

  "Throughput proportional to the pool" should "be as much for each connection, whatever that is" in {
    proportional(at300ms(_ => 1)) shouldBe Verdict.Reproduced
    proportional(sweep(long, sizesAt300ms, efficiency = 0.8)(_ => 0)) shouldBe Verdict.Reproduced
    proportional(replaced(at300ms(), 50, 60)) shouldBe Verdict.Refuted
    proportional(replaced(at300ms(), 5, 9.1)) shouldBe Verdict.Reproduced
    proportional(replaced(at300ms(), 5, 9.3)) shouldBe Verdict.Refuted
  }

  "No errors" should "be those with 70 and 100 connections" in {
    noErrors(at300ms(size => if (size < 70) 1 else 0)) shouldBe Verdict.Reproduced
    noErrors(at300ms(size => if (size == 70) 1 else 0)) shouldBe Verdict.Refuted
    noErrors(at300ms(size => if (size == 100) 1 else 0)) shouldBe Verdict.Refuted
    noErrors(at300ms(size => if (size > 100) 1 else 0)) shouldBe Verdict.Reproduced
  }

  "Both" should "be reproduced by the source's own figures" in {
    val published = Map(5 -> 8.5, 10 -> 16.0, 20 -> 32.0, 30 -> 48.0, 50 -> 80.0, 70 -> 112.0, 100 -> 159.0)
    val errors = Map(5 -> 2000L, 10 -> 1000L, 20 -> 560L, 30 -> 228L, 50 -> 62L)
    val runs = published.foldLeft(at300ms(errors.getOrElse(_, 0L))) { case (runs, (size, perSecond)) =>
      replaced(runs, size, perSecond)
    }
    proportional(runs) shouldBe Verdict.Reproduced
    noErrors(runs) shouldBe Verdict.Reproduced
  }

  they should "need every published size" in {
    def without(size: Int): Vector[StoredResult] = at300ms().filterNot(_.result.run.factor.exists(_.value == size))
    proportional(without(5)) shouldBe Verdict.NotRun
    noErrors(without(70)) shouldBe Verdict.NotRun
  }

  // by theory 15 answer 127/s and 20 answer 169/s
  "20 connections" should "be the fewest for 150/s, or too few, or too many" in {
    def judged(runs: Vector[StoredResult]): Verdict = verdict("hikari/pool-50ms")(runs: _*)
    judged(at50ms()) shouldBe Verdict.Reproduced
    judged(at50ms(efficiency = 1.17)) shouldBe Verdict.Reproduced
    judged(at50ms(efficiency = 1.19)) shouldBe Verdict.Refuted
    judged(at50ms(efficiency = 0.89)) shouldBe Verdict.Reproduced
    judged(at50ms(efficiency = 0.88)) shouldBe Verdict.Refuted
    judged(at50ms(efficiency = 0.2)) shouldBe Verdict.Refuted
    // by chance
    judged(sweep(short, sizesAt50ms)(size => if (size == 20) 1 else 0)) shouldBe Verdict.Reproduced
    judged(at50ms().take(3)) shouldBe Verdict.NotRun
  }

  they should "be so by the source's own figures, whose times imply how long a connection is held" in {
    val published = Vector(5 -> 42, 10 -> 82, 15 -> 125, 20 -> 165, 25 -> 216, 30 -> 257, 35 -> 303, 50 -> 427)
    val own = sweep(short, sizesAt50ms)(Map(5 -> 94L, 10 -> 88L).getOrElse(_, 0L))
    val runs = published.foldLeft(own) { case (runs, (size, perSecond)) => replaced(runs, size, perSecond.toDouble) }
    verdict("hikari/pool-50ms")(runs: _*) shouldBe Verdict.Reproduced
    published.foreach { case (size, perSecond) =>
      size * 1000.0 / perSecond shouldBe short.holding.time.toMillis.toDouble +- 4
    }
  }

  "The procedure" should "be reproduced where it saves connections and other runs meet the target too" in {
    def again(runs: Vector[StoredResult], size: Int, throughput: Double): Vector[StoredResult] =
      repeated(replaced(runs, size, throughput), size, "a")
    def judged(runs: Vector[StoredResult]): Verdict = verdict("hikari/procedure")(runs: _*)
    judged(at50ms() ++ at300ms()) shouldBe Verdict.Undecided
    judged(at50ms() ++ at300ms() ++ again(at50ms(), 20, 150)) shouldBe Verdict.Reproduced
    judged(at50ms() ++ at300ms() ++ again(at50ms(), 20, 149)) shouldBe Verdict.Undecided
    judged(at50ms() ++ at300ms() ++ again(at50ms(), 25, 200)) shouldBe Verdict.Undecided
    judged(at50ms()) shouldBe Verdict.NotRun
    judged(at50ms().take(1) ++ at300ms()) shouldBe Verdict.NotRun
    judged(at50ms(efficiency = 5) ++ at300ms()) shouldBe Verdict.Refuted
    judged(at50ms(efficiency = 0.2) ++ at300ms()) shouldBe Verdict.Refuted
  }

  it should "be judged by most of its runs under one load, whatever chance refuses" in {
    def judged(repeats: StoredResult*): Verdict =
      verdict("hikari/procedure")(at50ms() ++ at300ms() ++ repeats: _*)
    // the pool is chosen by the run of the median response time: with one run, two or three others that of the sweep
    def run(name: String, throughput: Double, ko: Long = 0): StoredResult = changed(
      repeated(replaced(sweep(short, sizesAt50ms)(_ => ko), 20, throughput), 20, name).head
    ) { run =>
      val mean = if (name == "b") 1300 else 1200
      val total = run.total.copy(ok = 4000 - ko, latencyMs = run.total.latencyMs.map(_.copy(mean = mean)))
      run.copy(measured = run.measured.copy(total = total))
    }
    judged(run("a", 160), run("b", 160), run("c", 149)) shouldBe Verdict.Undecided
    judged(run("a", 149), run("b", 149), run("c", 160)) shouldBe Verdict.Refuted
    judged(run("a", 149), run("b", 160)) shouldBe Verdict.Undecided
    judged(run("a", 160, ko = 4)) shouldBe Verdict.Reproduced
    judged(run("a", 160, ko = 5)) shouldBe Verdict.Undecided
    judged(run("a", 160, ko = 5), run("b", 160, ko = 5)) shouldBe Verdict.Refuted
    def ofAnotherLoad(stored: StoredResult): StoredResult =
      changed(stored)(run => run.copy(treatment = run.treatment.copy(load = run.load.copy(users = run.load.users + 1))))
    judged(ofAnotherLoad(run("a", 149)), run("c", 160)) shouldBe Verdict.Reproduced
    judged(ofAnotherLoad(run("a", 160))) shouldBe Verdict.Undecided
  }

  /** Other runs of this size; that of the sweep itself began at no known time. */
  private def repeated(runs: Vector[StoredResult], size: Int, startedAt: String): Vector[StoredResult] =
    runs
      .filter(_.result.run.factor.exists(_.value == size))
      .map(changed(_)(run => run.copy(run = run.run.copy(startedAt = startedAt))))

  "The answer" should "say which pool to take and why" in {
    val found = evidence(at50ms() ++ at300ms(): _*)
    short.study.answer(found(short.study)).getOrElse("") should startWith(
      "20 connections, the smallest pool tested that answers at least 150 requests/s without errors (167.8/s"
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
      "keeps 90 connections busy at 600 ms and 18 at 118 ms (measured: 20 connections)"
        .replace(' ', ' ')
        .replace("600 ms", "600\u202fms")
        .replace("118 ms", "118\u202fms")
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
    short.study.advice(found(short.study)).mkString("\n") should include("Larger still answers more, up to 419.5/s")
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
