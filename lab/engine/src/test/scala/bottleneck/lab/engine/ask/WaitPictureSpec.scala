package bottleneck.lab.engine.ask

import org.HdrHistogram.Histogram
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class WaitPictureSpec extends AnyFlatSpec with Matchers {
  private val served = "org.apache.catalina.core.StandardWrapperValve.invoke(StandardWrapperValve.java:90)"

  private def thread(n: Int, state: String, frames: String*): StackedThread =
    StackedThread(s"exec-$n", state, frames.toVector :+ served)

  private val sleeping = thread(
    1,
    "TIMED_WAITING (sleeping)",
    "java.lang.Thread.sleep(Native Method)",
    "com.acme.Shop.wait(Shop.java:12)",
    "com.acme.Shop.list(Shop.java:40)"
  )
  private val blocked = thread(2, "BLOCKED (on object monitor)", "com.acme.Stock.take(Stock.java:7)")
  private val idle = StackedThread(
    "exec-3",
    "WAITING (parking)",
    Vector("java.util.concurrent.ThreadPoolExecutor.getTask(ThreadPoolExecutor.java:1060)")
  )

  private def level(dumps: Vector[StackedThread]*): Level =
    Level(2, 1, new Histogram(3), new Histogram(3), Vector.empty, dumps.toVector)

  "The time of request threads" should "have own methods with their lines, and what they wait for" in {
    val seen = level(Vector(sleeping, blocked, idle), Vector(sleeping, idle), Vector(sleeping, blocked))
    val drawn = WaitPicture.of(seen, ServiceCode.unknown).getOrElse(fail("no picture")).draw.render
    drawn should (include("com.acme.Shop.list:40, 60.0") and include("com.acme.Shop.wait:12, 60.0"))
    drawn should (include("com.acme.Stock.take:7, 40.0") and include("a monitor, 40.0") and include("sleeping"))
    drawn should not include "getTask"
  }

  it should "have no picture without such threads" in {
    WaitPicture.of(level(Vector(idle)), ServiceCode.unknown) shouldBe None
  }
}
