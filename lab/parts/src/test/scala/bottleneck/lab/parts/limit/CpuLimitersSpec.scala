package bottleneck.lab.parts.limit

import bottleneck.lab.parts.Children
import bottleneck.lab.parts.host.Folders
import bottleneck.lab.parts.metrics.Processes
import bottleneck.lab.parts.process.{ChildProcess, Command}
import java.io.IOException
import java.nio.file.{Files, Path}
import org.scalatest.Assertion
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.concurrent.duration._
import scala.util.Try

/** CPU limiters on the machine's control groups, if any. */
class CpuLimitersSpec extends AnyFlatSpec with Matchers with Children {
  private val busy = "sh -c 'while :; do :; done' & while :; do :; done"
  private val quota = 0.25

  private lazy val parents: Vector[Path] = {
    val groups = new ControlGroups(Path.of("/proc"))
    groups.v2 ++ groups.v1
  }

  private def limiter: CpuLimiter = {
    assume(parents.exists(mayMake), "this machine lets nobody make control groups here")
    CpuLimiters.found(Vector(quota)).getOrElse(fail("groups can be made, but no limit was found to work"))
  }

  private def mayMake(parent: Path): Boolean = Files.isWritable(parent.resolve("cgroup.procs")) && Try {
    Files.delete(Files.createTempDirectory(parent, "bottleneck-spec-"))
  }.isSuccess

  /** Groups that a process with this id has made. */
  private def groupsOf(pid: Long): Vector[Path] = parents.flatMap { parent =>
    Folders.entries(parent).filter(_.getFileName.toString.startsWith(s"bottleneck-$pid-"))
  }

  private def own: Vector[Path] = groupsOf(ProcessHandle.current().pid())

  /** Cores that the process and its child use until something is so. */
  private def cores(process: Process)(until: => Assertion): Double = {
    def seconds: Double = Processes.ofThisSystem.usageWithChildren(process.pid()).cpuSeconds.getOrElse(0.0)
    val (began, before) = (System.nanoTime(), seconds)
    eventually(until)
    (seconds - before) / ((System.nanoTime() - began) / 1e9)
  }

  "A process and its children" should "use no more than their quota, and leave nothing" in {
    val limiter = this.limiter
    val process = new ProcessBuilder("sh", "-c", busy).start()
    val limit = limiter.limitOf(Vector(LimitedProcess("busy", process.pid(), quota)))
    try {
      eventually(process.descendants().count() shouldBe 1)
      own shouldBe empty
      limit.putOn()
      own.map(_.getFileName.toString) should matchPattern { case Vector(s"bottleneck-${_}-busy") => }
      // in each of these periods, of 100 ms, it used its quota up and would have used more
      cores(process)(own.map(throttled).min should be >= 20L) should be < 1.2 * quota
    } finally {
      kill(process)
      limit.close()
    }
    own shouldBe empty
  }

  /** Throttled periods of the group, by the kernel's counter in both versions. */
  private def throttled(group: Path): Long = Files
    .readString(group.resolve("cpu.stat"))
    .linesIterator
    .collectFirst { case s"nr_throttled $periods" => periods.toLong }
    .getOrElse(0)

  "A process that is gone" should "not be limited, and leave nothing" in {
    val limiter = this.limiter
    val gone = new ProcessBuilder("true").start()
    gone.waitFor() shouldBe 0
    val limit = limiter.limitOf(Vector(LimitedProcess("gone", gone.pid(), quota)))
    an[IOException] should be thrownBy limit.putOn()
    limit.close()
    own shouldBe empty
  }

  "A lab that is killed" should "leave no control group" in {
    val _ = limiter
    withMain("bottleneck.lab.parts.limit.LabThatLimits", Vector.empty, folder) { lab =>
      eventually(Files.exists(folder.resolve("limited")) shouldBe true)
      groupsOf(lab.pid()) should have size 1
      lab.destroyForcibly().waitFor()
      eventually(groupsOf(lab.pid()) shouldBe empty)
    }
  }

  "What cannot be limited" should "be said" in {
    CpuLimiters.found(Vector(0.0001)) shouldBe None
    CpuLimiters.missing(Vector(0.5, 1, 1)) should (include("a limit of 0.5 and 1 cores") and include("systemd-run"))
  }
}

/** Limits a child that ignores TERM, tells it and waits to be killed. */
object LabThatLimits {
  def main(arguments: Array[String]): Unit = {
    val folder = Path.of(arguments(0))
    val script = "trap '' TERM; while :; do sleep 0.1; done"
    val child = ChildProcess.start(
      Command("child", Vector("sh", "-c", script), folder.resolve("child.log"), grace = 1.second)
    )
    val limits = new FleetLimits(CpuLimiters.found(Vector(0.25)))
    limits.putOn(Vector(LimitedProcess("child", child.pid, 0.25)))
    val _ = Files.createFile(folder.resolve("limited"))
    val _ = child.awaitExit(1.minute)
  }
}
