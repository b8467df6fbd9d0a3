package bottleneck.lab.injectors

import bottleneck.lab.explain.record.ClockOffset
import bottleneck.lab.run.host.FreePorts
import bottleneck.lab.settings.{Injector, Refused}
import java.net.{InetSocketAddress, Socket}
import java.util.concurrent.atomic.AtomicBoolean
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.concurrent.ExecutionContext.Implicits.global
import scala.concurrent.duration._
import scala.concurrent.{blocking, Await, Future}
import scala.util.Using

class BarrierSpec extends AnyFlatSpec with Matchers {
  private val simulation = "bottleneck.mine.Orders"

  /** Names an address that is free. */
  private def injectors(of: Int): Vector[Injector] = {
    val address = InetSocketAddress.createUnresolved("127.0.0.1", FreePorts.choose(1).head)
    (1 to of).toVector.map(Injector(_, of, address))
  }

  private def awaiting(barrier: Barrier): Future[Beginning] = Future(blocking(barrier.await()))

  private def outcome(waiting: Future[Beginning]): Beginning = Await.result(waiting, 30.seconds)

  private def refusal(waiting: Future[Beginning]): String =
    the[Refused] thrownBy outcome(waiting) match { case refused => refused.getMessage }

  "Injectors" should "begin when all are there and the first is ready" in {
    val all = injectors(3)
    Using.resource(Barrier.of(all.head, simulation)) { first =>
      val others = all.tail.map(of => awaiting(Barrier.of(of, simulation)))
      Thread.sleep(500)
      others.exists(_.isCompleted) shouldBe false
      val beginning = first.await()
      beginning.clock shouldBe ClockOffset.none
      beginning.in.toMillis should be > 2000L
      others.map(outcome).foreach { other =>
        // both are of this machine
        math.abs(other.clock.aheadMs) should be <= other.clock.errorMs + 1
        other.at shouldBe beginning.at + (other.clock.aheadMs * 1000).round
      }
    }
  }

  they should "find the first even if it comes last" in {
    val all = injectors(2)
    val other = awaiting(Barrier.of(all(1), simulation))
    Thread.sleep(500)
    Using.resource(Barrier.of(all.head, simulation))(_.await())
    outcome(other).clock.errorMs should be > 0.0
  }

  "The first" should "name those that do not come, and let the others go" in {
    val all = injectors(3)
    Using.resource(Barrier.of(all.head, simulation, patience = 2.seconds)) { first =>
      val other = awaiting(Barrier.of(all(2), simulation))
      refusal(awaiting(first)) should startWith("Of 3 injectors 2 did not come to 127.0.0.1:")
      refusal(other) should include("ended before the load began")
    }
  }

  it should "refuse a port that is taken" in {
    val all = injectors(2)
    Using.resource(Barrier.of(all.head, simulation)) { _ =>
      (the[Refused] thrownBy Barrier.of(all.head, simulation)).getMessage should include("give a free address")
    }
  }

  it should "take another in the place of one that left, and only then" in {
    val all = injectors(2)
    Using.resource(Barrier.of(all.head, simulation)) { first =>
      val lost = connected(all(1))
      Using.resource(new Line(lost)) { line =>
        line.send(Barrier.hello(all(1), simulation))
        line.receive(5.seconds) shouldBe Some(Barrier.welcome)
        line.send(Barrier.ready)
        Thread.sleep(300)
        refusal(awaiting(Barrier.of(all(1), simulation))) should include("injector 2 of 2 is there already")
      }
      Thread.sleep(300)
      val again = awaiting(Barrier.of(all(1), simulation))
      first.await()
      outcome(again).clock.errorMs should be > 0.0
    }
  }

  it should "not be stopped by what is no injector" in {
    val all = injectors(2)
    Using.resource(Barrier.of(all.head, simulation)) { first =>
      val strangers = Vector("GET / HTTP/1.1\r\n\r\n", "x" * 100000, "\n", "clock\n").map { said =>
        val socket = connected(all.head)
        try socket.getOutputStream.write(said.getBytes)
        catch { case _: java.io.IOException => () }
        socket
      }
      val other = awaiting(Barrier.of(all(1), simulation))
      first.await()
      outcome(other).clock.errorMs should be > 0.0
      strangers.foreach(_.close())
    }
  }

  "Another simulation" should "be refused, as another number of injectors is" in {
    val all = injectors(2)
    Using.resource(Barrier.of(all.head, simulation)) { _ =>
      refusal(awaiting(Barrier.of(all(1), "bottleneck.mine.Other"))) should include("do not fit together")
      refusal(awaiting(Barrier.of(all(1).copy(of = 3), simulation))) should include("do not fit together")
    }
  }

  "A first injector that never comes" should "be missed within bounds" in {
    refusal(awaiting(Barrier.of(injectors(2)(1), simulation, patience = 1.second))) should
      include("The first injector did not listen at 127.0.0.1:")
  }

  "A clock" should "be compared by the shortest of several round trips" in {
    val slow = new AtomicBoolean(true)
    val offset = Clock.besides { () =>
      if (slow.getAndSet(false)) Thread.sleep(50)
      Some(Clock.now - 7000)
    }
    val found = offset.getOrElse(fail("there is no offset"))
    found.aheadMs shouldBe 7.0 +- 2
    found.errorMs should be < 20.0
    Clock.besides(() => None) shouldBe None
  }

  private def connected(injector: Injector): Socket =
    new Socket(injector.barrier.getHostString, injector.barrier.getPort)
}
