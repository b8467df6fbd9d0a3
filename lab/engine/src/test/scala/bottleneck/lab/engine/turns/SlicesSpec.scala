package bottleneck.lab.engine.turns

import bottleneck.lab.engine.users.LoopingUsers
import bottleneck.lab.engine.users.LoopingUsers.using
import bottleneck.lab.figures.preparation.Phases
import bottleneck.lab.figures.settings.Refused
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.concurrent.duration._

class SlicesSpec extends AnyFlatSpec with Matchers {
  private val few = Slices.fewOf(8)

  private def slices(
      users: LoopingUsers,
      alive: () => Unit = () => (),
      drainMost: FiniteDuration = 1.minute
  ): Slices = new Slices(users, users.reading, atOnce = 8, alive, drainMost)

  "A full slice" should "have every request of its users, from idle to idle, and all their CPU time" in using(8) {
    users =>
      users.response = _ => 200.millis
      val (turn, slice) = slices(users).full(0, 50.millis)
      (slice.phase, slice.requests) shouldBe ((Phases.full, users.rounds(0)))
      users.recordedRounds(0) shouldBe users.rounds(0)
      users.mostAtOnce shouldBe 8
      // those under way when the time is over belong to it
      slice.seconds should be >= 0.2
      slice.meanMs.getOrElse(0.0) should be >= 200.0
      slice.allOwnMs.getOrElse(0.0) shouldBe 1.0 +- 1e-6
      turn.cpuSeconds.getOrElse(0.0) shouldBe 0.001 +- 1e-9
      (turn.failedShare, turn.failures) shouldBe ((0.0, Vector.empty))
      (users.isOpen, users.isIdle) shouldBe ((false, true))
  }

  it should "be unrecorded where it is to settle" in using(8) { users =>
    slices(users).full(1, 10.millis, isRecorded = false)._2.requests shouldBe users.rounds(1)
    users.recordedRounds(1) shouldBe 0
  }

  "A light slice" should "be a batch by a few users, as large as the last one of the service was fast" in using(8) {
    users =>
      val of = slices(users)
      val first = of.light(0, 300.millis)
      users.response = _ => 40.millis
      val slower = Vector.fill(2)(of.light(0, 300.millis))
      of.light(1, 300.millis)
      users.batches.map(_._2).distinct shouldBe Vector(few)
      users.mostAtOnce shouldBe few
      val sizes = users.batches.map(_._1)
      // the rate of a service is that of a first round by all
      (sizes.head, sizes(4)) shouldBe ((few, few))
      (first +: slower).map(_.requests) shouldBe sizes.slice(1, 4).map(_.toLong)
      first.requests should be > few.toLong
      slower.last.requests should be < slower.head.requests / 3
      (first +: slower).foreach(slice => slice.allOwnMs.getOrElse(0.0) shouldBe 1.0 +- 1e-6)
      first.phase shouldBe Phases.light
      users.recordedRounds(0) shouldBe 0
  }

  "Requests alone" should "be one after the other, until there are twenty" in using(8) { users =>
    users.response = _ => 20.millis
    val slice = slices(users).alone(0, 200.millis)
    (slice.phase, users.mostAtOnce) shouldBe ((Phases.alone, 1))
    slice.requests should be >= Slices.fewestRequests
    slice.seconds should be < 2.0
  }

  they should "not take longer than ten times where they are slow" in using(8) { users =>
    users.response = _ => 100.millis
    val slice = slices(users).alone(0, 20.millis)
    slice.seconds should be >= 0.2
    slice.requests should be < Slices.fewestRequests
  }

  "A slice whose answers never come" should "be refused" in using(8) { users =>
    users.response = _ => 1.hour
    the[Refused] thrownBy slices(users, drainMost = 1.second).full(0, 10.millis) should have message
      "Requests were not answered within 1 s."
  }

  "A slice of a run that is over" should "end" in using(8) { users =>
    def over(): Unit = if (users.rounds(0) > 20) throw new InterruptedException
    an[InterruptedException] should be thrownBy slices(users, over _).full(0, 1.hour)
  }
}
