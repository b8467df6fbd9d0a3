package bottleneck.lab.run.service

import bottleneck.lab.TemporaryFolder
import bottleneck.lab.files.AccessLog
import java.nio.file.{Files, Path}
import java.util.jar.{Attributes, JarOutputStream, Manifest}
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.util.Using

class ServiceInstanceSpec extends AnyFlatSpec with Matchers with TemporaryFolder {
  private def program: ServiceProgram = {
    val manifest = new Manifest
    manifest.getMainAttributes.put(Attributes.Name.MANIFEST_VERSION, "1.0")
    manifest.getMainAttributes.put(Attributes.Name.MAIN_CLASS, "a.B")
    val jar = folder.resolve("service.jar")
    Using.resource(new JarOutputStream(Files.newOutputStream(jar), manifest))(_.finish())
    ServiceProgram.kept(jar, Files.writeString(folder.resolve("class-path.txt"), "/lib/x.jar"), folder.resolve("cache"))
  }

  private def arguments(properties: Map[String, String]): Seq[String] = {
    val jdk = Jdk(Path.of("/jdk"), 25, "25.0.1", "JAVA_VERSION=\"25.0.1\"")
    val launch = ServiceLaunch(program, jdk, Vector.empty, properties, None, folder)
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
