package bottleneck.lab.parts.service

import bottleneck.lab.figures.files.AccessLog
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class ServiceInstanceSpec extends AnyFlatSpec with Matchers with SmallService {
  private def arguments(properties: Map[String, String]): Seq[String] = {
    val launch = ServiceLaunch(program(), jdk, Vector.empty, properties, None, folder)
    ServiceInstance.command("service-1", launch, Endpoints(8080, 8080)).arguments.dropWhile(_ != "a.B").drop(1)
  }

  "An instance" should "be started with the profile that has the endpoints of experiments" in {
    arguments(Map.empty) should contain("--spring.profiles.include=lab")
  }

  it should "log its requests where its properties ask for it" in {
    arguments(Map(AccessLog.asked)) should contain(s"--server.tomcat.accesslog.directory=$folder")
    arguments(Map.empty).filter(_.contains("accesslog")) shouldBe empty
  }
}
