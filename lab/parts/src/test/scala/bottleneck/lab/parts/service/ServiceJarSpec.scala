package bottleneck.lab.parts.service

import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class ServiceJarSpec extends AnyFlatSpec with Matchers {

  "A jar's configuration" should "tell where its Actuator is" in {
    def of(configuration: String): ServiceJar = ServiceJar(None, isBoot = true, Vector.empty, configuration)
    of("server.servlet.context-path=/petclinic/").contextPath should contain("/petclinic/")
    of("server:\n  servlet:\n    context-path: '/shop'\n").contextPath should contain("/shop")
    of("server.port=8080").contextPath shouldBe None
    of("management.server.port=9090").hasManagementPort shouldBe true
    of("management:\n  server:\n    port: 9090\n").hasManagementPort shouldBe true
    of("management:\n  endpoints:\n    web: x\n  server:\n    port: 9090\n").hasManagementPort shouldBe true
    of("management:\n  endpoints:\n    web: x\nserver:\n  port: 9090\n").hasManagementPort shouldBe false
  }
}
