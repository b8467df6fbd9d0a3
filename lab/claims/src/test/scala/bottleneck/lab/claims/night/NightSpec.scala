package bottleneck.lab.claims.night

import bottleneck.lab.claims.Simulations.Entry
import bottleneck.lab.claims.night.MadeVariants._
import bottleneck.lab.claims.page.ExampleRuns
import bottleneck.lab.claims.verdict.Study
import bottleneck.lab.figures.settings.{Layout, RunNumbers, Scale, Settings}
import bottleneck.lab.log.TemporaryFolder
import java.io.ByteArrayOutputStream
import java.nio.file.{Files, Path}
import java.time.Instant
import java.util.concurrent.atomic.AtomicReference
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.concurrent.duration._

class NightSpec extends AnyFlatSpec with Matchers with TemporaryFolder {
  private val (journal, pools) = (study("journal"), study("pools"))
  private val variants = Vector(variant(journal, "One"), variant(journal, "Two"), variant(pools, "Three"))
  private val tookEach = 50.seconds

  private def results: Path = folder.resolve("results")

  /** Number of each run within its variant. */
  private val numbersOf = new AtomicReference(Vector.empty[RunNumbers])

  /** Success of each run of a night, and the night's output. Time passes by runs alone. */
  private def ran(
      budget: FiniteDuration = 1.hour,
      part: String = "",
      variants: Vector[Entry] = variants,
      studies: Vector[Study] = Vector(journal, pools)
  )(exitCode: String => Int): (Boolean, String) = {
    val now = new AtomicReference(Instant.parse("2026-03-01T02:00:00Z"))
    val settings = Settings(Scale.Quick, Layout(folder, folder, folder, folder, results))
    val build = Build(variants, studies, ExampleRuns.published(folder))
    val night = new Night(
      settings,
      NightSettings(budget, seed = 1, part),
      build,
      (simulation, numbers) => {
        val _ = now.updateAndGet(_.plusMillis(tookEach.toMillis))
        val _ = numbersOf.updateAndGet(_ :+ numbers)
        exitCode(simulation)
      },
      () => now.get
    )
    val said = new ByteArrayOutputStream
    val allWell = Console.withOut(said)(night.run())
    (allWell, said.toString)
  }

  private def log: ujson.Value = ujson.read(Files.readString(results.resolve("night.json")))

  private def simulations: Vector[String] = log("runs").arr.map(_("simulation").str).toVector

  "A night" should "run every variant once, and write the site" in {
    val (allWell, said) = ran()(_ => 0)
    allWell shouldBe true
    simulations.sorted shouldBe Vector("bottleneck.One", "bottleneck.Three", "bottleneck.Two")
    said should (include("3 variants of 2 experiments, budget 1 hour, seed 1") and include("3 runs in 2 min"))
    Files.isRegularFile(results.resolve("index.html")) shouldBe true
  }

  it should "run only the experiments that are asked for" in {
    val _ = ran(part = "pool")(_ => 0)
    simulations shouldBe Vector("bottleneck.Three")
  }

  it should "run what needs repeats by turns, each repeat by itself" in {
    val often = variant(journal, "One", times = 3) +: variants.tail
    val (_, said) = ran(part = "journal", variants = often)(_ => 0)
    simulations.count(_ == "bottleneck.One") shouldBe 3
    simulations.take(2).sorted shouldBe Vector("bottleneck.One", "bottleneck.Two")
    numbersOf.get.filter(_.repeats == 3).map(_.repetition) shouldBe Vector(1, 2, 3)
    numbersOf.get.map(_.properties.toMap).forall(_.contains("lab.repetition")) shouldBe true
    said should include("bottleneck.One, repeat 3 of 3")
  }

  // after two runs of 50 s the third would take as long
  it should "start no run that would end after its budget, and name it" in {
    val _ = ran(budget = 150.seconds)(_ => 0)
    (simulations.size, log("left").arr.size) shouldBe ((3, 0))
    val (allWell, said) = ran(budget = 149.seconds)(_ => 0)
    allWell shouldBe true
    (simulations.size, log("left").arr.map(_.str).toVector) shouldBe ((2, Vector("bottleneck.Three")))
    said should include("no time was left for bottleneck.Three")
  }

  it should "go on after a run that failed, and fail in the end" in {
    val (allWell, said) = ran()(simulation => if (simulation == "bottleneck.Two") 2 else 0)
    allWell shouldBe false
    simulations should have size 3
    log("runs").arr.map(_("exitCode").num).sorted shouldBe Vector(0, 0, 2)
    said should include("FAILED: bottleneck.Two")
  }

  it should "leave the log of the runs before an interruption" in {
    an[InterruptedException] should be thrownBy
      ran()(simulation => if (simulation == "bottleneck.Three") throw new InterruptedException else 0)
    simulations.sorted shouldBe Vector("bottleneck.One", "bottleneck.Two")
  }

  private def asked(arguments: String*): Either[(Int, String), Night] = {
    ExampleRuns.writeData(folder.resolve("data"))
    val file = Files.write(folder.resolve("file"), Array.empty[Byte])
    val layout = Vector("project" -> folder, "service.jar" -> file, "service.classpath" -> file) ++
      Vector("work" -> folder.resolve("work"), "results" -> results)
    Night.asked(arguments.toVector, layout.map { case (name, path) => s"lab.$name" -> path.toString }.toMap)
  }

  "An experiment that is unknown" should "be refused in a sentence, before anything starts" in {
    asked("random-latency").isRight shouldBe true
    asked("no-such") shouldBe
      Left(1 -> "No experiment has 'no-such' in its id: mvn -q test-compile exec:java@list shows all.")
    Files.exists(results) shouldBe false
  }

  "Arguments" should "be explained when asked, or when they are none of a night" in {
    asked("--help").left.map(_._1) shouldBe Left(0)
    asked("--help").left.map(_._2.contains("-Dlab.budget=6h")) shouldBe Left(true)
    asked("--no-such").left.map(_._1) shouldBe Left(1)
    asked("journal", "pools").left.map(_._1) shouldBe Left(1)
  }
}
