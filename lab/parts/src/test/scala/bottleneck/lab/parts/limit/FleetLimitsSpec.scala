package bottleneck.lab.parts.limit

import java.io.IOException
import java.util.concurrent.atomic.AtomicInteger
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class FleetLimitsSpec extends AnyFlatSpec with Matchers {
  private val process = Vector(LimitedProcess("service-1", 1, 0.5))

  /** Counts what happens to its limits. */
  private final class Counting(failure: Option[IOException] = None) extends CpuLimiter with CpuLimit {
    val on = new AtomicInteger
    val closed = new AtomicInteger
    override def name: String = "counting"
    override def allows(cores: Double): Boolean = true
    override def limitOf(processes: Vector[LimitedProcess]): CpuLimit = this
    override def putOn(): Unit = {
      val _ = on.incrementAndGet()
      failure.foreach(throw _)
    }
    override def close(): Unit = {
      val _ = closed.incrementAndGet()
    }
  }

  "Limits" should "make a sentence of what failed" in {
    val limits = new FleetLimits(Some(new Counting(Some(new IOException("Permission denied")))))
    limits.putOn(process)
    limits.close()
    limits.problem.mkString should include("Permission denied")
    limits.problem.mkString should include("could not be limited (counting)")
  }

  they should "tell that a run ended before them" in {
    val counting = new Counting
    val limits = new FleetLimits(Some(counting))
    limits.problem.mkString should include("the run ended before")
    limits.close()
    (counting.on.get, counting.closed.get) shouldBe ((0, 0))
    limits.problem.mkString should include("the run ended before")
  }
}
