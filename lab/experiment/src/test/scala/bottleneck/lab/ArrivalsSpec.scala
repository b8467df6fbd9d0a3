package bottleneck.lab

import bottleneck.lab.target.{Burst, ClosedLoad, Load, OpenLoad}
import io.gatling.core.controller.inject.open.OpenInjectionStep
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.concurrent.duration._

class ArrivalsSpec extends AnyFlatSpec with Matchers {

  /** When the users of each injector come, in seconds. */
  private def times(load: Load, injectors: Int): Vector[Vector[Double]] = (1 to injectors).toVector.map { number =>
    val arrivals = Arrivals.of(load, number, injectors).getOrElse(fail("they come at once"))
    val (_, found) = arrivals.steps.foldLeft((0.0, Vector.empty[Double]))(add)
    found.headOption.foreach(_ shouldBe arrivals.first.toNanos / 1e9)
    found
  }

  /** As Gatling takes a step that begins then: it spreads a ramp evenly over each of its seconds. */
  private def add(sofar: (Double, Vector[Double]), step: OpenInjectionStep): (Double, Vector[Double]) = {
    val (begin, times) = sofar
    (step.productPrefix, step.productIterator.toVector) match {
      case ("NothingForOpenInjection", Vector(time: FiniteDuration)) => (begin + time.toNanos / 1e9, times)
      case ("AtOnceOpenInjection", Vector(users: Long)) => (begin, times ++ Vector.fill(users.toInt)(begin))
      case ("RampOpenInjection", Vector(users: Long, time: FiniteDuration)) =>
        time shouldBe 1.second
        (begin + 1, times ++ Vector.tabulate(users.toInt)(n => begin + n.toDouble / users))
      case other => fail(s"$other is no step that is known here")
    }
  }

  private def closed(users: Int, seconds: Int, injectors: Int): Vector[Vector[Double]] =
    times(ClosedLoad(users, seconds.seconds, 1.second, 10.seconds), injectors)

  "Users of all injectors" should "be all, and come as evenly as those of one" in {
    for { injectors <- 2 to 30; (users, seconds) <- Vector(400 -> 40, 150 -> 24, 250 -> 1, 999 -> 7, 200 -> 10) } {
      val all = closed(users, seconds, injectors).flatten.sorted
      all should have size users.toLong
      val perSecond = (0 until seconds).map(second => all.count(at => at >= second && at < second + 1))
      withClue(s"$users in $seconds s by $injectors: $perSecond ") {
        perSecond.foreach(_.toDouble should be(users.toDouble / seconds +- 1))
      }
    }
  }

  they should "come one after the other where they are few" in {
    closed(10, 20, injectors = 4).flatten.sorted shouldBe (0 until 10).map(_ * 2.0)
    closed(10, 5, injectors = 4).map(_.head) shouldBe Vector(0.0, 0.5, 1.0, 1.5)
  }

  they should "come at once where no time is given for them" in {
    closed(10, 0, injectors = 4) shouldBe Vector(3, 3, 2, 2).map(Vector.fill(_)(0.0))
  }

  they should "have no turns where they come at once" in {
    Arrivals.of(Burst(10, 1.second), 1, 2) shouldBe None
  }

  they should "take turns at the rate of an open load" in {
    val all = times(OpenLoad(12, 1.second, 40.seconds, 5.seconds), injectors = 4)
    all.map(times => (times.head * 12000).round) shouldBe Vector(0, 1000, 2000, 3000)
    all.flatten should have size 480
  }
}
