package bottleneck.lab.parts.metrics

import java.util.concurrent.atomic.AtomicLong
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class WallClockSpec extends AnyFlatSpec with Matchers {
  private val epoch = 1700000000000L
  private val passedNanos = new AtomicLong(123456789L)
  private val setMs = new AtomicLong

  private def clock(nanos: () => Long = () => passedNanos.get): WallClock =
    new WallClock(() => epoch + passedNanos.get / 1000000 + setMs.get, nanos)

  private def ahead(clock: WallClock): Double = clock.sample().flatten.head

  "A clock" should "not be ahead while it is not set, however long that is" in {
    val watched = clock()
    (1 to 100).foreach { _ =>
      passedNanos.addAndGet(987654321L)
      ahead(watched) shouldBe 0.0 +- 1.0
    }
  }

  it should "be as far ahead as it was set forward, and behind as it was set back" in {
    val watched = clock()
    setMs.set(10000)
    ahead(watched) shouldBe 10000.0 +- 1.0
    setMs.set(-2500)
    passedNanos.addAndGet(60000000000L)
    ahead(watched) shouldBe -2500.0 +- 1.0
    setMs.set(0)
    ahead(watched) shouldBe 0.0 +- 1.0
  }

  it should "not seem set where this process waited for a core between its readings" in {
    val calls = new AtomicLong
    // every third reading comes 300 ms late
    val watched =
      clock(() => if (calls.incrementAndGet() % 3 == 0) passedNanos.addAndGet(300000000L) else passedNanos.get)
    (1 to 20).foreach(_ => ahead(watched) shouldBe 0.0 +- 1.0)
  }

  it should "be that of this system, which nobody sets in a test" in {
    WallClock.ofThisSystem.columns shouldBe Vector("machine.clock_ahead_ms")
    ahead(WallClock.ofThisSystem) shouldBe 0.0 +- 50.0
  }
}
