package bottleneck.lab.run.metrics

import com.sun.management.OperatingSystemMXBean
import java.lang.management.ManagementFactory
import java.nio.file.{Files, Path}
import java.util.concurrent.atomic.AtomicReference

/** CPU seconds of the whole machine, over all of its cores: busy, stolen by the hypervisor, and all that there were. */
private[lab] sealed trait MachineUsage extends Source {
  override def columns: Vector[String] =
    Vector("machine.cpu_busy_seconds_total", "machine.cpu_steal_seconds_total", "machine.cpu_seconds_total")
}

private[lab] object MachineUsage {
  private val stat = Path.of("/proc/stat")

  def ofThisSystem: MachineUsage = if (Files.isReadable(stat)) new LinuxMachine(stat) else new PortableMachine
}

/** The first line of `/proc/stat`, see proc(5). */
private[metrics] final class LinuxMachine(stat: Path) extends MachineUsage {
  override def sample(): Vector[Option[Double]] = {
    val line = Files.readString(stat).linesIterator.next()
    // what guests use is part of user and nice
    val ticks = line.split("\\s+").slice(1, 9).map(_.toLong).toVector
    val idle = ticks(3) + ticks(4)
    val steal = ticks(7)
    Vector(ticks.sum - idle - steal, steal, ticks.sum).map(ticks => Some(LinuxProcesses.seconds(ticks)))
  }
}

/** The JDK's share of busy time since it was last asked, summed up; it does not include stolen time. */
private[metrics] final class PortableMachine extends MachineUsage {
  import PortableMachine.Sofar

  private val sofar = new AtomicReference(Sofar(System.nanoTime(), 0, 0))

  override def sample(): Vector[Option[Double]] = ManagementFactory.getOperatingSystemMXBean match {
    case system: OperatingSystemMXBean =>
      val load = system.getCpuLoad
      val all = sofar.updateAndGet { last =>
        val now = System.nanoTime()
        val seconds = (now - last.at) / 1e9 * system.getAvailableProcessors
        Sofar(now, last.busy + math.max(0, load) * seconds, last.total + seconds)
      }
      Vector(Some(all.busy), None, Some(all.total))
    case _ => columns.map(_ => None)
  }
}

private object PortableMachine {

  /** Seconds up to `at`, which is a `nanoTime`. */
  private final case class Sofar(at: Long, busy: Double, total: Double)
}
