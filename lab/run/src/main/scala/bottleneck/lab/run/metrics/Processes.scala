package bottleneck.lab.run.metrics

import java.nio.file.{Files, Path}
import scala.jdk.OptionConverters._
import scala.jdk.StreamConverters._

/** Resource usage of a process.
  *
  * @param cpuSeconds
  *   user and system time since its start
  * @param rssBytes
  *   resident memory; memory shared by several processes counts once
  */
private[lab] final case class Usage(cpuSeconds: Option[Double], rssBytes: Option[Double])

/** Looks processes up by their ids. */
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

/** CPU time from the JDK, on every system; no memory, no ended children. */
private object PortableProcesses extends Processes {
  override def usage(pid: Long): Usage = Usage(cpuSeconds(pid), None)

  override def usageWithChildren(pid: Long): Usage =
    Usage(cpuSeconds(pid).map(_ + Processes.children(pid).flatMap(cpuSeconds).sum), None)

  private def cpuSeconds(pid: Long): Option[Double] =
    ProcessHandle.of(pid).flatMap[java.time.Duration](_.info().totalCpuDuration()).toScala.map(_.toNanos / 1e9)
}

/** The CPU time and memory of processes.
  *
  * @param parts
  *   name and process of each
  * @param trees
  *   name and process of parts that consist of the process and its children
  */
private[metrics] final class ProcessUsage(
    parts: Vector[(String, Long)],
    trees: Vector[(String, Long)],
    processes: Processes = Processes.ofThisSystem
) extends Source {
  override def columns: Vector[String] =
    (parts ++ trees).flatMap { case (part, _) => Vector(s"$part.cpu_seconds_total", s"$part.rss_bytes") }

  override def sample(): Vector[Option[Double]] = {
    val usages = parts.map { case (_, pid) => processes.usage(pid) } ++
      trees.map { case (_, pid) => processes.usageWithChildren(pid) }
    usages.flatMap(usage => Vector(usage.cpuSeconds, usage.rssBytes))
  }
}
