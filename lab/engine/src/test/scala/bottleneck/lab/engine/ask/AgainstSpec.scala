package bottleneck.lab.engine.ask

import bottleneck.lab.engine.turns.{Turn, TurnPair}
import bottleneck.lab.figures.Truth
import bottleneck.lab.figures.statistics.{TurnsEstimate, TurnsRatio}
import bottleneck.lab.parts.service.Program
import java.nio.file.Path
import org.hipparchus.distribution.continuous.NormalDistribution
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.concurrent.duration._
import scala.util.Random

class AgainstSpec extends AnyFlatSpec with Matchers {

  /** Ratios of pairs on a machine whose speed strays from turn to turn; `alike` makes neighbours stray together. */
  private def ratios(seed: Int, truth: Double, n: Int, alike: Boolean = false): Vector[Double] = {
    val random = new Random(seed)
    val noise = Vector.fill(n)(0.03 * random.nextGaussian())
    val strays = if (alike) noise.scanLeft(0.0)(0.5 * _ + _).tail else noise
    strays.map(stray => truth * math.exp(stray))
  }

  private def estimate(ratios: Vector[Double], looks: Int = 1, part: Double = 1): TurnsRatio =
    TurnsEstimate.of(ratios, looks, part).getOrElse(fail("no estimate"))

  private def contains(ratio: TurnsRatio, value: Double): Boolean = ratio.low <= value && value <= ratio.high

  "An interval" should "contain the truth in 95 of 100 runs" in {
    Vector.tabulate(400)(seed => estimate(ratios(seed, 1, 20))).count(contains(_, 1)) should be >= 372
  }

  it should "do so where the run may end at each of several looks" in {
    val ended = Vector.tabulate(400) { seed =>
      val all = ratios(seed, 1, 50)
      val looks = Vector.range(10, 51, 10).map(n => estimate(all.take(n), looks = 5, part = n / 50.0))
      looks.find(_.halfWidth <= 0.02).getOrElse(looks.last)
    }
    ended.count(contains(_, 1)) should be >= 380
  }

  private val normal = new NormalDistribution()

  private def bounds(looks: Int, untilNarrow: Boolean): Vector[Double] = Vector.tabulate(looks) { n =>
    val sure = TurnsEstimate.confidence(looks, (n + 1.0) / looks, untilNarrow)
    normal.inverseCumulativeProbability((1 + sure) / 2)
  }

  it should "have bounds that 5 of 100 runs cross at any look" in {
    val random = new Random(1)
    for (looks <- Vector(2, 3, 6, 10); untilNarrow <- Vector(false, true)) {
      val at = bounds(looks, untilNarrow)
      val crossed = Vector.fill(20000)(()).count { _ =>
        val sums = Vector.fill(looks)(random.nextGaussian()).scanLeft(0.0)(_ + _).tail
        sums.zipWithIndex.exists { case (sum, n) => math.abs(sum) / math.sqrt(n + 1.0) > at(n) }
      }
      (crossed / 20000.0) shouldBe 0.05 +- 0.006
    }
  }

  it should "have bounds that are hardly wider at the end than a single one, or alike at all looks" in {
    bounds(looks = 6, untilNarrow = false).last should be < 2.1
    bounds(looks = 6, untilNarrow = true).map(_ - 2.453).map(math.abs).max should be < 1e-3
    TurnsEstimate.confidence(looks = 1, part = 1) shouldBe 0.95 +- 1e-4
    TurnsEstimate.confidence(looks = 30, part = 1) shouldBe 0.975 +- 1e-4
    estimate(ratios(1, 1, 4), looks = 90, part = 1.0 / 90).halfWidth should be > 1.0
  }

  it should "be wider where neighbours are alike, and say so" in {
    val runs = Vector.tabulate(200)(seed => estimate(ratios(seed, 1, 48, alike = true)))
    runs.count(_.joined > 1) should be >= 160
    runs.count(contains(_, 1)) should be >= 170
    estimate(ratios(1, 1, 48)).joined shouldBe 1
  }

  it should "find a difference of 3 % among 30 pairs" in {
    Vector.tabulate(100)(seed => estimate(ratios(seed, 0.97, 30))).count(_.high < 1) should be >= 95
  }

  it should "not exist of two pairs" in {
    TurnsEstimate.of(Vector(1, 1.1), 1) shouldBe None
  }

  "Rounds" should "have the interval between them" in {
    val of = TurnsEstimate.between(Vector(Vector(1.0, 1.0), Vector(1.1, 1.1), Vector(1.21, 1.21)))
    of.map(_.value).getOrElse(0.0) shouldBe 1.1 +- 1e-9
    of.exists(ratio => ratio.low < 1 && ratio.high > 1.21) shouldBe true
  }

  private val program = Program.Jar(Path.of("new.jar"))

  private def read(set: (String, String)*): Either[String, Option[Against]] =
    Against.read(set.toMap, program, Vector("--a"), path => Right(Program.Jar(Path.of(path)))).left.map(_.sentence)

