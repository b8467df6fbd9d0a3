package bottleneck.lab.figures.target

import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.concurrent.duration._

class LoadSpec extends AnyFlatSpec with Matchers {
  private val warmUp = Some(WarmUp(users = 2))
  private val open = OpenLoad(perSecond = 12.5, settle = 4.seconds, hold = 20.seconds, patience = 8.seconds, warmUp)
  private val stairs = Staircase(Vector(1, 2, 8), each = 4.seconds, settle = 1.second, warmUp)

  "An open load" should "be judged when its users have come for a while, and end when the last gives up" in {
    open.arrivesFrom shouldBe 2.seconds
    (open.judgedFrom, open.judgedUntil) shouldBe ((6.seconds, 22.seconds))
    open.duration shouldBe 32.seconds
  }

  it should "have as many users as come within their patience, and no more than come in all" in {
    (open.arrivals, open.users) shouldBe ((250, 100))
    open.copy(patience = 1.hour).users shouldBe 250
  }

  "A staircase" should "be judged at each level without its beginning" in {
    stairs.comingOf(identity) shouldBe Vector(1, 1, 6)
    stairs.judged shouldBe
      Vector(1.second -> 4.seconds, 5.seconds -> 8.seconds, 9.seconds -> 12.seconds)
    (stairs.judgedFrom, stairs.duration, stairs.users) shouldBe ((1.second, 12.seconds, 8))
  }

  private val closed = ClosedLoad(users = 9, arrival = 2.seconds, settle = 3.seconds, hold = 10.seconds, warmUp)

  "A closed load" should "be judged when its users have come and settled, for whatever time" in {
    (closed.judgedFrom, closed.judged, closed.duration) shouldBe ((5.seconds, 7.seconds, 12.seconds))
    closed.copy(warmUp = None).judgedFrom shouldBe closed.judgedFrom
    val longer = closed.judgedFor(20.seconds)
    (longer.judgedFrom, longer.judged, longer.duration) shouldBe ((5.seconds, 20.seconds, 25.seconds))
  }

  "A burst" should "begin after a pause, and end when the last has given up and a pause is over" in {
    val burst = Burst(users = 5, patience = 9.seconds, warmUp, arrival = 2.seconds)
    (burst.judgedFrom, burst.duration) shouldBe ((4.seconds, 19.seconds))
  }

  "A confirmation" should "be a part of what the staircase sustained, or say what to run first where there is none" in {
    val confirmation = Confirmation("staircase", "bottleneck.Stairs", 0.9, rate => open.copy(perSecond = rate))
    confirmation.load(Map("staircase" -> 200.0).get) shouldBe Right(open.copy(perSecond = 180))
    confirmation.load(Map("other" -> 200.0).get) shouldBe Left(
      "It needs a sound run of 'staircase' with a level that meets the SLO: first run mvn gatling:test -Dgatling.simulationClass=bottleneck.Stairs."
    )
  }
}
