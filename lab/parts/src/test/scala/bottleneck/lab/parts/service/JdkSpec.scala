package bottleneck.lab.parts.service

import bottleneck.lab.figures.settings.Refused
import bottleneck.lab.parts.Children
import java.nio.file.{Files, Path}
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class JdkSpec extends AnyFlatSpec with Matchers with Children {

  private def installation(release: String): Path = {
    val _ = program("bin/java", "")
    val _ = Files.writeString(folder.resolve("release"), release)
    folder
  }

  private val property = "service.java"

  "The JDK asked for" should "be read from its release file" in {
    val release = "IMPLEMENTOR=\"x\"\nJAVA_VERSION=\"21.0.4\"\nOS_NAME=\"Linux\"\n"
    val jdk = Jdk.choose(Some(installation(release)), property)
    jdk.feature shouldBe 21
    jdk.version shouldBe "21.0.4"
  }

  it should "be refused by the name of its property when it is too old or does not say what it is" in
    Vector("JAVA_VERSION=\"11.0.2\"", "JAVA_VERSION=\"1.8.0_402\"", "nothing").foreach { release =>
      val refusal = the[Refused] thrownBy Jdk.choose(Some(installation(release)), property)
      refusal.getMessage should startWith(s"-D$property=$folder is no JDK")
    }

  "The JDK found" should "be a long-term support release, no older than the running one if that is" in {
    val jdk = Jdk.choose(None, property)
    Files.isExecutable(jdk.java) shouldBe true
    jdk.feature should be >= 17
  }
}
