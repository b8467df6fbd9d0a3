package bottleneck.lab.explain.page

import bottleneck.lab.explain.page.ExamplePools.variant
import bottleneck.lab.explain.page.ExampleResults.{fiveInstances, noIndex, objected, oneInstance}
import bottleneck.lab.explain.record._
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scalatags.Text.all._

class ConnectionTableSpec extends AnyFlatSpec with Matchers {
  private def table(results: Result*): Markup =
    Markup.of(div(ConnectionTable.of(results.toVector.map(variant))).render)

  private val missing = "A dash: the operating system does not provide it"

  "Connections and threads" should "be told in a row for each variant" in {
    val shown = table(fiveInstances)
    shown.texts("td") shouldBe
      "940 60 1,000 3 17 21 29,322 1,025 1,133 4,322 6–14 31–190 12–12".split(" ").toVector
    shown.texts("th").last should startWith("5 instances")
    shown.texts("p").mkString should (include("(4,096)") and not include missing)
  }

  they should "leave out what the kernel does not tell, and say so" in {
    val portable = fiveInstances.server.copy(network = None, service = fiveInstances.server.service.copy(jvm = None))
    val shown = table(fiveInstances.copy(server = portable))
    shown.texts("td") shouldBe
      "940 – – – – – 29,322 1,025 1,133 – 6–14 31–190 12–12".split(" ").toVector
    shown.texts("p").mkString should (include(missing) and include("than somaxconn if"))
  }

  they should "have a row for a run that tells nothing, beside one that does" in {
    val silent =
      oneInstance.copy(measured = oneInstance.measured.copy(total = oneInstance.total.copy(latencyMs = None)))
    table(fiveInstances, silent).texts("td").drop(13) shouldBe Vector.fill(13)(Numbers.none)
  }

  they should "be told of a service that tells nothing too" in {
    val unscraped = fiveInstances.server.copy(service =
      fiveInstances.server.service.copy(handler = None, tomcat = None, threads = None)
    )
    table(fiveInstances.copy(server = unscraped)).texts("td").take(3) shouldBe Vector(Numbers.none, "60", "1,000")
  }

  they should "be marked where the run is disturbed" in {
    table(fiveInstances, objected(fiveInstances, "steady", "it has a trend"))
      .elements("tr", "disturbed") should have size 1
  }

  they should "not be there where no run tells any" in {
    ConnectionTable.of(Vector(oneInstance, noIndex).map(variant)) shouldBe empty
  }
}
