package bottleneck.lab.figures.preparation

import bottleneck.lab.log.TemporaryFolder
import java.nio.file.Files
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class PreparationSpec extends AnyFlatSpec with Matchers with TemporaryFolder {

  private val warming = MadeSlices.warming(2, 1, 1, 1, 1)
  private val alone = warming.last.copy(phase = Phases.alone, stolen = Some(0.03))
  private val calibrating = MadeSlices.calibrating("service-1" -> 4)
  private val preparation = Preparation((warming :+ alone) ++ calibrating, 60000, heldMs = None, cpus = 2)

  private def damaged(text: String): String = {
    Files.writeString(folder.resolve(Preparation.file), text)
    Preparation.read(folder).fold(_.sentence, seen => fail(s"it was read: $seen"))
  }

  "A preparation" should "be as warm as its warm-up was at the end, by CPU times or by response times" in {
    preparation.warmth.isWarm shouldBe true
    preparation.copy(slices = warming.take(4)).warmth.isWarm shouldBe false
    // the CPU times of these still fall, the response times are the same
    preparation.copy(slices = warming.take(4), heldMs = Some(100)).warmth.isWarm shouldBe true
  }

  it should "have cycles of a full slice and the light one beside it, whichever came first" in {
    def light(n: Int): Slice = MadeSlices.light(100, Map.empty, n = n)
    def full(n: Int): Slice = light(n).copy(phase = Phases.full)
    preparation.copy(slices = warming ++ Vector(alone, light(0), full(1), full(2), light(3))).cycles shouldBe
      Vector(Cycle(full(1), light(0)), Cycle(full(2), light(3)))
    preparation.cycles shouldBe empty
  }

  it should "be read as it was written" in
    Vector(preparation, preparation.copy(heldMs = Some(300.5)), preparation.copy(slices = Vector.empty)).foreach {
      seen =>
        Preparation.write(folder.resolve("of").resolve("a run"), seen)
        Preparation.read(folder.resolve("of").resolve("a run")) shouldBe Right(Some(seen))
    }

  "A damaged file" should "be named in a sentence, and not be taken for none" in {
    Preparation.write(folder, preparation)
    val whole = Files.readString(folder.resolve(Preparation.file))
    val texts = Vector(
      "",
      whole.take(whole.length / 2),
      "[]",
      "17",
      whole.replace("\"cpus\"", "\"cores\""),
      whole.replace("\"toMs\": 1", "\"toMs\": -1"),
      whole.replace("\"requests\": 300", "\"requests\": \"many\""),
      whole.replace("\"service-1\": ", "\"service-1\": true, \"x\":")
    )
    texts.foreach { text =>
      text should not be whole
      damaged(text) should (include(Preparation.file) and include("cannot be used: it is damaged: "))
    }
    Files.write(folder.resolve(Preparation.file), Array[Byte](123, -1, -2))
    Preparation.read(folder).isLeft shouldBe true
  }
}

class SliceSpec extends AnyFlatSpec with Matchers {

  /** Two seconds with 100 requests, which were answered after 5 ms on average. */
  private val slice = Slice(
    Phases.warmUp,
    fromMs = 1000,
    toMs = 3000,
    requests = 100,
    responseMs = 500,
    cpu = Map("service-1" -> 0.4, "service-2" -> 0.3, "database" -> 0.2, "generator" -> 0.15),
    compilers = Map("service-1" -> 0.1, "generator" -> 0.05)
  )

  "A slice" should "have its length, its throughput and the mean of its response times" in {
    (slice.seconds, slice.perSecond, slice.meanMs) shouldBe ((2.0, 50.0, Some(5.0)))
    slice.copy(requests = 0, responseMs = 0).meanMs shouldBe None
  }

  it should "tell what all instances of a part used, without their compilers" in {
    slice.own("service").getOrElse(0.0) shouldBe 0.6 +- 1e-9
    slice.own("database").getOrElse(0.0) shouldBe 0.2 +- 1e-9
    slice.allOwn shouldBe 0.9 +- 1e-9
    slice.compiling shouldBe 0.15 +- 1e-9
  }

  it should "use no less than nothing where clocks tick roughly" in {
    val compiled = slice.copy(cpu = Map("service-1" -> 0.1), compilers = Map("service-1" -> 0.11))
    (compiled.own("service"), compiled.allOwn) shouldBe ((Some(0.0), 0.0))
  }
}
