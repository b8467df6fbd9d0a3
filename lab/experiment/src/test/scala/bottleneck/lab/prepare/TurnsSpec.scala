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

  /** Waits of all rounds that can be taken now, in ms. */
  private def taken(turns: Turns): Vector[Long] =
    Iterator.continually(turns.take()).takeWhile(_.isDefined).flatten.map(_.toMillis).toVector

  "Paced rounds" should "be due evenly, and not be taken long before" in {
    var now = 7L
    val turns = new Turns(() => now)
    turns.paced(50)
    // whoever would have to wait for longer than a look has to ask again
    taken(turns) shouldBe Vector(0, 20, 40)
    now += 30.millis.toNanos
    taken(turns) shouldBe Vector(30, 50)
    // late ones begin at once, and those after them when they are due
    now += 110.millis.toNanos
    taken(turns) shouldBe Vector(0, 0, 0, 20, 40)
  }

  they should "begin in groups, and these evenly" in {
    var now = 7L
    val turns = new Turns(() => now)
    turns.paced(50, together = 5)
    taken(turns) shouldBe Vector.fill(5)(0)
    now += 60.millis.toNanos
    taken(turns) shouldBe Vector.fill(5)(40)
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
