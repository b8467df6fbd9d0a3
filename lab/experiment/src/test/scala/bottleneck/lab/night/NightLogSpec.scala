package bottleneck.lab.night

import bottleneck.lab.TemporaryFolder
import java.nio.file.Files
import java.time.Instant
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.concurrent.duration._

class NightLogSpec extends AnyFlatSpec with Matchers with TemporaryFolder {
  private val began = Instant.parse("2026-03-01T02:00:00Z")
  private val fresh = NightLog(began, NightSettings(6.hours, 42, blocks = 2, part = ""))

  private def run(beside: FiniteDuration, exitCode: Int = 0): NightRun =
    NightRun("a.B", repetition = 2, block = 1, began, 90.seconds, exitCode, beside)

  "A night" should "know what runs take beside their load, and which failed" in {
    fresh.beside shouldBe 1.minute
    fresh.ran(run(40.seconds)).ran(run(60.seconds, exitCode = 2)).beside shouldBe 50.seconds
    fresh.ran(run(40.seconds)).ran(run(60.seconds, exitCode = 2)).failed shouldBe Vector("a.B")
  }

  it should "count blocks after the first ones apart" in {
    fresh.copy(blocks = Map("a" -> 1, "b" -> 2, "c" -> 4)).further shouldBe Map("a" -> 0, "b" -> 0, "c" -> 2)
  }

  it should "write what it ran and what it had no time for" in {
    val _ = fresh.ran(run(40.seconds)).copy(left = Vector("a.C")).written(folder)
    val json = ujson.read(Files.readString(folder.resolve("night.json")))
    json("seed").str shouldBe "42"
    json("budgetSeconds").num shouldBe 21600
    (json("runs")(0)("simulation").str, json("runs")(0)("repetition").num) shouldBe (("a.B", 2))
    json("left").arr.map(_.str) shouldBe Vector("a.C")
  }
}
