package bottleneck.lab.run.limit

import java.nio.file.{Files, Path}
import java.nio.file.StandardOpenOption.WRITE
import java.util.UUID

/** Limits by the kernel's CFS bandwidth control: in each period a group may use so much CPU time on any core, and then
  * waits for the next. Its weight is the largest: like a server's own cores, nobody else takes what it may use.
  *
  * @param parent
  *   group in which a group for each process is made
  * @param settings
  *   files of such a group and what is written to them, by the number of cores
  */
private[limit] final class CgroupQuota private (
    override val name: String,
    parent: Path,
    settings: Double => Vector[(String, String)]
) extends CpuLimiter {
  override def allows(cores: Double): Boolean = CgroupQuota.micros(cores) >= CgroupQuota.leastMicros

  override def limitOf(processes: Vector[LimitedProcess]): CpuLimit = new CpuLimit {
    private val run = s"bottleneck-${ProcessHandle.current().pid()}-${UUID.randomUUID().toString.take(8)}"
    private val groups = processes.map(process => parent.resolve(s"$run-${process.name}") -> process)
    private val remover = new GroupRemover(groups.map(_._1))

    override def putOn(): Unit = groups.foreach { case (group, process) =>
      val _ = Files.createDirectory(group)
      settings(process.cores).foreach { case (file, value) => write(group.resolve(file), value) }
      ProcessTree.each(process.pid)(pid => write(group.resolve("cgroup.procs"), pid.toString))
    }

    override def close(): Unit = remover.close()
  }

  /** The kernel makes these files: one that is not there cannot be created. */
  private def write(file: Path, value: String): Unit = {
    val _ = Files.writeString(file, value, WRITE)
  }
}

private[limit] object CgroupQuota {

  /** The kernel's default. */
  private val periodMicros = 100000L

  /** The smallest quota that the kernel accepts. */
  private val leastMicros = 1000L

  def v1(parent: Path): CgroupQuota = new CgroupQuota(
    "cgroup v1 quota",
    parent,
    cores =>
      Vector(
        "cpu.cfs_period_us" -> periodMicros.toString,
        "cpu.cfs_quota_us" -> micros(cores).toString,
        "cpu.shares" -> "262144"
      )
  )

  def v2(parent: Path): CgroupQuota = new CgroupQuota(
    "cgroup v2 quota",
    parent,
    cores => Vector("cpu.max" -> s"${micros(cores)} $periodMicros", "cpu.weight" -> "10000")
  )

  private def micros(cores: Double): Long = (cores * periodMicros).round
}
