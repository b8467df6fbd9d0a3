package bottleneck.lab.run.balancer

import bottleneck.lab.run.Children
import java.nio.file.{Files, Path}
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class HaProxyProgramSpec extends AnyFlatSpec with Matchers with Children {

  /** A folder with a program that says something. */
  private def installed(name: String, says: String): Path =
    program(s"$name/haproxy", s"[ $$1 = -v ] && echo '$says'").getParent

  "HAProxy" should "be the first program that tells its version, of old and new ones" in {
    val empty = Files.createDirectories(folder.resolve("empty"))
    val other = installed("other", "what?")
    val old = installed("old", "HA-Proxy version 2.0.29-0ubuntu1 2022/08/18 - https://haproxy.org/")
    val recent = installed("new", "HAProxy version 3.2.1 2026/06/10 - https://haproxy.org/")
    HaProxyProgram.in(Vector(empty, other, recent, old)) shouldBe
      Some(HaProxyProgram(recent.resolve("haproxy"), "3.2.1"))
    HaProxyProgram.in(Vector(old, recent)).map(_.version) shouldBe Some("2.0.29-0ubuntu1")
  }
}
