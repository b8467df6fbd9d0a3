package bottleneck.lab.engine.users

import java.util.concurrent.Executors
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.concurrent.duration._
import scala.concurrent.{Await, ExecutionContext, Future}

class UsersSpec extends AnyFlatSpec with Matchers {

  "Nobody" should "begin a round before anything is said, and after it is taken back" in {
    val users = new Users
    users.take(0) shouldBe None
    users.activate(1)
    users.activate(0)
    users.take(0) shouldBe None
    (users.begun, users.sending) shouldBe ((0, 0))
  }

  "The first users" should "begin rounds, and no others" in {
    val users = new Users
    users.activate(2)
    Vector.tabulate(3)(users.take) shouldBe Vector(Some(Duration.Zero), Some(Duration.Zero), None)
    users.done()
    users.take(1) shouldBe Some(Duration.Zero)
    (users.begun, users.sending) shouldBe ((3, 2))
  }

  /** Waits of all rounds that can begin now, in ms. */
  private def taken(users: Users): Vector[Long] =
    Iterator.continually(users.take(0)).takeWhile(_.isDefined).flatten.map(_.toMillis).toVector

  "Paced rounds" should "be due evenly, and not begin long before" in {
    var now = 7L
    val users = new Users(() => now)
    users.pace(50)
    // whoever would have to wait for longer than a look has to ask again
    taken(users) shouldBe Vector(0, 20, 40)
    now += 30.millis.toNanos
    taken(users) shouldBe Vector(30, 50)
    // late ones begin at once, and those after them when they are due
    users.mostLate should be <= 0.millis
    now += 110.millis.toNanos
    // the first of them was due 40 ms before, and the next one 20 ms
    users.start(0) shouldBe Some(Duration.Zero -> 40.millis.toNanos)
    users.start(0) shouldBe Some(Duration.Zero -> 20.millis.toNanos)
    taken(users) shouldBe Vector(0, 20, 40)
    users.mostLate shouldBe 40.millis
    users.pace(50)
    users.mostLate shouldBe 0.millis
  }

  "A batch" should "be so many rounds and no more, and idle when all are over" in {
    val users = new Users
    users.batch(3, users = 2)
    users.isIdle shouldBe false
    Vector(0, 1, 2, 0, 1).map(users.take).map(_.isDefined) shouldBe Vector(true, true, false, true, false)
    (1 to 3).foreach { _ =>
      users.isIdle shouldBe false
      users.done()
    }
    users.isIdle shouldBe true
    users.activate(1)
    users.isIdle shouldBe false
  }

  "A wait for idle users" should "end with the last round, or after the time that it is given" in {
    val users = new Users
    users.activate(1)
    users.take(0)
    users.activate(0)
    users.awaitIdle(20.millis) shouldBe false
    val waiting = Thread.currentThread
    val last = new Thread(() => {
      while (waiting.getState != Thread.State.TIMED_WAITING) Thread.onSpinWait()
      users.done()
    })
    val from = Deadline.now
    last.start()
    users.awaitIdle(1.minute) shouldBe true
    (Deadline.now - from) should be < 30.seconds
    last.join()
    users.awaitIdle(Duration.Zero) shouldBe true
  }

  "Late rounds" should "not be made up for at the next service where they were late" in {
    var now = 0L
    val users = new Users(() => now)
    users.pace(50)
    now += 1.second.toNanos
    users.turnTo(1)
    taken(users) shouldBe Vector(0, 20, 40)
  }

  they should "come by chance as often as evenly" in {
    var now = 0L
    val users = new Users(() => now)
    users.pace(1000, users = 1, gap = Users.Gap.Random)
    users.take(1) shouldBe None
    now += 10.seconds.toNanos
    // 10,000, of which the root is 100
    taken(users).size shouldBe 10050 +- 400
    taken(users).distinct.size should be <= 1
  }

  they should "be no more where many users ask at once" in {
    val users = new Users(() => 0)
    users.batch(1000, users = 1)
    val threads = Executors.newFixedThreadPool(4)
    implicit val context: ExecutionContext = ExecutionContext.fromExecutor(threads)
    val asked = Future.sequence(Vector.fill(4)(Future(Vector.fill(500)(users.take(0)).count(_.isDefined))))
    Await.result(asked, 10.seconds).sum shouldBe 1000
    threads.shutdown()
    (users.begun, users.sending) shouldBe ((1000, 1000))
  }
}
