package bottleneck.lab.parts.service

import bottleneck.lab.log.TemporaryFolder
import java.nio.file.Files
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.util.Using

class ServiceLogSpec extends AnyFlatSpec with Matchers with TemporaryFolder {

  "The log of a service" should "say why it ended, without the JVM's noise" in {
    val log = Files.createDirectories(folder).resolve("service.log")
    Files.writeString(
      log,
      "$ java\n[0.1s][warning][aot] Skipping x\nException in thread \"main\" a.B: no\n\tat c.D.e(D.java:1)\nCaused by: java.net.ConnectException: Connection refused\n\tat f.G\n"
    )
    ServiceLog.cause(log) should contain("Caused by: java.net.ConnectException: Connection refused")
    Files.writeString(
      log,
      "***\nAPPLICATION FAILED TO START\n***\n\nDescription:\n\nPort 80 was in use.\n\nAction:\n\nStop it.\n"
    )
    ServiceLog.cause(log) should contain("Port 80 was in use. Action: Stop it.")
  }

  it should "stay below its bound" in {
    val log = Files.createDirectories(folder).resolve("service.log")
    Using.resource(Files.newOutputStream(log)) { out =>
      (1 to 65).foreach(_ => out.write(new Array[Byte](1 << 20)))
    }
    ServiceLog.bound(log)
    Files.size(log) should be < (17L << 20)
  }
}
