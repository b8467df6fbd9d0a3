package bottleneck.lab.figures.settings

import bottleneck.lab.figures.target.{Burst, ClosedLoad, Load, OpenLoad}
import java.time.Instant
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.concurrent.duration._

class InjectorSpec extends AnyFlatSpec with Matchers {
  private val start = Instant.parse("2026-11-25T13:10:00Z")

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
