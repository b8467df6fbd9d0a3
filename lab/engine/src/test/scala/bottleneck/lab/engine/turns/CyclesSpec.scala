package bottleneck.lab.engine.turns

import bottleneck.lab.engine.users.LoopingUsers
import bottleneck.lab.engine.users.LoopingUsers.using
import bottleneck.lab.figures.preparation.{Cycle, Phases, Slice}
import bottleneck.lab.figures.settings.Refused
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.concurrent.duration._
import scala.util.Random

class CyclesSpec extends AnyFlatSpec with Matchers {
  private val users = 8
  private val times = TurnTimes(40.millis, 400.millis, look = 300.millis, warmMost = 1.second)

  private def run(of: LoopingUsers, names: String*)(
      isEnough: Vector[TurnCycle] => Boolean = _ => false,
      say: String => Unit = _ => (),
      withLight: Boolean = true,
      isRecorded: Boolean = true
  ): Vector[TurnCycle] = {
    val slices = new Slices(of, of.reading, users, () => ())
    val cycles = new Cycles(slices, names.toVector, new Random(5), times, withLight, isRecorded)(say)
    cycles.run(isEnough, all => s", found ${all.size}")
  }

  /** Slices of a cycle in the order in which they were, by phase and service. */
  private def order(of: TurnCycle): Vector[String] = of.cycles.zipWithIndex
    .flatMap { case (Cycle(full, light), n) => Vector(full, light).map(slice => slice.fromMs -> s"${slice.phase} $n") }
    .sortBy(_._1)
    .map(_._2)

  private def full(seen: Vector[TurnCycle], service: Int): Vector[Slice] = seen.map(_.cycles(service).full)

  "Cycles of one service" should "be a full and a light slice in random order, of which the full one is recorded" in
    using(users) { of =>
      val seen = run(of, "one")()
      seen.map(order).distinct.map(_.sorted) shouldBe Vector.fill(2)(Vector("full 0", "light 0"))
      of.recordedRounds(0) shouldBe full(seen, 0).map(_.requests).sum
      seen.foreach { cycle =>
        cycle.cycles.head.light.phase shouldBe Phases.light
        cycle.turns.head.cpuSeconds.getOrElse(0.0) shouldBe 0.001 +- 1e-9
        Vector(cycle.cycles.head.full, cycle.cycles.head.light).map(_.allOwnMs.fold(0L)(_.round)) shouldBe Vector(1, 1)
      }
      of.isOpen shouldBe false
    }

  "Cycles of two" should "have the full slices beside each other, in random order, and each its own figures" in
    using(users) { of =>
      val seen = run(of, "one", "other")()
      seen.map(order).distinct.sortBy(_.head) shouldBe Vector(
        Vector("light 0", "full 0", "full 1", "light 1"),
        Vector("light 1", "full 1", "full 0", "light 0")
      )
      Vector(0, 1).foreach { n =>
        of.recordedRounds(n) shouldBe full(seen, n).map(_.requests).sum
        seen.map(_.cycles(n).light.allOwnMs.fold(0L)(_.round)).distinct shouldBe Vector(n + 1)
      }
      all(seen.map(_.pair.ratio(_.cpuSeconds).getOrElse(0.0))) shouldBe 0.5 +- 1e-6
    }

  they should "be full slices alone where a ratio is all that is asked, and unrecorded where they are not a load" in
    using(users) { of =>
      val seen = run(of, "one", "other")(withLight = false)
      of.batches shouldBe empty
      seen.flatMap(_.cycles) shouldBe empty
      of.recordedRounds(0) should be > 0L
      seen.map(_.pair.ratio(_.cpuSeconds).fold(0L)(ratio => (ratio * 1000).round)).distinct shouldBe Vector(500)
      val recorded = of.recordedRounds(0)
      run(of, "one")(_ => true, isRecorded = false)
      of.recordedRounds(0) shouldBe recorded
    }

  "A full slice" should "last as long as four queues of all users take" in using(users) { of =>
    of.response = _ => 30.millis
    val seen = run(of, "one")(_ => true)
    full(seen, 0).map(_.seconds).min should be >= 0.12
  }

  "Cycles" should "end at a look that has enough, or after the last one, and say what was found" in using(users) { of =>
    var (looks, lines) = (Vector.empty[Int], Vector.empty[String])
    def enough(seen: Vector[TurnCycle]): Boolean = { looks = looks :+ seen.size; true }
    val began = Deadline.now
    val seen = run(of, "one")(enough, line => lines = lines :+ line)
    (Deadline.now - began) should be >= times.look
    looks shouldBe Vector(seen.size)
    lines.last should (startWith(s"${seen.size} cycle") and include(": one ") and endWith(s"/s, found ${seen.size}"))
    val again = Deadline.now
    run(of, "one")()
    (Deadline.now - again) should be >= times.look * 3
  }

  "A service without good answers" should "be refused, with why" in using(users) { of =>
    of.fails = true
    the[Refused] thrownBy run(of, "one", "other")() should have message
      "A service answered no request well in its turn: answer 503."
  }
}
