package bottleneck.lab.claims

import bottleneck.lab.engine.{ByTurns, Experiment, RunContext}
import bottleneck.lab.figures.record.Trial
import bottleneck.lab.figures.target.{Burst, Load, Target}
import io.gatling.core.Predef._
import io.gatling.core.structure.ChainBuilder
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.concurrent.duration._

class SimulationsSpec extends AnyFlatSpec with Matchers {

  "The simulations of a build" should "be found with their variants, of which nothing is started" in {
    val found = Simulations.found.find(_.simulation == classOf[OfTheFuture].getName).getOrElse(fail("it is not found"))
    found.variant.trial.variant shouldBe "1 instance"
    found.variant.target.oldestJava shouldBe 9999
    Simulations.found.map(_.simulation) should not contain classOf[Experiment].getName
  }

  "A simulation whose variant cannot be made" should "be named with the reason, and keep nobody from the others" in {
    Vector(classOf[BrokenNames], classOf[BrokenTarget], classOf[BrokenTurns]).foreach { broken =>
      Simulations.broken.filter(_.contains(broken.getName)).mkString should include("cores must be whole")
    }
    Simulations.found should not be empty
  }

  "The list" should "have a line for each variant of the experiments that are asked for, and start nothing" in {
    ListExperiments.rows.find(_.simulation == classOf[OfTheFuture].getName).map(_.needs) shouldBe Some(
      Vector("JDK 9999")
    )
    ListExperiments.text("random-lat").mkString("\n") should (include("random-latency: ") and include(
      "bottleneck.lab.claims.OfTheFuture"
    ))
    ListExperiments.text("nothing of that name") shouldBe empty
    val dry = ListExperiments.dry("random-lat").mkString("\n")
    dry should (include("    target: ") and include("    load: "))
  }

  private def patterns(classes: String*)(others: String*): Vector[String] =
    ClassPatterns.of(classes.toVector, others.toVector)

  "The patterns of some classes" should "be what all names begin with, to whole words" in {
    patterns("a.Pool05", "a.Pool10")("a.Threads05") shouldBe Vector("a.Pool*")
    patterns("a.PoolOne", "a.PoolOnce")("a.Pools") shouldBe Vector("a.PoolOne", "a.PoolOnce")
  }

  they should "be what all end with or contain, where others begin alike" in {
    patterns("a.Pool05At50ms", "a.Pool10At50ms")("a.Pool05At300ms") shouldBe Vector("a.Pool*At50ms")
    patterns("a.OneNestedWide", "a.TwoNestedSmall")("a.OneWide", "a.TwoSmall") shouldBe Vector("a.*Nested*")
  }

  they should "be one for each group of names, and by package" in {
    patterns("a.Crowd05", "a.Crowd30", "a.Same1", "b.Same1")("a.Other", "b.Other1") shouldBe
      Vector("a.Crowd*", "a.Same*", "b.Same*")
  }

  they should "be whole names where others begin with them" in {
    patterns("a.Five", "a.One05", "a.One10")("a.FiveMore") shouldBe Vector("a.Five", "a.One*")
  }

  they should "be a name where there is one class" in {
    patterns("a.ZombieWork")() shouldBe Vector("a.ZombieWork")
    Vector(patterns()("a.Other"), patterns()()).flatten shouldBe empty
  }
}

abstract class OneRequest(trial: => Trial) extends Experiment(trial) {
  override def target: Target = Target(instances = 1, Map.empty, database = None)
  override def load: Load = Burst(users = 1, patience = 1.second)
  override def requests(run: RunContext): ChainBuilder = exec(session => session)
}

final class BrokenNames extends OneRequest(throw new IllegalArgumentException("cores must be whole"))

final class BrokenTarget extends OneRequest(Trial("broken", "target")) {
  override def target: Target = throw new IllegalArgumentException("cores must be whole")
}

final class BrokenTurns extends ByTurns(new BrokenTarget, new BrokenTarget, users = 2)
