package bottleneck.lab

import bottleneck.lab.explain.record.Expectation
import io.gatling.core.Predef
import io.gatling.core.Predef._
import io.gatling.core.config.GatlingConfiguration
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class WorkloadSpec extends AnyFlatSpec with Matchers {
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
