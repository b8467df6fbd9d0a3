package bottleneck.lab.engine

import bottleneck.lab.figures.record.{Expectation, Trial}
import bottleneck.lab.figures.settings.Scale
import bottleneck.lab.figures.target._
import io.gatling.core.Predef
import io.gatling.core.Predef._
import io.gatling.core.config.GatlingConfiguration
import io.gatling.core.structure.ChainBuilder
import java.nio.file.Path
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.concurrent.duration._

class VariantSpec extends AnyFlatSpec with Matchers {
  private class Held(properties: Map[String, String], sent: Load) extends Variant {
    override def trial: Trial = Trial("held", "100 ms")
    override def target: Target = Target(instances = 2, properties, database = None)
    override def load: Load = sent
    override def requests(run: RunContext): ChainBuilder = exec(session => session)
    override def threadHold: Option[FiniteDuration] = Some(100.millis)
  }

  private val closed = ClosedLoad(users = 1000, 1.second, 1.second, 9.seconds, thinkTime = 400.millis)

  private def expected(variant: Variant, load: Load): Expectation =
    variant.expectation(RunContext(Scale.Quick, variant.target, load, Path.of("data"), Vector.empty))

  /** Limits per second by what they are of. */
  private def limits(properties: (String, String)*)(load: Load): Map[String, Double] =
    expected(new Held(properties.toMap, load), load).limits.map(limit => limit.by -> limit.perSecond).toMap

  "What a request holds its thread for" should "be a prediction by threads and users, with a tolerance" in {
    limits("server.tomcat.threads.max" -> "5")(closed) shouldBe Map("threads" -> 100.0, "users" -> 2000.0)
    expected(new Held(Map.empty, closed), closed).tolerance shouldBe Some(0.05)
  }

  it should "be one by Tomcat's default where nothing is set, and by no threads where they are virtual" in {
    limits()(closed).get("threads") shouldBe Some(4000.0)
    limits("spring.threads.virtual.enabled" -> "true")(closed) shouldBe Map("users" -> 2000.0)
  }

  it should "be one by arrivals where the load is open, and by threads alone for a burst" in {
    val open = OpenLoad(perSecond = 50, settle = 1.second, hold = 9.seconds, patience = 5.seconds)
    limits()(open) shouldBe Map("threads" -> 4000.0, "arrivals" -> 50.0)
    limits()(Burst(users = 10, patience = 1.second)).keySet shouldBe Set("threads")
  }

  // as Gatling does before it makes a simulation
  Predef.getClass.getMethods
    .filter(_.getName.endsWith("configuration_$eq"))
    .foreach(_.invoke(Predef, GatlingConfiguration.loadForTest()))

  private def asserted(failures: String*): String =
    Workload(exec(session => session), Expectation(failures = failures.toVector)).assertion.toString

  "Gatling" should "fail the build by any failure where none is expected, else where nothing was answered" in {
    asserted() should (include("FailedRequests") and include("Is(0"))
    asserted("connection closed") should (include("SuccessfulRequests") and include("Gt(0"))
  }
}
