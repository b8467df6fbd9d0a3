package bottleneck.lab.explain.page

import bottleneck.lab.explain.page.ExampleResults.{connected, oneInstance}
import bottleneck.lab.explain.record.Server
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class CostsSpec extends AnyFlatSpec with Matchers {

  "A request" should "take the cores in use divided by the throughput, and what it holds" in {
    // 0.31 cores of 193.6/s
    Costs.sentence(connected(oneInstance, handlerMs = 1025)) shouldBe
      Some("A request took 1.60 ms of CPU time in the service, a request thread for 1,025 ms.")
  }

  it should "be silent where nothing was measured or answered" in {
    Costs.sentence(oneInstance.copy(server = Server.unknown)) shouldBe None
    Costs.sentence(
      oneInstance.copy(measured = oneInstance.measured.copy(total = oneInstance.total.copy(throughput = 0)))
    ) shouldBe None
  }
}
