package bottleneck.lab.night

import bottleneck.lab.Simulations.Variant
import bottleneck.lab.{Setup, Workload}
import bottleneck.lab.explain.page.ExampleResults.oneInstance
import bottleneck.lab.explain.published.{ClaimKind, PublishedStatement}
import bottleneck.lab.explain.record.{Check, Result}
import bottleneck.lab.explain.verdict._
import bottleneck.lab.settings.Scale
import bottleneck.lab.target.{ClosedLoad, Load, LoadPlan, Target}
import io.gatling.core.Predef._
import java.nio.file.Path
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.concurrent.duration._
import scala.util.Random

class NightPlanSpec extends AnyFlatSpec with Matchers {
  private def study(id: String): Study =
    Study(id, id, "?", "", Conclusions(Vector.empty, _ => None, _ => Vector.empty))

  private def variant(
      of: Study,
      name: String,
      load: LoadPlan = ClosedLoad(1, 1.second, 1.second, 29.seconds)
  ): Variant =
    Variant(
      s"bottleneck.$name",
      Setup(Trial(of, name), Target(1, Map.empty, None), _ => load, _ => Workload(pause(1)))
    )

  private val (long, short) = (study("long"), study("short"))
  private object FollowsFromOther extends LoadPlan {
    override def load(sustained: String => Option[Double]): Either[String, Load] = Left("another run comes first")
  }
  private val ofLong = (1 to 20).map(n => variant(long, s"long $n")).toVector
  private val variants =
    ofLong ++ Vector(variant(long, "last", FollowsFromOther), variant(short, "a"), variant(short, "b"))

  private def plan(seed: Long = 1): NightPlan = new NightPlan(variants, Scale.Quick, new Random(seed))

  private def names(of: Vector[Variant]): Vector[String] = of.map(_.setup.trial.variant)

  "A block" should "have every variant of a study once, in an order by its seed, what follows from others last" in {
    val block = names(plan().block("long"))
    block.sorted shouldBe names(variants.take(21)).sorted
    block.last shouldBe "last"
    block should not be names(variants.take(21))
    names(plan().block("long")) shouldBe block
    names(plan(seed = 2).block("long")) should not be block
    plan().block("unknown") shouldBe empty
  }

  it should "take its loads and what each run takes beside" in {
    plan().time(ofLong.take(2), 60.seconds) shouldBe 180.seconds
  }

  private def findings(of: Study, agreement: Option[Agreement], run: Result = oneInstance): ExperimentFindings = {
    val named = run.copy(run = run.run.copy(identity = run.run.identity.copy(variant = "a", experiment = of.id)))
    ExperimentFindings(
      of,
      Evidence.of(Vector(StoredResult(Path.of("run"), named))),
      Vector(
        JudgedStatement(
          PublishedStatement("s", "s", ClaimKind.Asked, ""),
          of.id,
          Verdict.Reproduced,
          Judgement(Verdict.Undecided, "close"),
          agreement
        )
      )
    )
  }

  private def wants(runs: Option[Int]): Option[Agreement] = Some(Agreement(Verdict.Reproduced, 0.9, 0.975, runs))

  "What comes next" should "be the study that is decided soonest" in {
    val both = Vector(findings(long, wants(Some(2))), findings(short, wants(Some(5))))
    names(plan().next(both, Map.empty)).sorted shouldBe Vector("a", "b")
  }

  it should "be nothing where nothing is undecided, no number of runs decides, or a study had its blocks" in {
    plan().next(Vector(findings(short, None)), Map.empty) shouldBe empty
    plan().next(Vector(findings(short, wants(None))), Map.empty) shouldBe empty
    val undecided = Vector(findings(short, wants(Some(5))))
    plan().next(undecided, Map("short" -> NightPlan.mostBlocks)) shouldBe empty
    plan().next(undecided, Map("short" -> (NightPlan.mostBlocks - 1))) should not be empty
  }

  it should "be first of all what has no run that counts, alone" in {
    val invalid = oneInstance.copy(validity = Vector(Check("parts", ok = false, "")))
    val next = plan().next(Vector(findings(long, wants(Some(2))), findings(short, None, invalid)), Map.empty)
    names(next) shouldBe Vector("a")
  }
}
