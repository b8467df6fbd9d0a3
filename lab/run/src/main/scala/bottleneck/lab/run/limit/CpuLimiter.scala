package bottleneck.lab.run.limit

/** A way to limit the cores that processes may use. */
trait CpuLimiter {

  /** What pages call it. */
  def name: String

  /** Whether a process can be limited to so many cores. */
  def allows(cores: Double): Boolean

  /** What will limit these processes: nothing does yet. */
  def limitOf(processes: Vector[LimitedProcess]): CpuLimit
}

/** A limit of running processes and all that they start. */
trait CpuLimit extends AutoCloseable {

  /** An `IOException` says why it cannot be. */
  def putOn(): Unit

  /** Removes what it left in the system, once the processes have ended. */
  override def close(): Unit
}

/** A process that gets `cores` for itself and its children. */
final case class LimitedProcess(name: String, pid: Long, cores: Double)
