package bottleneck.lab.figures.files

import bottleneck.lab.figures.files.AccessLog.Call
import bottleneck.lab.log.TemporaryFolder
import java.nio.charset.StandardCharsets.ISO_8859_1
import java.nio.file.Files
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class AccessLogSpec extends AnyFlatSpec with Matchers with TemporaryFolder {
  private def log(name: String, text: String): Unit = {
    val _ = Files.write(folder.resolve(name), text.getBytes(ISO_8859_1))
  }

  "An access log" should "be asked for by a property, and then be in the folder of logs" in {
    AccessLog.place(Map.empty, "service-1", folder) shouldBe empty
    AccessLog.place(Map("server.tomcat.accesslog.enabled" -> "false"), "service-1", folder) shouldBe empty
    val place = AccessLog.place(Map(AccessLog.asked), "service-1", folder)
    place("server.tomcat.accesslog.directory") shouldBe folder.toString
    place("server.tomcat.accesslog.prefix") + place("server.tomcat.accesslog.suffix") shouldBe "service-1-access.log"
  }

  "Calls" should "be those of all instances in the order in which they began, not in which they ended" in {
    log("service-1-access.log", "1795267478745 1500 200\n1795267478743 2012345 200\n")
    log("service-2-access.log", "1795267478744 7 503\n")
    log("service-2.log", "1795267478744 7 200\n")
    log("management_service-1-access.log", "1795267478744 7 200\n")
    AccessLog.read(folder) shouldBe
      Vector(Call(1795267478743L, 2012345, 200), Call(1795267478744L, 7, 503), Call(1795267478745L, 1500, 200))
  }

  they should "be read without lines that are damaged or cut" in {
    log("service-1-access.log", "\u00ff\u0000\n- 5 200\n1795267478745 1500 200\n99999999999999999999 1 200\n17952674")
    AccessLog.read(folder) shouldBe Vector(Call(1795267478745L, 1500, 200))
  }
}
