package bottleneck.lab.claims.night

import bottleneck.lab.claims.Simulations.Entry
import bottleneck.lab.claims.night.MadeVariants._
import bottleneck.lab.claims.page.ExampleResults.oneInstance
import bottleneck.lab.claims.verdict._
import bottleneck.lab.engine.{Description, RunContext, Variant}
import bottleneck.lab.figures.record.Trial
import bottleneck.lab.figures.settings.Scale
import bottleneck.lab.figures.target.{ClosedLoad, Load, LoadPlan, Target}
import io.gatling.core.Predef._
import io.gatling.core.structure.ChainBuilder
import java.nio.file.Path
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.concurrent.duration._
import scala.util.Random

class NightPlanSpec extends AnyFlatSpec with Matchers {

  private val (long, short) = (study("long"), study("short"))
  private object FollowsFromOther extends LoadPlan {
    override def load(sustained: String => Option[Double]): Either[String, Load] = Left("another run comes first")
  }
  private val ofLong = (1 to 20).map(n => variant(long, s"long $n")).toVector
  private val variants =
    ofLong ++ Vector(variant(long, "last", FollowsFromOther), variant(short, "a"), variant(short, "b"))

  private def plan(seed: Long = 1): NightPlan = new NightPlan(variants, Scale.Quick, repeats = 2, new Random(seed))

  private def name(of: Entry): String = of.variant.trial.variant
  private def names(of: Vector[PlannedRun]): Vector[String] = of.map(run => name(run.entry))

  "A block" should "have every variant of a study, in an order by its seed, what follows from others last" in {
    val block = names(plan().block("long"))
    val once = variants.take(21).map(name)
    block.sorted shouldBe (once ++ once).sorted
    block.takeRight(2) shouldBe Vector("last", "last")
    block.take(20) should not be once.take(20)
    names(plan().block("long")) shouldBe block
    names(plan(seed = 2).block("long")) should not be block
    plan().block("unknown") shouldBe empty
  }

  it should "have the repeats by turns, and of a variant as many as it is to have at least" in {
    val (a, b) = (variant(short, "a", times = 3), variant(short, "b"))
    val block = new NightPlan(Vector(a, b), Scale.Quick, repeats = 2, new Random(1)).block("short")
    block.map(_.repetition) shouldBe Vector(1, 1, 2, 2, 3)
    block.grouped(2).map(names(_).sorted).toVector shouldBe Vector(Vector("a", "b"), Vector("a", "b"), Vector("a"))
  }

  it should "leave out what runs variants together that all run by themselves, too" in {
    val (a, b) = (variant(short, "a"), variant(short, "b"))
    def block(all: Entry*): Vector[String] =
      names(new NightPlan(all.toVector, Scale.Quick, repeats = 1, new Random(1)).block("short")).sorted
    block(a, b, together(a, b)) shouldBe Vector("a", "b")
    block(a, together(a, b)) shouldBe Vector("a", "a | b")
  }

  it should "take its loads and what each run takes beside" in {
    plan().time(ofLong.head, 60.seconds) shouldBe 90.seconds
    plan().time(variants(20), 60.seconds) shouldBe 120.seconds
    plan().once(60.seconds) shouldBe 2 * (22 * 90 + 120).seconds
  }

  private def ran(of: Study, variant: String, at: String): StoredResult = {
    val run = oneInstance.run.copy(
      startedAt = at,
      identity = oneInstance.run.identity.copy(experiment = of.id, variant = variant)
    )
    StoredResult(Path.of(at), oneInstance.copy(run = run))
  }

  "A night" should "begin with what never ran, and then with what ran longest ago" in {
    val plan = new NightPlan(variants.takeRight(2) :+ variant(long, "c"), Scale.Quick, 1, new Random(1))
    def first(skips: Skip*)(runs: StoredResult*): String =
      plan.oldestFirst(Vector(long, short), FoundResults(runs.toVector, Vector.empty, skips.toVector)).head
    val (c, a) = (ran(long, "c", "2026-03-02T02:00:00Z"), ran(short, "a", "2026-03-02T03:00:00Z"))
    val b = ran(short, "b", "2026-03-02T01:00:00Z")
    first()() shouldBe "long"
    first()(c) shouldBe "short"
    first()(c, a) shouldBe "short"
    first()(c, a, b) shouldBe "short"
    first()(c, a, b, ran(short, "b", "2026-03-03T01:00:00Z")) shouldBe "long"
    first(Skip("short", "b", "no HAProxy", "2026-03-02T04:00:00Z"))(c, a) shouldBe "long"
  }

