package bottleneck.lab.settings

import java.net.{InetSocketAddress, URI}
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class InjectorSpec extends AnyFlatSpec with Matchers {
  private val barrier = InetSocketAddress.createUnresolved("127.0.0.1", 9400)
  private val target = RunningParts(Vector(new URI("http://127.0.0.1:8080")))

  private def read(properties: (String, String)*): Either[String, Option[Injector]] =
    Injector.read(properties.toMap, target, RunNumbers()).left.map(_.getMessage)

  private def refusal(properties: (String, String)*): String = read(properties: _*).left.getOrElse(fail("was accepted"))

  "An injector" should "be read" in {
    read() shouldBe Right(None)
    read("lab.injector" -> "1/1") shouldBe Right(None)
    read("lab.injector" -> "2/4") shouldBe Right(Some(Injector(2, 4, barrier)))
    val own = InetSocketAddress.createUnresolved("injectors-0.injectors", 9000)
    read("lab.injector" -> "1/2", "lab.barrier" -> "injectors-0.injectors:9000") shouldBe Right(
      Some(Injector(1, 2, own))
    )
  }

  it should "be refused with what is allowed" in {
    for (text <- Vector("0/4", "5/4", "2", "a/b", "1/2/3", "-1/2", "1/101", "/", " 1/2"))
      refusal(
        "lab.injector" -> text
      ) shouldBe s"-Dlab.injector=$text: use 1/4 to 4/4 for four injectors; there may be 100."
    for (address <- Vector("9400", "host:", "host:0", "host:65536", "host:x", ":9400"))
      refusal("lab.injector" -> "1/2", "lab.barrier" -> address) should include("is no address")
    refusal("lab.barrier" -> "host:9400") should include("is for injectors only")
  }

  it should "need a target that all share, and no repeats" in {
    val one = Map("lab.injector" -> "1/2")
    Injector.read(one, RunningParts(), RunNumbers()).left.map(_.getMessage) shouldBe
      Left("-Dlab.injector=1/2: injectors share a target: name it, -Dtarget.url=.")
    Injector.read(one, target, RunNumbers(repeats = 2)).isLeft shouldBe true
  }

  "Shares" should "be all users together, and differ by one at most" in {
    for { of <- 1 to 12; users <- 0 to 200 } {
      val shares = (1 to of).map(Injector(_, of, barrier).share(users))
      shares.sum shouldBe users
      shares.max - shares.min should be <= 1
    }
  }

  they should "never fall where the users become more, as on a staircase" in {
    for { of <- 1 to 12; number <- 1 to of; users <- 0 to 200 } {
      val injector = Injector(number, of, barrier)
      injector.share(users + 1) should be >= injector.share(users)
    }
  }
}
