package bottleneck.lab.parts.limit

import bottleneck.lab.parts.metrics.LinuxProcesses
import java.io.IOException
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.Path
import scala.annotation.tailrec
import scala.jdk.OptionConverters._
import scala.jdk.StreamConverters._
import scala.util.{Failure, Success, Try}

/** The ways to limit cores that this machine may have, the best first. */
object CpuLimiters {

  /** The first that can give all of `cores` and has limited a process of its own when asked. */
  def found(cores: Vector[Double]): Option[CpuLimiter] = all(Path.of("/proc")).find { limiter =>
    cores.forall(limiter.allows) && works(limiter)
  }

  def missing(cores: Vector[Double]): String =
    s"The target needs a limit of ${text(cores)}, but here no control group can be made and taskset, which knows whole cores only, does not do: " +
      "run it on Linux as root, or as systemd-run --user --scope -p Delegate=yes mvn gatling:test."

  /** `0.5 and 1 cores`. */
  def text(cores: Vector[Double]): String =
    cores.distinct.map(BigDecimal(_).bigDecimal.stripTrailingZeros.toPlainString).mkString("", " and ", " cores")

  private[limit] def all(proc: Path): Vector[CpuLimiter] = {
    val groups = new ControlGroups(proc)
    groups.v2.map(CgroupQuota.v2) ++ groups.v1.map(CgroupQuota.v1) ++ Taskset.found(proc)
  }

  /** Only trying shows whether it is permitted. */
  private[limit] def works(limiter: CpuLimiter): Boolean = {
    val idle = new ProcessBuilder("sh", "-c", "read -r _").start()
    val probe = Try(limiter.limitOf(Vector(LimitedProcess("probe", idle.pid(), cores = 1))))
    val attempt = probe.flatMap(limit => Try(limit.putOn()))
    val _ = idle.destroyForcibly().waitFor()
    val closed = probe.flatMap(limit => Try(limit.close()))
    attempt.flatMap(_ => closed) match {
      case Success(()) => true
      case Failure(_: IOException) => false
      case Failure(other) => throw other
    }
  }
}

/** A way to limit the cores that processes may use. */
trait CpuLimiter {

  def name: String

  /** True if a process can be limited to this number of cores. */
  def allows(cores: Double): Boolean

  def limitOf(processes: Vector[LimitedProcess]): CpuLimit
}

/** A limit of running processes and all that they start. Closed, it removes what it left in the system, once the
  * processes have ended.
  */
trait CpuLimit extends AutoCloseable {

  /** An `IOException` says why it cannot be. */
  def putOn(): Unit

  override def close(): Unit
}

/** A process that gets `cores` for itself and its children. */
final case class LimitedProcess(name: String, pid: Long, cores: Double)

/** Limits by affinity: a process and what it starts on certain ones of `cores`, so whole ones only. */
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

private[lab] object Taskset {
  private val list = """(?m)^Cpus_allowed_list:\s*([0-9,-]+)$""".r

  /** With the cores that this process may use; none where the system does not tell them. */
  private[limit] def found(proc: Path): Option[Taskset] = allowed(proc.resolve("self")).map(new Taskset(_))

  /** Cores that the process with this folder may use. */
  def allowed(process: Path): Option[Vector[Int]] = for {
    status <- LinuxProcesses.read(process, "status")
    found <- list.findFirstMatchIn(status)
  } yield found.group(1).split(',').toVector.flatMap(range)

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

private[lab] object ProcessTree {

  /** Does something to the process `root`, and then to its descendants until there is none that it was not done to:
    * what it starts from then on inherits limits. One that has ended meanwhile is left out, but the first must not
    * have: an `IOException` says so.
    */
  def each(root: Long)(action: Long => Unit): Unit = {
    @tailrec def others(done: Set[Long]): Unit = {
      val more = descendants(root) -- done
      more.foreach(pid =>
        try action(pid)
        catch { case failure: IOException if isAlive(pid) => throw failure; case _: IOException => () }
      )
      if (more.nonEmpty) others(done ++ more)
    }
    action(root)
    // nothing may have been done to a process that is gone, without a failure
    if (!isAlive(root)) throw new IOException(s"process $root has ended")
    others(Set.empty)
  }

  def descendants(pid: Long): Set[Long] =
    ProcessHandle.of(pid).toScala.fold(Set.empty[Long])(_.descendants().toScala(Set).map(_.pid()))

  private def isAlive(pid: Long): Boolean = ProcessHandle.of(pid).toScala.exists(_.isAlive)
}
