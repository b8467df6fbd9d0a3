package bottleneck.lab.engine.ask

import bottleneck.lab.parts.sources.{CpuFrame, CpuProfile, CpuSample}
import java.nio.file.{Files, Path}
import java.util.zip.{ZipEntry, ZipOutputStream}
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.util.Using

class CpuUseSpec extends AnyFlatSpec with Matchers {
  private def java(owner: String, method: String, line: Int = 0) = CpuFrame(CpuFrame.Java, owner, method, line)
  private val write = CpuFrame(CpuFrame.Kernel, "", "tcp_sendmsg", 0)
  private val collect = CpuFrame(CpuFrame.Native, "libjvm.so", "G1ParScanThreadState::trim_queue", 0)
  private val servlet = java("org.apache.catalina.core.StandardWrapperValve", "invoke")

  private def sample(count: Long, frames: CpuFrame*): CpuSample = CpuSample("exec-1", frames.toVector, count)

  private val profile = CpuProfile(
    "async-profiler",
    Vector(
      sample(50, java("com.acme.Prices", "of", 41), java("com.acme.Shop", "list", 12), servlet),
      // the JDK's work is the caller's
      sample(
        10,
        java("java.util.HashMap", "get"),
        java("com.acme.Prices", "of", 44),
        java("com.acme.Shop", "list", 12)
      ),
      sample(
        20,
        java("java.lang.String", "hashCode"),
        java("com.fasterxml.jackson.core.Foo", "write"),
        java("com.acme.Shop", "list", 13),
        servlet
      ),
      sample(5, write, java("sun.nio.ch.Net", "write"), servlet),
      sample(3, java("java.lang.Thread", "run")),
      CpuSample("GC Thread#0", Vector(collect), 10),
      CpuSample("C2 CompilerThread0", Vector(collect), 1),
      CpuSample("VM Thread", Vector(collect), 1)
    ),
    hasAll = true
  )

  private val use = new CpuUse(profile, ServiceCode.unknown, Some(0.01))

  "CPU time" should "be of the innermost frame that is not the JDK's" in {
    use.samples shouldBe 100
    use.owners.map(of => of.of -> of.share) shouldBe Vector(
      "own code" -> 0.6,
      "com.fasterxml.jackson" -> 0.2,
      "garbage collection" -> 0.1,
      "the kernel" -> 0.05,
      "the JDK" -> 0.03,
      "compilers" -> 0.01,
      "the JVM" -> 0.01
    )
    use.owners.head.seconds shouldBe Some(0.006)
  }

  it should "be of own methods with all that they call, and their busiest line" in {
    use.methods.map(of => of.of -> of.share) shouldBe Vector(
      "com.acme.Prices.of:41" -> 0.6,
      "com.acme.Shop.list:13" -> 0.2
    )
  }

  it should "be collection, in the collector's threads and in the JVM's" in {
    CpuUse.collecting(profile) shouldBe Some(0.1)
    val serial = profile.copy(samples =
      Vector(CpuSample("VM Thread", Vector(collect.copy(method = "DefNewGeneration::collect")), 1), sample(1, servlet))
    )
    CpuUse.collecting(serial) shouldBe Some(0.5)
    CpuUse.collecting(profile.copy(hasAll = false)) shouldBe None
  }

  "A picture of it" should "have own methods, and libraries as one box each" in {
    val drawn = use.flame.draw.render
    drawn should (include("com.acme.Prices.of, 50.0\u202f%") and include("com.fasterxml.jackson") and include(
      "garbage collection"
    ))
    // what an own method has the JDK do stands below it
    drawn should include("the JDK, 10.0")
  }

  private def jar(entries: (String, Array[Byte])*): Path = {
    val file = Files.createTempFile("bottleneck-code", ".jar")
    Using.resource(new ZipOutputStream(Files.newOutputStream(file)))(out =>
      entries.foreach { case (name, bytes) =>
        out.putNextEntry(new ZipEntry(name))
        out.write(bytes)
      }
    )
    file
  }

  "Code" should "be the service's own by the packages of its jar, and a library's by that of its jar" in {
    val nested = jar("org/other/json/Writer.class" -> Array.emptyByteArray)
    val service = jar(
      "BOOT-INF/classes/org/springframework/samples/Owner.class" -> Array.emptyByteArray,
      "BOOT-INF/lib/other-json-2.1.0-rc.1.jar" -> Files.readAllBytes(nested)
    )
    try {
      val code = ServiceCode.of(service)
      code.isOwn("org.springframework.samples.Owner") shouldBe true
      code.isOwn("org.springframework.samples.Owner$$Lambda") shouldBe true
      code.isOwn("org.springframework.samples.Owner$$SpringCGLIB") shouldBe false
      code.isOwn("org.springframework.samples.$Proxy") shouldBe false
      code.isOwn("org.other.json.Writer") shouldBe false
      code.library("org.other.json.Writer") shouldBe "other-json"
      code.library("org.another.thing.of.theirs.Writer") shouldBe "org.another.thing"
    } finally Vector(nested, service).foreach(Files.delete)
  }

  it should "be known by package names where the jar cannot be read" in {
    val code = ServiceCode.of(Path.of("no.jar"))
    code.isOwn("com.acme.Shop") shouldBe true
    code.isOwn("org.springframework.samples.Owner") shouldBe false
  }
}
