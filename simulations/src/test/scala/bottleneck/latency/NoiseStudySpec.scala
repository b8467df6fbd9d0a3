package bottleneck.latency

import bottleneck.lab.explain.theory.Prediction
import bottleneck.lab.explain.verdict._
import bottleneck.StudyRuns
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.util.Random

class NoiseStudySpec extends AnyFlatSpec with Matchers {
  private val random = new Random(3)

  /** Runs of each variant that stray by `part`. */
  private def evidence(runs: Int, part: Double): Evidence = {
    val stored = for { (trial, threads) <- NoiseStudy.variants; n <- 1 to runs } yield {
      val throughput = threads / 1.025 * math.exp(part * random.nextGaussian())
      val run = StudyRuns.stored(trial, throughput)(run =>
        run.copy(
          run = run.run.copy(id = s"${trial.variant}-$n"),
          expected = run.expected.copy(prediction = Some(Prediction(195, "threads", ""))),
          measured = run.measured.copy(total =
            run.total.copy(latencyMs = run.total.latencyMs.map(_.copy(mean = 250000 / throughput)))
          )
        )
      )
      run
    }
    val all = Evidence.of(stored)
    all.among(Map.empty, BetweenRuns.of(all.variants))
  }

  "The lab" should "say which difference it can show" in {
    val found = evidence(runs = 12, part = 0.01)
    NoiseStudy.study.answer(found).getOrElse("") should
      (include("which is no detectable difference") and include("With one run of each, a difference of"))
    val drawn = NoiseStudy.study.advice(found).mkString.replace('\u202f', ' ')
    val s"Of 1,000 comparisons of $_ drawn from 24 runs of the same variant, $alike % called them different; $other % did so with $_" =
      drawn: @unchecked
    alike.toDouble should be <= 7.0
    other.toDouble should be >= 80.0
  }

  it should "say nothing without runs, and draw no pairs from a few" in {
    NoiseStudy.study.answer(Evidence.none) shouldBe None
    NoiseStudy.study.advice(evidence(runs = 4, part = 0.01)) shouldBe empty
  }
}
