package bottleneck.lab.prepare

import java.util.concurrent.Executors
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.concurrent.{Await, ExecutionContext, Future}
import scala.concurrent.duration._

class TurnsSpec extends AnyFlatSpec with Matchers {

  "Nobody" should "have a turn before anything is said, and after it is taken back" in {
    val turns = new Turns
    turns.take() shouldBe None
    turns.atOnce(1)
    turns.none()
    turns.take() shouldBe None
    (turns.begun, turns.underWay) shouldBe ((0, 0))
  }

  "So many rounds" should "be under way at once, and no more" in {
    val turns = new Turns
    turns.atOnce(2)
    Vector.fill(3)(turns.take()) shouldBe Vector(Some(Duration.Zero), Some(Duration.Zero), None)
    turns.done()
    turns.take() shouldBe Some(Duration.Zero)
    (turns.begun, turns.underWay) shouldBe ((3, 2))
  }

  they should "be no more where many users ask at once" in {
    val turns = new Turns
    turns.atOnce(1000)
    val threads = Executors.newFixedThreadPool(4)
    implicit val context: ExecutionContext = ExecutionContext.fromExecutor(threads)
    val users = Future.sequence(Vector.fill(4)(Future(Vector.fill(500)(turns.take()).count(_.isDefined))))
    Await.result(users, 10.seconds).sum shouldBe 1000
    threads.shutdown()
    (turns.begun, turns.underWay) shouldBe ((1000, 1000))
  }

  "Paced rounds" should "be due evenly, and not be taken long before" in {
    val turns = new Turns
    // one after 20 ms, the next after 40 ms; whoever would have to wait for longer than a look has to ask again
    turns.paced(50)
    val taken = Iterator
      .continually {
        val asked = System.nanoTime()
        turns.take().map(wait => (wait, asked.nanos + wait, System.nanoTime().nanos + wait))
      }
      .takeWhile(_.isDefined)
      .flatten
      .toVector
    taken.size should (be >= 2 and be <= 4)
    // each is due between two times, however long this thread is kept waiting
    taken.foreach { case (wait, _, _) => wait should be <= Turns.look }
    taken.zip(taken.drop(1)).foreach { case ((_, due, _), (_, _, next)) => next - due should be >= 19.millis }
  }

  they should "begin in groups, and these evenly" in {
    val turns = new Turns
    // five at once, the next five after 100 ms
    turns.paced(50, together = 5)
    val taken = Iterator.continually(turns.take()).takeWhile(_.isDefined).flatten.toVector
    taken should have size 5
    taken.foreach(_ shouldBe Duration.Zero)
    val deadline = 5.seconds.fromNow
    val first = Iterator.continually(turns.take()).find(wait => wait.isDefined || deadline.isOverdue()).flatten
    first.map(_ <= Turns.look) shouldBe Some(true)
    // the rest of the second group, and none of the third
    Vector.fill(5)(turns.take()).flatten should have size 4
  }

  "A slice" should "be a whole number of periods of the groups" in {
    Calibration.whole(atLeast = 1.second, period = 0.3) shouldBe 1200.millis
    Calibration.whole(atLeast = 1.second, period = 0.001) shouldBe 1.second
  }

  it should "be one period where that is longer, and no longer than the bound otherwise" in {
    Calibration.whole(atLeast = 1.second, period = 4) shouldBe 4.seconds
    Calibration.whole(atLeast = 30.seconds, period = 7) shouldBe 28.seconds
  }
}