  "Settings" should "compare with a jar, or with the same one and other arguments" in {
    read("against.jar" -> "old.jar").map(_.map(of => of.program -> of.arguments)) shouldBe
      Right(Some(Program.Jar(Path.of("old.jar")) -> Vector("--a")))
    read("against.args" -> "--b --c").map(_.map(of => of.program -> of.arguments)) shouldBe
      Right(Some(program -> Vector("--b", "--c")))
    read() shouldBe Right(None)
    val set =
      read("against.args" -> "--b", "most" -> "3%", "to" -> "1%", "for" -> "80s", "rounds" -> "3", "seed" -> "7")
    set shouldBe Right(Some(Against(program, Vector("--b"), 0.01, 4.minutes, Some(0.03), 3, 7)))
    set.map(_.map(_.looks)) shouldBe Right(Some(2))
  }

  it should "be refused where they would do nothing, or are impossible" in {
    def refused(set: (String, String)*): String = read(set: _*).swap.getOrElse(fail("it was accepted"))
    refused("most" -> "3%") shouldBe "-Dmost= is for a comparison: add -Dagainst.jar=."
    refused("against.args" -> "--b", "most" -> "0%") should include("-Dmost=0% is not a part")
    refused("against.args" -> "--b", "to" -> "narrow") should include("give 0.5% to 50%")
    for (time <- Vector("1s", "2h", "40", "61m"))
      refused("against.args" -> "--b", "for" -> time) should include(
        s"-Dfor=$time is no time for the turns: give 40s to 60m"
      )
    refused("against.args" -> "--b", "rounds" -> "0") should include("-Drounds=0 is not a number from 1 to 20")
    Against
      .read(Map("against.jar" -> "x"), Program.CommandLine("node"), Vector.empty, _ => Right(program))
      .left
      .map(_.sentence) shouldBe Left("Only jars are compared: name both, by -Dservice.jar= and -Dagainst.jar=.")
  }

  private def report(truth: Double, most: Option[Double]): CompareReport = {
    val folders = Map("lab.work" -> "w", "lab.results" -> "r")
    val properties = folders ++ Map("service.args" -> "--x=2", "ask" -> "GET /a", "service.command" -> "x")
    val settings = AskSettings.read(properties, Path.of("")).fold(problem => fail(problem.sentence), identity)
    def turn(perSecond: Double): Turn = Turn(perSecond, Some(0.001), 10, 20, 0, Vector.empty)
    val pairs = ratios(3, truth, 30).map(ratio => TurnPair(turn(1000 * ratio), turn(1000)))
    val against = Against(program, Vector.empty, 0.02, 2.minutes, most, 1, 1)
    new CompareReport(settings, against, Vector(TurnsRound(pairs, pairs, 600, 2)), Vector.empty)
  }

  "A comparison" should "be judged by what is allowed" in {
    report(1, Some(0.03)).truth should contain(Truth.Yes)
    report(0.9, Some(0.03)).truth should contain(Truth.No)
    report(0.97, Some(0.03)).truth should contain(Truth.No)
    report(0.995, Some(0.01)).truth should contain(Truth.Undecided)
    Vector(1.0 -> 0.03, 0.9 -> 0.03, 0.995 -> 0.01).map { case (truth, most) =>
      report(truth, Some(most)).exitCode
    } shouldBe
      Vector(Some(0), Some(1), Some(3))
    report(0.995, Some(0.01)).sentence should include("would decide")
    report(1, None).exitCode shouldBe None
  }

  it should "say what its turns show so far" in {
    val pairs = report(0.9, None).rounds.head.closed
    val against = read("against.args" -> "--b").toOption.flatten.getOrElse(fail("no comparison"))
    against.soFar(pairs) should fullyMatch regex """, new ÷ old 0\.8\d\d \(0\.8\d\d to 0\.9\d\d\)"""
    against.soFar(pairs.take(2)) shouldBe ""
  }

  it should "name the service that a sentence is about, unless it is about both" in {
    val fresh = Vector("It runs on JDK 25.", "The lab adds --server.port=1.")
    Ask.named(Vector(fresh)) shouldBe fresh
    Ask.named(Vector(fresh, Vector("It runs on JDK 25.", "The lab adds --server.port=2."))) shouldBe
      Vector("It runs on JDK 25.", "new: The lab adds --server.port=1.", "old: The lab adds --server.port=2.")
  }

  it should "say what was found, in each form" in {
    val slower = report(0.9, Some(0.03))
    slower.sentence should startWith("The new one is slower: it does 0.8")
    slower.title should include("--x=2 against ")
    slower.junit should include("failures=\"1\"")
    slower.markdown should include("| throughput |")
    slower.result.figures.map(_.name).take(2) shouldBe Vector("throughput", "CPU per request")
    new ComparePage(slower).render should include("So it is slower by more than")
    report(0.97, Some(0.03)).sentence should (include("but not whether by more than") and include("would decide"))
  }
}
