package bottleneck.lab.run.limit

import java.io.IOException
import java.nio.file.Path
import scala.util.{Failure, Success, Try}

/** The ways to limit cores that this machine may have, the best first. */
object CpuLimiters {

  /** The first that can give all of `cores` and has limited a process of its own when asked. */
  def found(cores: Vector[Double]): Option[CpuLimiter] = all(Path.of("/proc")).find { limiter =>
    cores.forall(limiter.allows) && works(limiter)
  }

  /** What to say where there is none. */
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
