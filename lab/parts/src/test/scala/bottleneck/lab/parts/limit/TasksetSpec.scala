package bottleneck.lab.parts.limit

import bottleneck.lab.parts.Children
import java.io.IOException
import java.nio.file.{Files, Path}
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class TasksetSpec extends AnyFlatSpec with Matchers with Children {
  private def on(cores: String): Taskset = {
    val self = Files.createDirectories(folder.resolve("self"))
    val _ = Files.writeString(self.resolve("status"), s"Name:\tjava\nCpus_allowed:\tff\nCpus_allowed_list:\t$cores\n")
    Taskset.found(folder).getOrElse(fail("none"))
  }

  private def process(cores: Double): LimitedProcess = LimitedProcess(s"of $cores", 1, cores)

  "Taskset" should "allow whole cores of those that there are" in {
    Vector(1.0, 3.0).map(on("0-1,4").allows) shouldBe Vector(true, true)
    Vector(0.5, 1.5, 4.0, 0.0).map(on("0-1,4").allows) shouldBe Vector.fill(4)(false)
  }

  it should "give each process its own cores as long as there are some" in {
    on("2-4,7").shares(Vector(process(1), process(2), process(2))).map(_._2) shouldBe
      Vector(Vector(2), Vector(3, 4), Vector(7, 2))
  }

  it should "limit a process and its children, and say why it cannot" in {
    val real = Taskset.found(Path.of("/proc"))
    assume(real.exists(CpuLimiters.works), "there is no taskset")
    val taskset = real.getOrElse(fail("none"))
    val busy = withShell("sleep 60 & echo up; wait") { busy =>
      busy.inputReader().readLine() shouldBe "up"
      val child = busy.descendants().findFirst().get().pid()
      val limit = taskset.limitOf(Vector(LimitedProcess("busy", busy.pid(), cores = 1)))
      limit.putOn()
      limit.close()
      val own = Vector(busy.pid(), child).map(pid => Taskset.allowed(Path.of(s"/proc/$pid")))
      own.distinct.map(_.map(_.size)) shouldBe Vector(Some(1))
      busy
    }
    val gone = taskset.limitOf(Vector(LimitedProcess("gone", busy.pid(), cores = 1)))
    (the[IOException] thrownBy gone.putOn()).getMessage should include(busy.pid().toString)
  }
}
