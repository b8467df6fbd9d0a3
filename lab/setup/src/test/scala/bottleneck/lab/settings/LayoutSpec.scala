package bottleneck.lab.settings

import bottleneck.lab.Project
import java.nio.file.Files
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class LayoutSpec extends AnyFlatSpec with Matchers {
  private lazy val pom = Files.readString(Project.root.resolve("simulations/pom.xml"))

  /** Names of properties where `written` finds them. */
  private def names(written: String): Vector[String] =
    written.r.findAllMatchIn(pom).map(_.group(1)).toVector

  // each plugin has a form of its own, and none of them reads that of another
  "The POM" should "set the whole layout for the tests, for a night and for Gatling" in {
    names("""<(lab\.[a-z.]+)>\$\{[^}]*}</""") shouldBe Layout.names
    names("""<key>(lab\.[a-z.]+)</key>""") shouldBe Layout.names
    names("""-D(lab\.[a-z.]+)=""") shouldBe Layout.names
  }
}
