package bottleneck.lab.parts.host

import java.net.{InetAddress, ServerSocket}
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.util.Using

class FreePortsSpec extends AnyFlatSpec with Matchers {

  "Free ports" should "be different, free, and outside the range of outgoing connections" in {
    val ports = FreePorts.choose(50) ++ (1 to 10).flatMap(_ => FreePorts.choose(1))
    ports.distinct should have size 60
    ports.forall(port => port >= 15000 && port < 32000 && FreePorts.isFree(port)) shouldBe true
  }

  "A port" should "not be free while somebody listens on it" in {
    val port = FreePorts.choose(1).head
    Using.resource(new ServerSocket(port, 1, InetAddress.getLoopbackAddress))(_ =>
      FreePorts.isFree(port) shouldBe false
    )
    FreePorts.isFree(port) shouldBe true
  }
}
