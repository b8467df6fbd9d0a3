package bottleneck.lab.claims

import bottleneck.lab.figures.settings.Layout
import bottleneck.lab.log.ChildJvm
import org.scalatest.flatspec.AnyFlatSpec

/** File names in a JVM of another locale. */
class LocaleSpec extends AnyFlatSpec with ChildJvm {
  private def said(locale: String, work: String): String = {
    val layout = Layout.names.map(name => s"-D$name=${if (name == "lab.work") work else folder.toString}")
    val (code, said) = ended(started(Map("LC_ALL" -> locale), layout :+ "bottleneck.lab.claims.night.Night": _*))
    code shouldBe 1
    said
  }

  "A path that the locale has no letters for" should "be refused with the locale to set" in {
    said("C", "/tmp/한글 경로") should (include("set LC_ALL=C.UTF-8 and run again.") and not include "Exception")
    said("C.UTF-8", "/tmp/한글 경로") should include("is missing: run mvn gatling:test")
    said("C", "/tmp/path") should include("is missing: run mvn gatling:test")
  }
}
