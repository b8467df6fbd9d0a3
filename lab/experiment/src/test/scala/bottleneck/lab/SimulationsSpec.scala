package bottleneck.lab

import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class SimulationsSpec extends AnyFlatSpec with Matchers {
  "The simulations of a build" should "be found with their variants, of which nothing is started" in {
    val found = Simulations.found.find(_.simulation == classOf[OfTheFuture].getName).getOrElse(fail("it is not found"))
    found.setup.trial.variant shouldBe "1 instance"
    found.setup.target.oldestJava shouldBe 9999
    Simulations.found.map(_.simulation) should not contain classOf[Simulated].getName
  }

  "A simulation whose variant cannot be made" should "be named with the reason, and keep nobody from the others" in {
    Simulations.broken.filter(_.contains(classOf[Broken].getName)).mkString should include("cores must be whole")
    Simulations.found should not be empty
  }
}

final class Broken extends Simulated(throw new IllegalArgumentException("cores must be whole"))
