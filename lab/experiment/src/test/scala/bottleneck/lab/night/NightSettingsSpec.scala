package bottleneck.lab.night

import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.concurrent.duration._

class NightSettingsSpec extends AnyFlatSpec with Matchers {
  private def read(properties: (String, String)*): Either[String, NightSettings] =
    NightSettings.read(properties.toMap, "part", seed = 7).left.map(_.getMessage)

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