  it should "count what several variants left together" in {
    val both = together(variant(short, "a"), variant(short, "b"))
    val plan = new NightPlan(Vector(both, variant(long, "c")), Scale.Quick, 1, new Random(1))
    def first(runs: StoredResult*): String =
      plan.oldestFirst(Vector(long, short), FoundResults(runs.toVector, Vector.empty, Vector.empty)).head
    val (c, a) = (ran(long, "c", "2026-03-02T02:00:00Z"), ran(short, "a", "2026-03-02T03:00:00Z"))
    first(c, a) shouldBe "short"
    first(c, a, ran(short, "b", "2026-03-02T01:00:00Z")) shouldBe "short"
    first(c, a, ran(short, "b", "2026-03-02T03:00:00Z")) shouldBe "long"
  }

  it should "begin with what had a part of its repeats" in {
    val twice = new NightPlan(Vector(variant(short, "a"), variant(long, "c")), Scale.Quick, 2, new Random(1))
    def first(runs: StoredResult*): String =
      twice.oldestFirst(Vector(long, short), FoundResults(runs.toVector, Vector.empty, Vector.empty)).head
    val ofLong = Vector("2026-03-02T01:00:00Z", "2026-03-02T02:00:00Z").map(ran(long, "c", _))
    val ofShort = Vector("2026-03-02T03:00:00Z", "2026-03-02T04:00:00Z").map(ran(short, "a", _))
    first(ofLong ++ ofShort: _*) shouldBe "long"
    first(ofLong :+ ofShort.last: _*) shouldBe "short"
  }

  private def read(properties: (String, String)*): Either[String, NightSettings] =
    NightSettings.read(properties.toMap, "part", seed = 7).left.map(_.sentence)

  "A night" should "end before Jenkins ends it, unless told otherwise" in {
    read() shouldBe Right(NightSettings(7.hours, 7, "part"))
    read("lab.budget" -> "90m", "lab.seed" -> "42") shouldBe
      Right(NightSettings(90.minutes, 42, "part"))
  }

  it should "refuse what is no time and no seed in a sentence" in {
    read("lab.budget" -> "soon") shouldBe
      Left("-Dlab.budget=soon is no time for a night: use 1m to 7d, such as 90m or 6h.")
    Vector("0h", "30s", "8d", "Inf", "-1h").foreach(text => read("lab.budget" -> text).isLeft shouldBe true)
    read("lab.seed" -> "x") shouldBe Left("-Dlab.seed=x is no seed: use a whole number.")
  }

  it should "pass on what its runs are asked, and not what it is asked itself" in {
    Vector("scale", "target.url", "lab.java", "lab.results").filterNot(NightSettings.passed) shouldBe empty
    Vector("lab.budget", "lab.seed", "user.home").filter(NightSettings.passed) shouldBe empty
  }
}

/** Studies without statements, and variants of them that load for 30 s. */
private[night] object MadeVariants {
  def study(id: String): Study = Study(id, id, "?", "")

  /** What runs two of them at once. */
  def together(one: Entry, other: Entry): Entry = Entry(
    "bottleneck.Both",
    new Description {
      override def trial: Trial = Trial(one.variant.trial.study, results.map(_.variant).mkString(" | "))
      override def results: Vector[Trial] = Vector(one, other).map(_.variant.trial)
      override def target: Target = one.variant.target
      override def load: LoadPlan = one.variant.load
    }
  )

  def variant(
      of: Study,
      name: String,
      plan: LoadPlan = ClosedLoad(1, 1.second, 1.second, 29.seconds),
      times: Int = 1
  ): Entry = Entry(
    s"bottleneck.$name",
    new Variant {
      override def trial: Trial = Trial(of.id, name)
      override def target: Target = Target(1, Map.empty, None)
      override def load: LoadPlan = plan
      override def requests(run: RunContext): ChainBuilder = pause(1)
      override def repeats: Int = times
    }
  )
}
