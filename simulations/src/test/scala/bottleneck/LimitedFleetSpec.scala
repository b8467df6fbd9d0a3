package bottleneck

import bottleneck.lab.run.limit.CpuLimiters
import bottleneck.lab.target._
import java.nio.file.{Files, Path}
import java.util.concurrent.atomic.AtomicReference
import scala.jdk.StreamConverters._

/** The lab with CPU limits. */
class LimitedFleetSpec extends FleetTest {

  /** The control groups that a process is in, as `/proc/pid/cgroup` has them. */
  private def groups(process: ProcessHandle): String = Files.readString(Path.of(s"/proc/${process.pid()}/cgroup"))

  private def controlGroups: Vector[String] = Files
    .readString(Path.of("/proc/self/mountinfo"))
    .linesIterator
    .filter(_.contains(" - cgroup"))
    .map(line => Path.of(line.split(' ')(4)))
    .toVector
    .flatMap(FleetTest.below)
    .map(_.toString)

  "A fleet" should "limit the cores of the service and of all processes of the database, and leave no trace of that" in {
    val cpus = CpuLimits(service = Some(0.5), database = Some(0.25))
    val limiter = CpuLimiters.found(cpus.all)
    assume(limiter.exists(_.name.startsWith("cgroup")), CpuLimiters.missing(cpus.all))
    val own = new AtomicReference("")
    val limited = during("limited", Target(instances = 1, pool, database, cpus = cpus)) { limited =>
      limited.installed.cpuLimitBy shouldBe limiter.map(_.name)
      groups(child("java")) should not include "bottleneck-"
      limited.limitCpus()
      eventually(groups(child("java")) should include("-service-1"))
      val postgres = child("postgres")
      eventually((postgres +: postgres.children().toScala(Vector)).map(groups).foreach(_ should include("-database")))
      get(limited, "/journals?size=5") shouldBe Some(200)
      own.set("bottleneck-[^\n]*-database".r.findFirstIn(groups(postgres)).getOrElse(fail("no group")))
    }
    limited.endedEarly shouldBe empty
    controlGroups.filter(_.endsWith(own.get)) shouldBe empty
  }
}
