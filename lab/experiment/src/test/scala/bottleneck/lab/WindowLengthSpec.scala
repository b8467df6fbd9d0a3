package bottleneck.lab

import bottleneck.lab.explain.preparation.{MadeSlices, Preparation, Slice}
import bottleneck.lab.target._
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.concurrent.duration._

class WindowLengthSpec extends AnyFlatSpec with Matchers {
  private val closed = ClosedLoad(users = 5, arrival = 2.seconds, settle = 4.seconds, hold = 24.seconds)
  private val noisy = MadeSlices
    .calibrating()("service-1" -> (_ * 0.004))
    .zipWithIndex
    .map { case (slice, n) => slice.copy(cpu = slice.cpu.map { case (part, cores) => part -> cores * (1 + n % 2) }) }
  private val quiet = MadeSlices.calibrating()("service-1" -> (_ * 0.004))

  private def prepared(slices: Vector[Slice]): Preparation =
    Preparation(slices, 60000, heldMs = None, cpus = 2)

  "A window" should "be as long as the experiment says where little strays" in {
    WindowLength.of(closed, prepared(quiet)) shouldBe closed
    WindowLength.of(closed, prepared(Vector.empty)) shouldBe closed
  }

  it should "be a quarter longer at most, however much the noise asks for" in {
    WindowLength.most(closed) shouldBe 5.seconds
    WindowLength.of(closed, prepared(noisy)) shouldBe closed.judgedFor(25.seconds)
  }

  it should "be as the experiment says where time is the limit, whatever cores stray by" in {
    WindowLength.of(closed, prepared(noisy).copy(heldMs = Some(100))) shouldBe closed
  }
}
