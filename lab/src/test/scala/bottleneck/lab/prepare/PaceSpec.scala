package bottleneck.lab.prepare

import java.util.concurrent.Executors
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.concurrent.duration._
import scala.concurrent.{Await, ExecutionContext, Future}

class PaceSpec extends AnyFlatSpec with Matchers {

  /** When all rounds of a pace are due, in ms since its first. */
  private def due(perSecond: Double, length: FiniteDuration): Vector[Long] = {
    val pace = new Pace
    pace.begin(perSecond, length)
    val rounds = Iterator.continually(pace.next()).takeWhile(_.isDefined).flatten.toVector
    pace.next() shouldBe None
    rounds.map(at => (at - rounds.head) / 1000000)
  }

  "Rounds" should "be due evenly, from the beginning on" in {
    due(perSecond = 4, 1.second) shouldBe Vector(0, 250, 500, 750)
    due(perSecond = 0.5, 6.seconds) shouldBe Vector(0, 2000, 4000)
    val pace = new Pace
    val before = System.nanoTime()
    pace.begin(10, 1.second)
    val first = pace.next().getOrElse(0L)
    first - before should be >= 0L
    System.nanoTime() - first should be >= 0L
  }

  they should "end with the last that begins in time" in {
    due(perSecond = 10, 250.millis) shouldBe Vector(0, 100, 200)
    due(perSecond = 0.1, 1.second) shouldBe Vector(0)
  }

  they should "not be due before the pace begins" in {
    new Pace().next() shouldBe None
  }

  they should "be shared by all users, each for one of them" in {
    val pace = new Pace
    pace.begin(1000, 2.seconds)
    val threads = Executors.newFixedThreadPool(4)
    implicit val context: ExecutionContext = ExecutionContext.fromExecutor(threads)
    val users = Future.sequence(
      Vector.fill(4)(Future(Iterator.continually(pace.next()).takeWhile(_.isDefined).flatten.toVector))
    )
    val taken = Await.result(users, 10.seconds).flatten
    threads.shutdown()
    (taken.size, taken.distinct.size) shouldBe ((2000, 2000))
  }

  "A round that is late" should "begin at once" in {
    val pace = new Pace
    pace.until(System.nanoTime() - 1000000000L) shouldBe Duration.Zero
    pace.until(System.nanoTime() + 1000000000L) should (be > 500.millis and be <= 1.second)
  }
}
