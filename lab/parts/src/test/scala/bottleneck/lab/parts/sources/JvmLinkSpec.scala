package bottleneck.lab.parts.sources

import bottleneck.lab.parts.sources.ChildProcesses._
import java.lang.management.ManagementFactory
import javax.management.ObjectName
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.concurrent.duration._

class JvmLinkSpec extends AnyFlatSpec with Matchers {

  "An MBean" should "give those of some attributes that it has and that are numbers" in {
    val beans = new MBeans(ManagementFactory.getPlatformMBeanServer)
    beans.numbers(new ObjectName("java.lang:type=Runtime"), "Uptime", "VmName", "None").keySet shouldBe Set("Uptime")
    beans.numbers(new ObjectName("java.lang:type=None"), "Uptime") shouldBe empty
  }

  private def refused(process: Process): String = JvmLink.to(process.pid(), 1.second) match {
    case Left(sentence) =>
      process.isAlive shouldBe true
      sentence.replace(process.pid().toString, "1")
    case Right(link) =>
      link.close()
      fail("it was attached to")
  }

  "A process that is no JVM" should "be left alone" in child("sleep", "60") { process =>
    refused(process) shouldBe "The process 1 is no JVM of HotSpot (a native image is none)."
  }

  "A JVM that refuses" should "be left alone" in {
    val said = Vector("-XX:+DisableAttachMechanism", "-Xrs").map(option =>
      service(ownJava, 0, option)((process, _) => refused(process))
    )
    said shouldBe Vector(
      "The JVM 1 runs with -XX:+DisableAttachMechanism: leave that out.",
      "The JVM 1 runs with -Xrs, or is still starting."
    )
  }

  "A process that has ended" should "be named" in {
    val pid = child("true") { process =>
      process.waitFor()
      process.pid()
    }
    JvmLink.to(pid, 1.second) shouldBe Left(s"There is no process $pid.")
  }
}
