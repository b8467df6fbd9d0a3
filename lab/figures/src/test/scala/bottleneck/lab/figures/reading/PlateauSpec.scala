package bottleneck.lab.figures.reading

import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.util.Random

class PlateauSpec extends AnyFlatSpec with Matchers {

  /** Users of a ramp of so many seconds, at their level at its end. */
  private def ramp(from: Double, to: Double, seconds: Int): Vector[Double] =
    Vector.tabulate(seconds)(second => from + (to - from) * (second + 0.5) / seconds)

  private def level(users: Double, seconds: Int): Vector[Double] = Vector.fill(seconds)(users)

  /** Mean users in each second of an open load: arrivals of a Poisson process for so many seconds, each of whom stays.
    */
  private def open(perSecond: Double, seconds: Int, random: Random)(staySeconds: => Double): Vector[Double] = {
    val arrivals =
      Iterator.iterate(0.0)(_ - math.log(1 - random.nextDouble()) / perSecond).drop(1).takeWhile(_ < seconds)
    val stays = arrivals.map(at => (at, at + staySeconds)).toVector
    Vector.tabulate(math.ceil(stays.map(_._2).max).toInt)(second =>
      stays.map { case (from, to) => math.max(0, math.min(to, second + 1.0) - math.max(from, second.toDouble)) }.sum
    )
  }

  "The plateau of a closed load" should "be without arrival and drain" in {
    for (users <- Vector(1.0, 7.0, 100.0, 10000.0); arrival <- Vector(1, 10, 60); length <- Vector(20, 300))
      withClue(s"$users users, $arrival s, $length s: ") {
        val load = level(0, 3) ++ ramp(0, users, arrival) ++ level(users, length) ++ ramp(users, 0, 5) ++ level(0, 2)
        val found = Plateau.of(load).getOrElse(fail())
        found.start shouldBe 3 + arrival +- math.max(0, arrival / 50 + 1)
        found.end shouldBe 3 + arrival + length +- 1
      }
  }

  it should "end with a cut log, and outlast a user who hangs" in {
    Plateau.of(ramp(0, 50, 10) ++ level(50, 40)) shouldBe Some(10 until 50)
    Plateau.of(ramp(0, 50, 10) ++ level(50, 40) ++ level(1, 60)) shouldBe Some(10 until 50)
  }

  "The plateau of an open load" should "begin when as many leave as arrive" in {
    val random = new Random(4)
    val loads =
      Vector((20.0, 60, 0.05), (20.0, 120, 2.0), (2.0, 120, 0.3), (100.0, 60, 0.5), (5.0, 300, 20.0), (1.0, 60, 0.01))
    for ((perSecond, seconds, stay) <- loads; _ <- 1 to 20)
      withClue(s"$perSecond users/s, $seconds s, $stay s each: ") {
        val found =
          Plateau.of(open(perSecond, seconds, random)(-stay * math.log(1 - random.nextDouble()))).getOrElse(fail())
        found.start should be <= (seconds / 3)
        found.end should be >= (seconds * 3 / 4)
        found.end should be <= (seconds + (3 * stay).toInt + 2)
      }
  }

  "A ramp, a staircase and a slow burst" should "have none" in {
    for (users <- Vector(20.0, 1000.0)) {
      Plateau.of(ramp(0, users, 100)) shouldBe None
      Plateau.of(ramp(0, users, 60) ++ ramp(users, 0, 60)) shouldBe None
      Plateau.of(level(users, 2) ++ ramp(users, 0, 60)) shouldBe None
      for (levels <- Vector(2, 3, 5, 10))
        Plateau.of((1 to levels).toVector.flatMap(n => level(users * n / levels, 30))) shouldBe None
    }
    Plateau.of(level(0, 30)) shouldBe None
    Plateau.of(Vector.empty) shouldBe None
  }

  "A level that is held more than twice as long as any other" should "be the plateau" in {
    Plateau.of(level(50, 30) ++ level(100, 70) ++ level(0, 3)) shouldBe Some(30 until 100)
    Plateau.of(ramp(0, 100, 600) ++ level(100, 300)).map(_.end) shouldBe Some(900)
  }
}
