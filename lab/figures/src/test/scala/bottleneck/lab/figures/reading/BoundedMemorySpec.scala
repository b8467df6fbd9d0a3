package bottleneck.lab.figures.reading

import bottleneck.lab.figures.statistics.Window
import bottleneck.lab.log.{LogRecord, MadeLog, Slow}
import java.lang.management.ManagementFactory
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.util.Random

/** Memory of the collectors for a one-minute run: independent of the request count. */
class BoundedMemorySpec extends AnyFlatSpec with Matchers {
  private val window = Window(0, 60000)
  private val requests = 1000000

  /** A list of the requests would take at least 40 bytes for each. */
  private val enough = 4L << 20

  /** Heap in use, all garbage collected. */
  private def used(): Long = {
    val memory = ManagementFactory.getMemoryMXBean
    memory.gc()
    memory.getHeapMemoryUsage.getUsed
  }

  /** Growth of `collector`, in bytes, over a million requests within one minute. */
  private def growth[A](collector: A)(add: (A, LogRecord) => Unit)(result: A => Any): Long = {
    val random = new Random(1)
    def feed(count: Int): Unit = (1 to count).foreach { _ =>
      val end = 1000 + random.nextInt(59000)
      val error = if (random.nextInt(100) == 0) s"found ${random.nextInt()}" else ""
      add(collector, MadeLog.request(end - random.nextInt(1000), end, error, s"GET /${random.nextInt(40)}"))
    }
    feed(200000)
    val before = used()
    feed(requests)
    val after = used()
    // it is alive until here
    result(collector).toString should not be empty
    after - before
  }

  "What is collected of any run" should "not grow with its requests" taggedAs Slow in {
    growth(RunStatistics.of(window))(_ add _)(_.statistics(MadeLog.read)) should be < enough
  }

  "What is collected of a burst, an open load or a staircase" should "not grow with its requests" taggedAs Slow in {
    growth(new BurstTimes.Collector(0))(_ add _)(_.times) should be < enough
    growth(new ScheduleLag.Collector(0, perSecond = 20000))(_ add _)(_.lag) should be < enough
    val steps = Vector.tabulate(10)(n => (n + 1) -> Window(n * 6000, (n + 1) * 6000))
    growth(new Levels.Collector(steps))(_ add _)(_.readings) should be < enough
  }
}
