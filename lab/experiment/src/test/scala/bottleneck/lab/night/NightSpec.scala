package bottleneck.lab.night

import bottleneck.lab.TemporaryFolder
import bottleneck.lab.explain.history.MadeNights.{in, made}
import bottleneck.lab.explain.page.ExampleRuns
import bottleneck.lab.explain.verdict.Study
import bottleneck.lab.Simulations.Variant
import bottleneck.lab.night.MadeVariants._
import bottleneck.lab.settings.{Layout, RunNumbers, Scale, Settings}
import java.io.ByteArrayOutputStream
import java.nio.file.{Files, Path}
import java.time.{Clock, Instant, ZoneId, ZoneOffset}
import java.util.concurrent.atomic.AtomicReference
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.concurrent.duration._

class NightSpec extends AnyFlatSpec with Matchers with TemporaryFolder {
  private val (journal, pools) = (study("journal"), study("pools"))
  private val variants = Vector(variant(journal, "One"), variant(journal, "Two"), variant(pools, "Three"))
  private val tookEach = 50.seconds

  private def results: Path = folder.resolve("results")

  /** Which run of its variant each run was. */
  private val numbersOf = new AtomicReference(Vector.empty[RunNumbers])

  /** Time that passes by runs alone. */
  private final class TimeOfRuns extends Clock {
    private val now = new AtomicReference(Instant.parse("2026-03-01T02:00:00Z"))

    def pass(time: FiniteDuration): Unit = {
      val _ = now.updateAndGet(_.plusMillis(time.toMillis))
    }

    override def instant(): Instant = now.get
    override def getZone: ZoneId = ZoneOffset.UTC
    override def withZone(zone: ZoneId): Clock = this
  }

  /** Whether each run of a night ended well, and what the night said. */
  private def ran(
      budget: FiniteDuration = 1.hour,
      part: String = "",
      variants: Vector[Variant] = variants,
      studies: Vector[Study] = Vector(journal, pools),
      history: Option[Path] = None
  )(exitCode: String => Int): (Boolean, String) = {
    val clock = new TimeOfRuns
    val settings = Settings(Scale.Quick, Layout(folder, folder, folder, folder, results), history = history)
    val build = Build(variants, studies, ExampleRuns.published(folder))
    val night = new Night(
      settings,
      NightSettings(budget, seed = 1, blocks = 1, part),
      build,
      (simulation, numbers) => {
        clock.pass(tookEach)
        val _ = numbersOf.updateAndGet(_ :+ numbers)
        exitCode(simulation)
      },
      clock
    )
    val said = new ByteArrayOutputStream
    val allWell = Console.withOut(said)(night.run())
    (allWell, said.toString)
  }

  private def log: ujson.Value = ujson.read(Files.readString(results.resolve("night.json")))

  private def simulations: Vector[String] = log("runs").arr.map(_("simulation").str).toVector

  "A night" should "run every variant once where nothing is undecided, and write the site" in {
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
    val often =
      variants.map(of => if (of.simulation.endsWith("One")) of.copy(setup = of.setup.copy(repeats = 3)) else of)
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

  /** A night after 15 others of about 200 responses/s: what each of its runs answers, one after the other. */
  private def ranAfterOthers(budget: FiniteDuration, answers: Double*): String = ranRepeated(1, budget, answers: _*)

  /** The same with so many repeats. */
  private def ranRepeated(repeats: Int, budget: FiniteDuration, answers: Double*): String = {
    val history = Files.createDirectories(folder.resolve("history"))
    for { night <- 0 until 15 } ExampleRuns.write(history, in(night, made(200.0 + night % 3), s"c$night"))
    val latency = study("random-latency")
    val next = answers.zipWithIndex.iterator
    val one = variant(latency, "1 instance")
    val variants = Vector(one.copy(setup = one.setup.copy(repeats = repeats)))
    val (_, said) = ran(budget, "", variants, Vector(latency), Some(history)) { _ =>
      val (throughput, n) = next.next()
      ExampleRuns.write(results, in(15, made(throughput), "c15", minutes = 2 * n))
      0
    }
    next.hasNext shouldBe false
    said
  }

  private def failures: Int =
    Files.readString(results.resolve("TEST-history.xml")).split("<failure").length - 1

  "A suspected regression" should "be run again in the same night, and fail its test when these runs show it too" in {
    val said = ranAfterOthers(1.hour, 160, 161, 159, 160, 161)
    said should include("run again, as a regression is suspected: bottleneck.1 instance")
    said should include("REGRESSION: random-latency, 1 instance: throughput")
    failures should be > 0
    log("runs").arr.map(_("block").num).distinct shouldBe Vector(1)
  }

  it should "fail no test when these runs are as before" in {
    ranAfterOthers(1.hour, 160, 200, 201, 202, 200) should
      include("suspected regression, not confirmed: random-latency, 1 instance: throughput")
    failures shouldBe 0
    Files.readString(results.resolve("TEST-history.xml")) should include("4 runs since then do not confirm it")
  }

  it should "be run again by itself, whatever repeats it has" in {
    val said = ranRepeated(2, 1.hour, 160, 201, 200, 161, 159, 160)
    said.linesIterator.filter(_.contains("min left")).map(_.split(": ").last).toVector shouldBe
      Vector("bottleneck.1 instance, repeat 1 of 2", "bottleneck.1 instance, repeat 2 of 2") ++
      Vector.fill(4)("bottleneck.1 instance")
  }

  it should "be run again within the budget alone" in {
    ranAfterOthers(100.seconds, 160, 160) should include("no time was left for bottleneck.1 instance")
  }

  it should "not be what stays as it was, or gets better" in {
    ranAfterOthers(1.hour, 201) should not include "suspected"
    ranAfterOthers(1.hour, 260) should not include "suspected"
  }

  private def asked(arguments: String*): Either[(Int, String), Night] = {
    ExampleRuns.writeData(folder.resolve("data"))
    val file = Files.write(folder.resolve("file"), Array.empty[Byte]).toString
    Night.asked(
      arguments.toVector,
      Map(
        "lab.project" -> folder.toString,
        "lab.service.jar" -> file,
        "lab.service.classpath" -> file,
        "lab.work" -> folder.resolve("work").toString,
        "lab.results" -> results.toString
      )
    )
  }

  "An experiment that is unknown" should "be refused in a sentence, before anything starts" in {
    asked("random-latency").isRight shouldBe true
    asked("no-such") shouldBe
      Left(1 -> "No experiment has 'no-such' in its id: mvn -q test-compile exec:java@list shows all.")
    Files.exists(results) shouldBe false
  }

  "Arguments" should "be explained when asked, or when they are none of a night" in {
    asked("--help").left.map(_._1) shouldBe Left(0)
    asked("--help").left.map(_._2.contains("at most 5 blocks more of a study")) shouldBe Left(true)
    asked("--no-such").left.map(_._1) shouldBe Left(1)
    asked("journal", "pools").left.map(_._1) shouldBe Left(1)
  }
}
