package bottleneck.lab.target

import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.concurrent.duration._

class LoadSpec extends AnyFlatSpec with Matchers {
  private val warmUp = Some(WarmUp(users = 2, 10.seconds))
  private val open = OpenLoad(perSecond = 12.5, settle = 4.seconds, hold = 20.seconds, patience = 8.seconds, warmUp)
  private val stairs = Staircase(Vector(1, 2, 8), each = 4.seconds, settle = 1.second, warmUp)

  "An open load" should "be judged when its users have come for a while, and end when the last gives up" in {
    open.arrivesFrom shouldBe 12.seconds
    (open.judgedFrom, open.judgedUntil) shouldBe ((16.seconds, 32.seconds))
    open.duration shouldBe 42.seconds
  }

  it should "have as many users as come within their patience, and no more than come in all" in {
    (open.arrivals, open.users) shouldBe ((250, 100))
    open.copy(patience = 1.hour).users shouldBe 250
  }

  it should "be refused where it cannot be" in {
    an[IllegalArgumentException] should be thrownBy open.copy(perSecond = 0)
    an[IllegalArgumentException] should be thrownBy open.copy(hold = 20500.millis)
    an[IllegalArgumentException] should be thrownBy open.copy(settle = 20.seconds)
    an[IllegalArgumentException] should be thrownBy open.copy(patience = Duration.Zero)
  }

  "A staircase" should "be judged at each level without its beginning" in {
    stairs.coming shouldBe Vector(1, 1, 6)
    stairs.judged shouldBe
      Vector(11.seconds -> 14.seconds, 15.seconds -> 18.seconds, 19.seconds -> 22.seconds)
    (stairs.judgedFrom, stairs.duration, stairs.users) shouldBe ((11.seconds, 22.seconds, 8))
  }

  it should "rise" in {
    an[IllegalArgumentException] should be thrownBy stairs.copy(levels = Vector.empty)
    an[IllegalArgumentException] should be thrownBy stairs.copy(levels = Vector(0, 1))
    an[IllegalArgumentException] should be thrownBy stairs.copy(levels = Vector(1, 1))
    an[IllegalArgumentException] should be thrownBy stairs.copy(levels = Vector(2, 1))
    an[IllegalArgumentException] should be thrownBy stairs.copy(settle = 4.seconds)
  }

  "A confirmation" should "be a part of what the staircase sustained" in {
    val confirmation = Confirmation("staircase", "bottleneck.Stairs", 0.9, rate => open.copy(perSecond = rate))
    confirmation.load(Map("staircase" -> 200.0).get) shouldBe Right(open.copy(perSecond = 180))
  }

  it should "say what to run first where there is none" in {
    val confirmation = Confirmation("staircase", "bottleneck.Stairs", 0.9, rate => open.copy(perSecond = rate))
    confirmation.load(Map("other" -> 200.0).get) shouldBe Left(
      "It needs a sound run of 'staircase' with a level that meets the SLO: first run mvn gatling:test -Dgatling.simulationClass=bottleneck.Stairs."
    )
  }

  "Any other load" should "need no earlier run" in {
    stairs.load(_ => None) shouldBe Right(stairs)
  }
}
