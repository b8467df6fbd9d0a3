package bottleneck.lab.injectors

import bottleneck.lab.explain.record.ClockOffset
import bottleneck.lab.run.host.FreePorts
import bottleneck.lab.settings.{Injector, Refused}
import java.net.{InetSocketAddress, ServerSocket, Socket}
import java.util.concurrent.TimeoutException
import org.scalatest.Assertion
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.concurrent.ExecutionContext.Implicits.global
import scala.concurrent.duration._
import scala.concurrent.{blocking, Await, Future, Promise}
import scala.util.{Try, Using}

class BarrierSpec extends AnyFlatSpec with Matchers {
  private val (simulation, asked) = ("bottleneck.mine.Orders", "0123456789ab")

  /** Names an address that is free. */
  private def injectors(of: Int): Vector[Injector] = {
    val address = InetSocketAddress.createUnresolved("127.0.0.1", FreePorts.choose(1).head)
    (1 to of).toVector.map(Injector(_, of, address))
  }

  private def barrier(injector: Injector, patience: FiniteDuration = 30.seconds): Barrier =
    Barrier.of(injector, simulation, asked, patience)

  private def awaiting(barrier: Barrier): Future[Beginning] = Future(blocking(barrier.await()))

  /** An injector that has been welcomed, and the line to the first. */
  private def welcomed(injector: Injector)(test: Line => Assertion): Assertion =
    Using.resource(new Line(connected(injector))) { line =>
      line.send(Barrier.hello(injector, simulation, asked))
      line.receive(5.seconds) shouldBe Some(Barrier.welcome)
      test(line)
    }

  private def outcome(waiting: Future[Beginning]): Beginning = Await.result(waiting, 30.seconds)

  private def refusal(waiting: Future[Beginning]): String =
    the[Refused] thrownBy outcome(waiting) match { case refused => refused.getMessage }

  /** Has the first begin with the injector of this line. */
  private def begin(first: Barrier, line: Line): Assertion = {
    val beginning = awaiting(first)
    line.receive(5.seconds) shouldBe Some(Barrier.compare)
    line.send(Barrier.ready)
    line.receive(5.seconds) shouldBe Some(s"${Barrier.begin}${outcome(beginning).at}")
  }

