package bottleneck.lab.run.limit

import java.io.IOException
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path}

/** Limits by affinity: all threads of a process on certain cores, so whole ones only. What it starts inherits them.
  *
  * @param cores
  *   numbers of those that there are
  */
private[limit] final class Taskset private (cores: Vector[Int]) extends CpuLimiter {
  override def name: String = "taskset"

  override def allows(cores: Double): Boolean = cores == math.rint(cores) && 1 <= cores && cores <= this.cores.size

  override def limitOf(processes: Vector[LimitedProcess]): CpuLimit = new CpuLimit {
    override def putOn(): Unit = shares(processes).foreach { case (process, own) =>
      ProcessTree.each(process.pid)(Taskset.put(_, own))
    }

    override def close(): Unit = ()
  }

  /** The processes get cores in turn, and the first ones again where there are too few. */
  private[limit] def shares(processes: Vector[LimitedProcess]): Vector[(LimitedProcess, Vector[Int])] = {
    val firsts = processes.scanLeft(0)(_ + _.cores.toInt)
    processes.zip(firsts).map { case (process, first) =>
      process -> Vector.tabulate(process.cores.toInt)(n => cores((first + n) % cores.size))
    }
  }
}

private[limit] object Taskset {
  private val allowed = """(?m)^Cpus_allowed_list:\s*([0-9,-]+)$""".r

  /** With the cores that this process may use; none where the system does not tell them. */
  def found(proc: Path): Option[Taskset] =
    try
      allowed.findFirstMatchIn(Files.readString(proc.resolve("self/status"))).map { found =>
        new Taskset(found.group(1).split(',').toVector.flatMap(range))
      }
    catch { case _: IOException => None }

  private def range(text: String): Vector[Int] = {
    val ends = text.split('-').map(_.toInt)
    (ends.head to ends.last).toVector
  }

  /** An `IOException` with what taskset said where it failed, or where there is none. */
  private def put(pid: Long, cores: Vector[Int]): Unit = {
    val command = Vector("taskset", "-a", "-c", "-p", cores.mkString(","), pid.toString)
    val taskset = new ProcessBuilder(command: _*).redirectErrorStream(true).start()
    val said = new String(taskset.getInputStream.readAllBytes(), UTF_8).trim
    if (taskset.waitFor() != 0) throw new IOException(s"${command.mkString(" ")} failed: $said")
  }
}
