package bottleneck.lab.explain.history

import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class WatchSpec extends AnyFlatSpec with Matchers {

  /** 1 % to either side in turn. */
  private def level(mean: Double, nights: Int): Vector[Double] =
    Vector.tabulate(nights)(n => mean * (if (n % 2 == 0) 1.01 else 0.99))

  private def watch(nights: Vector[NightValue]): Watch =
    nights.foldLeft(Watch())((before, night) => Watch.together(Vector(before.and(night)))(0)._1)

  private def nights(values: Vector[Double]): Vector[NightValue] =
    values.zipWithIndex.map { case (value, n) => NightValue(n, value) }

  private val steady = level(100, 20)

  "A watch" should "suspect nothing of a level that stays" in {
    watch(nights(steady)).suspicion shouldBe None
    watch(nights(steady)).look.change shouldBe None
  }

  it should "suspect a change, and say where it began" in {
    val found = watch(nights(steady ++ level(90, 1))).suspicion.getOrElse(fail())
    found.raised shouldBe 20
    found.at shouldBe 20
    found.ratio shouldBe 0.9 +- 0.02
    found.rises shouldBe false
    found.confirmed shouldBe None
  }

  it should "not confirm it by what raised it" in {
    val found = watch(nights(steady ++ level(90, 1))).suspicion.getOrElse(fail())
    found.fresh shouldBe empty
  }

  it should "confirm it by a repeat of the same night" in {
    val repeated = nights(steady) :+ NightValue(20, 90, Vector(91))
    watch(repeated).suspicion.map(_.confirmed) shouldBe Some(Some(20))
  }

  it should "confirm it by a run of a later night" in {
    watch(nights(steady ++ level(90, 2))).suspicion.map(_.confirmed) shouldBe Some(Some(21))
  }

  it should "not confirm it where repeats are as before" in {
    val repeated = nights(steady) :+ NightValue(20, 90, Vector(100)) :+ NightValue(21, 100)
    watch(repeated).suspicion.flatMap(_.confirmed) shouldBe None
  }

  it should "drop what seven nights do not confirm" in {
    val open = watch(nights(steady ++ level(90, 1) ++ level(100, 6)))
    open.suspicion.map(_.raised) shouldBe Some(20)
    watch(nights(steady ++ level(90, 1) ++ level(100, 7))).suspicion.filter(_.raised == 20) shouldBe None
  }

  it should "accept a confirmed level that is seven nights old" in {
    val accepted = watch(nights(steady ++ level(90, 12)))
    accepted.since shouldBe 20
    accepted.suspicion shouldBe None
    accepted.look.comparison.map(_.ratio).getOrElse(fail()) shouldBe 1.0 +- 0.02
  }

  it should "see a change back as a change of its own" in {
    val back = watch(nights(steady ++ level(90, 3) ++ level(100, 4))).suspicion.getOrElse(fail())
    back.rises shouldBe true
    back.at shouldBe 23
  }

  it should "leave out a change that is too small to count" in {
    watch(nights(steady.map(_ / 10) ++ level(9.8, 7))).suspicion shouldBe None
  }

  it should "wait until there is something to compare" in {
    watch(nights(steady.take(3))).look.comparison shouldBe None
    watch(Vector.empty).suspicion shouldBe None
  }

  "The look at a night" should "compare the newest seven with those before them" in {
    val look = watch(nights(steady)).look
    look.comparison.map(found => (found.baseline, found.newest)) shouldBe Some((13, 7))
    look.baseline should have size 13
    watch(nights(steady.take(8))).look.comparison.map(found => (found.baseline, found.newest)) shouldBe Some((5, 3))
  }
}
