package bottleneck.lab.explain.theory

import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class HeldUsersSpec extends AnyFlatSpec with Matchers {

  "A service" should "hold its connections and its backlog" in {
    HeldUsers.of(8192, 100, 4096, instances = 1) shouldBe HeldUsers(8192, 101)
    HeldUsers.of(8192, 100, 4096, instances = 5) shouldBe HeldUsers(40960, 505)
  }

  it should "have no longer a backlog than the kernel allows" in {
    HeldUsers.of(10, 10000, 128, instances = 1) shouldBe HeldUsers(10, 129)
    HeldUsers.of(10, 0, 128, instances = 1).users shouldBe 61
  }
}