  "Injectors" should "begin when all are there and the first is ready" in {
    val all = injectors(3)
    Using.resource(barrier(all.head)) { first =>
      val others = all.tail.map(of => awaiting(barrier(of)))
      // while the first is not ready, none begins
      a[TimeoutException] shouldBe thrownBy(Await.ready(Future.firstCompletedOf(others), 500.millis))
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
    val other = awaiting(barrier(all(1)))
    a[TimeoutException] shouldBe thrownBy(Await.ready(other, 500.millis))
    Using.resource(barrier(all.head))(_.await())
    outcome(other).clock.errorMs should be > 0.0
  }

  they should "compare their clocks when all are there, not before" in {
    val all = injectors(3)
    Using.resource(barrier(all.head)) { first =>
      welcomed(all(1)) { line =>
        val beginning = awaiting(first)
        line.receive(500.millis) shouldBe None
        val other = awaiting(barrier(all(2)))
        line.receive(5.seconds) shouldBe Some(Barrier.compare)
        line.send(Barrier.clock)
        line.receive(5.seconds).flatMap(_.toLongOption).getOrElse(0L) should be > 0L
        a[TimeoutException] shouldBe thrownBy(Await.ready(beginning, 500.millis))
        line.send(Barrier.ready)
        val at = line.receive(5.seconds)
        at shouldBe Some(s"${Barrier.begin}${outcome(beginning).at}")
        outcome(other).clock.errorMs should be > 0.0
      }
    }
  }

  "The first" should "name those that do not come, and let the others go" in {
    val all = injectors(4)
    Using.resource(barrier(all.head, patience = 2.seconds)) { first =>
      val other = awaiting(barrier(all(2)))
      refusal(awaiting(first)) should startWith("Injectors 2, 4 of 4 did not come to 127.0.0.1:")
      refusal(other) should include("ended before the load began")
    }
  }

  it should "name one that ends after it came" in {
    val all = injectors(2)
    Using.resource(barrier(all.head)) { first =>
      val beginning = Promise[Beginning]()
      welcomed(all(1)) { line =>
        beginning.completeWith(awaiting(first))
        line.receive(5.seconds) shouldBe Some(Barrier.compare)
      }
      refusal(beginning.future) shouldBe "Injector 2 of 2 ended before the load began, or did not answer."
    }
  }

  it should "refuse a port that is taken, an address that is not of this machine, and a name that nobody knows" in {
    val all = injectors(2)
    def said(injector: Injector): String = (the[Refused] thrownBy barrier(injector, patience = 1.second)).getMessage
    Using.resource(barrier(all.head)) { _ =>
      said(all.head) should (startWith(s"Injectors cannot meet at ${all.head.address} (") and include("in use"))
    }
    // of a network for documentation (RFC 5737)
    val foreign = all.head.copy(barrier = InetSocketAddress.createUnresolved("192.0.2.1", 9400))
    said(foreign) should startWith("Injectors cannot meet at 192.0.2.1:9400 (")
    val unknown = all.head.copy(barrier = InetSocketAddress.createUnresolved("nobody.invalid", 9400))
    said(unknown) shouldBe
      "The name nobody.invalid of -Dlab.barrier=nobody.invalid:9400 is not known: give one of this machine."
    refusal(awaiting(barrier(unknown.copy(number = 2), patience = 1.second))) should include("its name is not known")
  }

  it should "take another in the place of one that left, and only then" in {
    val all = injectors(2)
    Using.resource(barrier(all.head)) { first =>
      welcomed(all(1)) { _ =>
        refusal(awaiting(barrier(all(1)))) should include("another injector of this number is there already")
      }
      // that it left is seen a moment later
      Iterator.continually(Try(welcomed(all(1))(begin(first, _)))).take(100).find(_.isSuccess) should not be empty
    }
  }

  it should "not be stopped by what is no injector" in {
    val all = injectors(2)
    Using.resource(barrier(all.head)) { first =>
      val strangers = Vector("GET / HTTP/1.1\r\n\r\n", "x" * 100000, "\n", "clock\n").map { said =>
        val socket = connected(all.head)
        try socket.getOutputStream.write(said.getBytes)
        catch { case _: java.io.IOException => () }
        socket
      }
      val other = awaiting(barrier(all(1)))
      first.await()
      outcome(other).clock.errorMs should be > 0.0
      strangers.foreach(_.close())
    }
  }

  "What is no first injector" should "be refused, or missed when it ends" in {
    val injector = injectors(2)(1)
    def met(answer: String): String = Using.resource(new ServerSocket) { server =>
      server.bind(new InetSocketAddress("127.0.0.1", injector.barrier.getPort))
      val other = awaiting(barrier(injector))
      Using.resource(server.accept())(_.getOutputStream.write(answer.getBytes))
      refusal(other)
    }
    met("220 mail\n") shouldBe s"What listens at ${injector.address} is no first injector of this version."
    met("") should include("ended before the load began, or does not answer")
    met("welcome\n") should include("ended before the load began, or does not answer")
  }

  "Another simulation" should "be refused, as another number of injectors, load or version is" in {
    val all = injectors(2)
    val odd = "the first sends another share, simulation, load or version: start all alike"
    Using.resource(barrier(all.head)) { _ =>
      refusal(awaiting(Barrier.of(all(1), "bottleneck.mine.Other", asked))) should include(odd)
      refusal(awaiting(Barrier.of(all(1), simulation, "ba9876543210"))) should include(odd)
      refusal(awaiting(barrier(all(1).copy(of = 3)))) shouldBe
        s"Injector 2 of 3 was refused at ${all.head.address}: $odd."
    }
  }

  "A first injector that never comes" should "be missed within bounds" in {
    refusal(awaiting(barrier(injectors(2)(1), patience = 1.second))) should
      include("The first injector did not listen at 127.0.0.1:")
  }

  "A clock" should "be compared by the shortest of several round trips" in {
    val late = Iterator(50.millis) ++ Iterator.continually(Duration.Zero)
    val offset = Clock.besides { () =>
      val answered = late.next().fromNow
      while (answered.hasTimeLeft()) Thread.onSpinWait()
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
