package bottleneck.lab.settings

import bottleneck.lab.target.{Burst, ClosedLoad, Load, OpenLoad}
import java.net.URI
import java.time.Instant
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.concurrent.duration._

class InjectorSpec extends AnyFlatSpec with Matchers {
  private val now = Instant.parse("2026-11-25T13:00:30Z")
  private val start = Instant.parse("2026-11-25T13:10:00Z")
  private val target = RunningParts(Vector(new URI("http://127.0.0.1:8080")))

  private def read(properties: (String, String)*): Either[String, Option[Injector]] =
    Injector.read(properties.toMap, target, RunNumbers(), now).left.map(_.getMessage)

  private def refusal(properties: (String, String)*): String = read(properties: _*).left.getOrElse(fail("was accepted"))

  "An injector" should "be read" in {
    read() shouldBe Right(None)
    read("lab.injector" -> "2/4", "lab.start" -> "2026-11-25T13:10:00Z") shouldBe Right(Some(Injector(2, 4, start)))
  }

  it should "be refused with what is allowed" in {
    for (text <- Vector("0/4", "5/4", "2", "a/b", "1/2/3", "-1/2", "1/101", "/", " 1/2"))
      refusal("lab.injector" -> text) shouldBe
        s"-Dlab.injector=$text: use 1/4 to 4/4 for four injectors; there may be 100."
    for (at <- Vector("13:10", "2026-11-25T13:00:30Z", "2026-11-25T14:00:31Z"))
      refusal("lab.injector" -> "1/2", "lab.start" -> at) shouldBe
        s"-Dlab.start=$at is no instant within the next hour: use one like 2026-11-25T13:10:00Z."
    refusal("lab.injector" -> "1/2") should include("say when the load begins")
    refusal("lab.start" -> "2026-11-25T13:10:00Z") should include("is for injectors only")
  }

  it should "need a target that all share, and no repeats" in {
    val one = Map("lab.injector" -> "1/2")
    Injector.read(one, RunningParts(), RunNumbers()).left.map(_.getMessage) shouldBe
      Left("-Dlab.injector=1/2: injectors share a target: name it, -Dtarget.url=.")
    Injector.read(one, target, RunNumbers(repeats = 2)).isLeft shouldBe true
  }

  "Shares" should "be all users together, differ by one at most, and never fall where the users become more" in {
    for { of <- 1 to 12; users <- 0 to 200 } {
      val injectors = (1 to of).map(Injector(_, of, start))
      val shares = injectors.map(_.share(users))
      shares.sum shouldBe users
      shares.max - shares.min should be <= 1
      injectors.zip(shares).foreach { case (injector, share) => injector.share(users + 1) should be >= share }
    }
  }

  "Users of several injectors" should "take turns where they arrive evenly" in {
    def turns(load: Load): Vector[FiniteDuration] = Vector(1, 2, 4).map(load.turn)
    turns(ClosedLoad(10, 5.seconds, 1.second, 10.seconds)) shouldBe Vector(0.seconds, 500.millis, 1500.millis)
    turns(OpenLoad(12, 1.second, 40.seconds, 5.seconds)).map(_.toMillis) shouldBe Vector(0, 83, 250)
    turns(Burst(10, 1.second)) shouldBe Vector.fill(3)(Duration.Zero)
  }
}
