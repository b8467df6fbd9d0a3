package bottleneck.lab.engine.prepare

import bottleneck.lab.engine.turns.Slices
import bottleneck.lab.engine.users.LoopingUsers
import bottleneck.lab.engine.users.LoopingUsers.using
import bottleneck.lab.figures.preparation.{Phases, Preparation}
import bottleneck.lab.figures.target.WarmUp
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.concurrent.duration._

class WarmingUpSpec extends AnyFlatSpec with Matchers {
  private val users = 4
  private val lengths = StepLengths(coresSlice = 750.millis, timeSlice = 50.millis)

  /** Slices of each service, and the last line. */
  private def lead(of: LoopingUsers, until: WarmUp.Until, bound: FiniteDuration, names: String*)(
      lengths: StepLengths = lengths
  ): (Vector[Preparation], String) = {
    var last = ""
    val warmingUp = new WarmingUp(WarmUp(users, until), bound, lengths, names.toVector)(last = _)
    val seen = warmingUp.lead(new Slices(of, of.reading, users, () => ()))
    of.isIdle shouldBe true
    (seen, last)
  }

  "Two services" should "be warmed up by turns until both are warm" in using(users) { of =>
    // the second one's answers take 85 ms at first, and 10 ms less in each slice
    of.response = service => if (service == 0) 5.millis else math.max(5, 95 - 10 * of.turns(1)).millis
    val (seen, said) = lead(of, WarmUp.TimeSteady(1.second), 30.seconds, "new", "old")()
    seen.map(_.warmth.isWarm) shouldBe Vector(true, true)
    // the first one by itself would be warm after four
    seen.head.slices.size should be > 6
    seen.last.slices.size shouldBe seen.head.slices.size
    seen.flatMap(_.slices).map(_.phase).distinct shouldBe Vector(Phases.warmUp)
    seen.head.slices.zip(seen.last.slices).foreach { case (one, other) => one.toMs should be <= other.fromMs }
    said should (startWith("warm after ") and include(": new: a request") and include("; old: a request"))
  }

  they should "be named where they are not warm at the bound" in using(users) { of =>
    of.response = service => if (service == 0) 5.millis else (5 + of.rounds(1)).millis
    val (seen, said) = lead(of, WarmUp.TimeSteady(1.second), 2.seconds, "new", "old")()
    seen.last.warmth.isWarm shouldBe false
    said should (startWith("not warm after ") and include("old: the response time"))
  }

  "A service that cores limit" should "leave its compilers the cores that they use, and some more" in
    using(users, compilers = 0.5) { of =>
      val (seen, said) = lead(of, WarmUp.CoresSteady, 500.millis, "")()
      val cpus = Runtime.getRuntime.availableProcessors
      // a request takes 1 ms, and a quarter of the cores is free
      of.paces.last shouldBe math.max(0.25 * cpus, 0.75 * cpus - 0.5) * 1000 +- 50 * cpus
      said should include("the bound: ")
      seen.head.slices.head.compiling shouldBe 0.5 +- 0.05
    }
}
