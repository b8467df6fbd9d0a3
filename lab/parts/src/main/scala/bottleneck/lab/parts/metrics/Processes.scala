package bottleneck.lab.parts.metrics

import com.sun.management.OperatingSystemMXBean
import java.io.IOException
import java.lang.management.ManagementFactory
import java.nio.file.{Files, Path}
import java.util.concurrent.atomic.AtomicReference
import scala.jdk.OptionConverters._
import scala.jdk.StreamConverters._

/** User and system time of a process since its start, and its resident memory; memory shared by several counts once. */
private[lab] final case class Usage(cpuSeconds: Option[Double], rssBytes: Option[Double])

private[lab] trait Processes {
  def usage(pid: Long): Usage

  /** Usage of the process and its children, including ended children that it waited for: PostgreSQL's parallel workers
    * live for one query. A child that ends just now may be missing until the next sample.
    */
  def usageWithChildren(pid: Long): Usage
}

private[lab] object Processes {
  private val proc = Path.of("/proc")

  def ofThisSystem: Processes =
    if (Files.isReadable(proc.resolve("self").resolve("stat"))) new LinuxProcesses(proc) else PortableProcesses

  def children(pid: Long): Vector[Long] =
    ProcessHandle.of(pid).toScala.toVector.flatMap(_.children().toScala(Vector)).map(_.pid())
}

/** CPU time and memory from `/proc/pid/stat` and `/proc/pid/status`, see proc(5); empty once a process is gone. */
private[metrics] final class LinuxProcesses(proc: Path) extends Processes {
  import LinuxProcesses._

  override def usage(pid: Long): Usage = Usage(times(pid).map(times => seconds(times.own)), memory(Vector(pid)))

  override def usageWithChildren(pid: Long): Usage = {
    // the times of ended children first: one that ends in between is late by a look, instead of counted twice
    val root = times(pid)
    val children = Processes.children(pid)
    Usage(
      root.map(times => seconds(times.own + times.endedChildren + children.flatMap(this.times).map(_.own).sum)),
      memory(pid +: children)
    )
  }

  private def times(pid: Long): Option[Times] = LinuxProcesses.times(proc.resolve(pid.toString))

  /** Each has its anonymous memory for itself, but all map the same files and the same shared memory. */
  private def memory(pids: Vector[Long]): Option[Double] = {
    val each = pids.flatMap(pid => read(proc.resolve(pid.toString), "status")).map(residents).filter(_.nonEmpty)
    Option.when(each.nonEmpty)(
      each.flatMap(_.get("Anon")).sum + Vector("File", "Shmem").flatMap(kind => each.flatMap(_.get(kind)).maxOption).sum
    )
  }

  private def residents(status: String): Map[String, Double] =
    resident.findAllMatchIn(status).map(found => found.group(1) -> found.group(2).toDouble * 1024).toMap
}

private[lab] object LinuxProcesses {

  final case class Times(own: Long, endedChildren: Long)

  /** CPU times of the process or thread with this `folder`, in clock ticks; none once it is gone. */
  def times(folder: Path): Option[Times] = fromState(folder).map { fromState =>
    def ticks(field: Int): Long = fromState(field - stateField).toLong
    Times(ticks(userField) + ticks(userField + 1), ticks(userField + 2) + ticks(userField + 3))
  }

  /** Whether the thread with this `folder` computes, or waits for nothing but a core. */
  def isRunning(folder: Path): Boolean = fromState(folder).exists(_.head == "R")

  /** Fields of `stat` from the state on. */
  private def fromState(folder: Path): Option[Array[String]] = read(folder, "stat").map { stat =>
    // the second field is the program's name in parentheses, which may hold anything
    stat.drop(stat.lastIndexOf(')') + 2).split(' ')
  }

  def read(folder: Path, file: String): Option[String] =
    try Some(Files.readString(folder.resolve(file)))
    catch { case _: IOException => None }

  /** Seconds from clock ticks: USER_HZ is the same wherever a JDK runs on Linux. */
  def seconds(ticks: Long): Double = ticks / 100.0

  private val stateField = 3
  private val userField = 14
  private val resident = """\bRss(Anon|File|Shmem):\s+(\d+) kB""".r
}

/** CPU time from the JDK, on every system; no memory, no ended children. */
private object PortableProcesses extends Processes {
  override def usage(pid: Long): Usage = Usage(cpuSeconds(pid), None)

  override def usageWithChildren(pid: Long): Usage =
    Usage(cpuSeconds(pid).map(_ + Processes.children(pid).flatMap(cpuSeconds).sum), None)

  private def cpuSeconds(pid: Long): Option[Double] =
    ProcessHandle.of(pid).flatMap[java.time.Duration](_.info().totalCpuDuration()).toScala.map(_.toNanos / 1e9)
}

/** CPU time and memory of parts (name and process); in `trees` with the children of the process. */
private[metrics] final class ProcessUsage(parts: Vector[(String, Long)], trees: Vector[(String, Long)]) extends Source {
  private val processes = Processes.ofThisSystem

  override def columns: Vector[String] =
    (parts ++ trees).flatMap { case (part, _) => Vector(s"$part.cpu_seconds_total", s"$part.rss_bytes") }

  override def sample(): Vector[Option[Double]] = {
    val usages = parts.map { case (_, pid) => processes.usage(pid) } ++
      trees.map { case (_, pid) => processes.usageWithChildren(pid) }
    usages.flatMap(usage => Vector(usage.cpuSeconds, usage.rssBytes))
  }
}

/** CPU seconds of the whole machine, over all of its cores: busy, stolen by the hypervisor, and all that there were. */
private[lab] sealed trait MachineUsage extends Source {
  override def columns: Vector[String] =
    Vector("machine.cpu_busy_seconds_total", "machine.cpu_steal_seconds_total", "machine.cpu_seconds_total")

  /** False where it has more cores than this JVM may use, as a container's host: then it is also busy with others'
    * work.
    */
  def isOurs: Boolean = true
}

private[lab] object MachineUsage {
  private val stat = Path.of("/proc/stat")

  def ofThisSystem: MachineUsage = if (Files.isReadable(stat)) new LinuxMachine(stat) else new PortableMachine
}

/** The first line of `/proc/stat`, see proc(5). */
private[metrics] final class LinuxMachine(stat: Path) extends MachineUsage {
  override def isOurs: Boolean =
    Files.readString(stat).linesIterator.count(_.matches("cpu\\d.*")) == Runtime.getRuntime.availableProcessors

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
