package bottleneck.lab.run.service

import bottleneck.lab.run.Children
import bottleneck.lab.settings.Refused
import java.nio.file.{Files, Path}
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class JdkSpec extends AnyFlatSpec with Matchers with Children {

  private def installation(release: String): Path = {
    val _ = program("bin/java", "")
    val _ = Files.writeString(folder.resolve("release"), release)
    folder
  }

  "The JDK asked for" should "be read from its release file" in {
    val jdk = Jdk.choose(Some(installation("IMPLEMENTOR=\"x\"\nJAVA_VERSION=\"21.0.4\"\nOS_NAME=\"Linux\"\n")))
    jdk.feature shouldBe 21
    jdk.version shouldBe "21.0.4"
  }

  it should "be refused when it is too old or does not say what it is" in
    Vector("JAVA_VERSION=\"11.0.2\"", "JAVA_VERSION=\"1.8.0_402\"", "nothing").foreach { release =>
      (the[Refused] thrownBy Jdk.choose(Some(installation(release)))).getMessage should include(folder.toString)
    }

  "The JDK found" should "be a long-term support release, no older than the running one if that is" in {
    val jdk = Jdk.choose(None)
    Files.isExecutable(jdk.java) shouldBe true
    jdk.feature should be >= 17
  }
}
